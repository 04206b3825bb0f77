"""`dusk.compile(f, memory=...)`: what is asked for is kept, with the same bits, or refused with what would do."""

import re
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.compiler.budget import bytes_of
from dusk.engine import pool
from dusk.errors import MemoryBudgetError
from dusk.kernel import native
from graph_zoo import ZOO, Model, mlp

pytestmark = pytest.mark.skipif(not native.available(), reason="needs native code")


def run(f: Any, model: Model) -> list[Any]:
    arrays = model.arrays()
    losses = [float(f(*arrays)) for _ in range(2)]
    return [losses, *map(numpy.asarray, arrays[0])]


def held(f: Any) -> int:
    report = dusk.memory_report(f)
    return report.peak + report.padding


def smallest(model: Model) -> int:
    """The smallest budget that a refusal names."""
    with pytest.raises(MemoryBudgetError, match="too few") as refusal:
        dusk.compile(model.step, memory=1)(*model.arrays())
    assert re.search(r"bytes from graph_zoo.py:\d+", str(refusal.value))
    found = re.search(r"smallest plan found holds ([\d,]+) bytes", str(refusal.value))
    assert found is not None
    return int(found[1].replace(",", ""))


@pytest.mark.parametrize("name", ["mlp", "deep", "lstm", "residual", "attention", "recurrent"])
def test_every_budget_down_to_the_smallest_is_kept_with_the_same_results(name: str):
    model = mlp(30) if name == "deep" else ZOO[name]
    free = dusk.compile(model.step)
    wanted = run(free, model)
    most, least = held(free), smallest(model)
    assert least <= most
    # a sum in another kernel may be rounded in another order; products and what is element-wise may not
    rtol = 1e-12 if name in ("residual", "attention") else 0.0
    for budget in sorted({least, (least + most) // 2, most}):
        f, arrays = dusk.compile(model.step, memory=budget), model.arrays()
        dusk.eval(arrays)
        before = pool().stats().bytes_live
        pool().reset_peak()
        losses = [float(f(*arrays)) for _ in range(2)]
        assert pool().stats().bytes_peak - before + dusk.memory_report(f).arguments <= budget
        assert held(f) <= budget
        for a, b in zip([losses, *map(numpy.asarray, arrays[0])], wanted, strict=True):
            numpy.testing.assert_allclose(a, b, rtol=rtol, atol=rtol)
    with pytest.raises(MemoryBudgetError):
        dusk.compile(model.step, memory=least - 1)(*model.arrays())


def test_a_deep_chain_takes_a_fraction_for_a_third_more_time():
    model = mlp(50)
    free = dusk.compile(model.step)
    run(free, model)
    report = dusk.memory_report(free)
    f = dusk.compile(model.step, memory=report.arguments + report.temporaries * 2 // 5)
    run(f, model)
    assert f.program.stats.flops <= 1.4 * free.program.stats.flops


def test_what_fits_anyway_is_left_alone():
    model = ZOO["mlp"]
    f, g = dusk.compile(model.step), dusk.compile(model.step, memory="1GB")
    run(f, model), run(g, model)
    assert str(f.program) == str(g.program)


def test_pending_arguments_are_computed_first_and_refusals_change_nothing():
    x = np.ones(1000) * 2.0
    f = dusk.compile(lambda x: (np.exp(x) * x).sum(), memory="10kB")
    assert float(f(x + 1.0)) == pytest.approx(3000.0 * numpy.exp(3.0))
    y = np.ones(1000)

    @dusk.compile(memory=8000)
    def doubled(y: Any) -> Any:
        y *= 2.0
        return y + 1.0

    with pytest.raises(MemoryBudgetError):
        doubled(y)
    assert float(y.sum()) == 1000.0


def test_symbols_have_budgets_too():
    x = dusk.symbol.Variable("x")
    y = x
    for _ in range(12):
        y = dusk.symbol.tanh(y @ x)
    both = [dusk.symbol.sum(y), dusk.symbol.sum(y).grad(wrt=x)]
    given = np.linspace(-1.0, 1.0, 32 * 32).reshape(32, 32)
    free = dusk.compile(both)
    wanted = [numpy.asarray(v) for v in free(x=given)]
    report = dusk.memory_report(free)
    budget = report.peak + report.padding - 6 * int(given.nbytes)
    f = dusk.compile(both, memory=budget)
    for a, b in zip(f(x=given), wanted, strict=True):
        numpy.testing.assert_array_equal(numpy.asarray(a), b)
    assert held(f) <= budget
    with pytest.raises(MemoryBudgetError):
        dusk.compile(both, memory="1kB")(x=given)


@pytest.mark.parametrize(
    ("text", "nbytes"),
    [("300MB", 300 * 10**6), ("1.5 GiB", 3 << 29), ("64", 64), (" 2kb ", 2000), (7, 7), ("1 TiB", 1 << 40)],
)
def test_budgets_are_bytes_or_text(text: Any, nbytes: int):
    assert bytes_of(text) == nbytes


@pytest.mark.parametrize("text", ["300 elephants", "", "-5MB", "0", 0, -1, "1e9", "MB", "nan"])
def test_what_is_no_number_of_bytes_is_refused(text: Any):
    with pytest.raises(ValueError, match="memory="):
        dusk.compile(lambda x: x, memory=text)


@pytest.mark.parametrize("budget", [1.5, True, [1]])
def test_what_is_neither_bytes_nor_text_is_refused(budget: Any):
    with pytest.raises(TypeError, match="300MB"):
        dusk.compile(lambda x: x, memory=budget)
