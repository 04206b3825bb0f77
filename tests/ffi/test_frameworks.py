"""Functions of PyTorch and JAX as ops."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk.testing import check_grads

X = numpy.linspace(0.5, 2.0, 6).reshape(2, 3)


@pytest.fixture(params=["torch", "jax"])
def framework(request: pytest.FixtureRequest) -> Any:
    """The name, the framework's namespace of functions, and Dusk's door to it; skipped where it is not installed."""
    module = pytest.importorskip(request.param)
    return request.param, module if request.param == "torch" else module.numpy, getattr(dusk.ffi, request.param)


def test_a_function_is_an_op(framework: Any, tier: str) -> None:
    _name, xp, op = framework
    f = op(lambda x, y, *, by=2.0: xp.sin(x) * y * by, name="theirs")
    x, y = np.array(X), np.array(X[0])
    for _ in range(3):
        assert_allclose(f(x, y), 2 * numpy.sin(X) * X[0], rtol=1e-12)
        assert_allclose(f(x.T[::-1].T, y, by=3.0), 3 * numpy.sin(X[:, ::-1]) * X[0], rtol=1e-12)
        assert f(x.astype("f4"), y.astype("f4")).dtype == "f4"
    assert_allclose(f(0.5, 2.0), 4 * numpy.sin(0.5))
    assert f.name == "theirs"


def test_it_is_differentiated_by_the_framework(framework: Any, tier: str) -> None:
    _, xp, op = framework
    f = op(lambda x, y: xp.sin(x) * y)
    check_grads(f, [X, X[0]], order=2)
    several = op(lambda x: (x * x, xp.argmax(x), xp.exp(x).sum()))
    assert int(several(np.array(X))[1]) == 5
    check_grads(lambda x: (several(x)[0] * several(x)[2]).sum(), [X[0]], order=2)
    third = dusk.grad(dusk.grad(dusk.grad(op(lambda x: xp.sin(x)))))
    assert_allclose(third(0.5), -numpy.cos(0.5), rtol=1e-12)


def test_it_is_a_step_of_programs_and_mapped(framework: Any) -> None:
    _, xp, op = framework
    f = op(lambda x: xp.cumsum(x, 0) * x[0])
    wanted = numpy.cumsum(X * 2, 0) * (X[0] * 2) + 1
    g = dusk.compile(lambda x: f(x * 2) + 1)
    for _ in range(2):
        assert_allclose(g(np.array(X)), wanted)
    assert_allclose(dusk.vmap(f)(np.array(X)), [numpy.cumsum(x) * x[0] for x in X])
    h = dusk.compile(dusk.grad(lambda x: (f(x) ** 2).sum()))
    assert_allclose(h(np.array(X)), dusk.grad(lambda x: ((np.cumsum(x, 0) * x[0]) ** 2).sum())(np.array(X)))


def test_arrays_go_over_without_a_copy_and_stay_as_they_are(framework: Any) -> None:
    name, _xp, op = framework
    met: list[int] = []

    def look(x: Any) -> Any:
        if name == "torch":
            met.append(x.data_ptr())
        return x * 2

    f = op(look)
    large = np.array(numpy.arange(1e4))
    kept = numpy.asarray(large)
    assert_array_equal(f(large), kept * 2)
    assert_array_equal(kept, numpy.arange(1e4))
    assert name == "jax" or kept.__array_interface__["data"][0] in met


def test_what_it_raises_passes(framework: Any) -> None:
    _, _xp, op = framework

    def fails(x: Any) -> Any:
        raise KeyError("me")

    with pytest.raises(KeyError, match="me"):
        op(fails)(X)
    with pytest.raises(Exception, match=r"size|shape|incompatible|broadcast"):
        op(lambda x, y: x + y)(X, X[:, :2])


def test_modules_of_torch() -> None:
    torch = pytest.importorskip("torch")
    module = torch.nn.Linear(3, 2, dtype=torch.float64)
    names = [n for n, _ in module.named_parameters()]

    def linear(x: Any, *parameters: Any) -> Any:
        return torch.func.functional_call(module, dict(zip(names, parameters, strict=True)), (x,))

    w, b = (p.detach().numpy() for p in module.parameters())
    f = dusk.ffi.torch(linear)
    assert_allclose(f(X, w, b), X @ w.T + b)
    check_grads(f, [X, w, b], order=1)
