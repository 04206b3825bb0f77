"""A chain of 100,000 calls is recorded, differentiated, compiled and freed: nothing recurses along its length."""

import pytest

from subprocess_script import run_script

CHAIN = """
    import gc, numpy, dusk, dusk.numpy as np

    def f(x):
        v = x
        for _ in range(50_000):
            v = v * 0.5 + x
        return v.sum()

    x = np.array([0.25, 1.0])
    step = dusk.value_and_grad(f)
    """


@pytest.mark.once
@pytest.mark.parametrize("how", ["step", "dusk.compile(step)"])
def test_a_chain_of_100_000_calls_is_differentiated_compiled_and_freed(how: str) -> None:
    run_script(
        CHAIN
        + f"""
    step = {how}
    value, gradient = step(x)
    assert abs(float(value) - 2.5) < 1e-12 and numpy.allclose(gradient, 2), (value, gradient)
    assert dusk.stats()["misses"] > 100_000
    del step, value, gradient
    gc.collect()
    """,
        timeout_s=280,
    )
