"""numpy.linalg and numpy.fft: values and types as NumPy's, gradients of first and second order, errors at the call."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk.errors import GradientError
from dusk.testing import check_grads

L, F = np.linalg, np.fft
rng = onp.random.default_rng(0)
A = rng.standard_normal((3, 3)) + 3 * onp.eye(3)
B = rng.standard_normal((2, 3, 3)) + 3 * onp.eye(3)
C = rng.standard_normal((3, 3)) * 1j
V, M, T = rng.standard_normal(3), rng.standard_normal((3, 2)), rng.standard_normal((4, 3))
X, Y = rng.standard_normal((4, 6)), rng.standard_normal((4, 6))
SEPARATE = onp.diag([1.0, 2, 3]) + 0.1 * rng.standard_normal((3, 3))
TURNING = onp.array([[1.0, 2, 0.1], [-2, 1, 0.3], [0.2, 0.1, 3]])


def mean_with_adjoint(a: Any) -> Any:
    return (a + a.swapaxes(-1, -2)) / 2


def square(a: Any) -> Any:
    return a @ a.swapaxes(-1, -2)


def parts(z: Any) -> tuple[Any, Any]:
    """Real losses of complex numbers."""
    return z.real, z.imag * z.real


def of_complex_eigh(a: Any) -> Any:
    values, vectors = L.eigh(mean_with_adjoint(a) + (C - C.T) / 2)
    return values, abs(vectors)


def of_complex_svd(a: Any) -> Any:
    u, s, vh = L.svd(a + C[:, : a.shape[1]], full_matrices=False)
    return abs((u * s**2) @ vh)


def of_complex_eig(a: Any) -> Any:
    values, vectors = L.eig(a)
    return abs(values), abs(vectors)


def named(names: str) -> list[tuple[str, Callable[..., Any]]]:
    return [(name, getattr(F, name)) for name in names.split()]


DIFFERENTIABLE: dict[str, tuple[Callable[..., Any], Sequence[Any]]] = {
    "solve a vector": (L.solve, [A, V]),
    "solve a matrix": (L.solve, [A, M]),
    "solve many": (L.solve, [B, M]),
    "solve a vector many times": (L.solve, [B, V]),
    "inv": (L.inv, [B]),
    "det": (L.det, [A]),
    "det of many": (L.det, [B]),
    "slogdet": (lambda a: L.slogdet(a).logabsdet, [B]),
    "cholesky": (lambda a: L.cholesky(square(a)), [B]),
    "upper cholesky": (lambda a: L.cholesky(square(a), upper=True), [A]),
    "eigh": (lambda a: tuple(L.eigh(mean_with_adjoint(a))), [A]),
    "complex eigh": (of_complex_eigh, [A]),
    "eigvalsh": (lambda a: L.eigvalsh(mean_with_adjoint(a)), [B]),
    "eigvals": (L.eigvals, [SEPARATE]),
    "real eig": (lambda a: tuple(L.eig(a)), [SEPARATE]),
    "complex eig": (of_complex_eig, [TURNING]),
    "singular values": (lambda a: L.svd(a, compute_uv=False), [T]),
    "singular values of all": (lambda a: L.svd(a).S, [T]),
    "svd": (lambda a: tuple(L.svd(a, full_matrices=False)), [T]),
    "svd of a wide matrix": (lambda a: tuple(L.svd(a, full_matrices=False)), [T.T]),
    "hermitian svd": (lambda a: tuple(L.svd(mean_with_adjoint(a), hermitian=True)), [A]),
    "complex svd": (of_complex_svd, [A]),
    "complex svd of a tall matrix": (of_complex_svd, [M]),
    "qr": (lambda a: tuple(L.qr(a)), [T]),
    "qr of a wide matrix": (lambda a: tuple(L.qr(a)), [T.T]),
    "qr of many": (lambda a: tuple(L.qr(a)), [B]),
    "the triangle of qr": (lambda a: L.qr(a, mode="r"), [T]),
    "pinv": (L.pinv, [T]),
    "pinv of a wide matrix": (lambda a: L.pinv(a, rtol=None), [T.T]),
    "hermitian pinv": (lambda a: L.pinv(mean_with_adjoint(a), hermitian=True), [A]),
    "lstsq": (lambda a, b: L.lstsq(a, b)[:2], [T, rng.standard_normal(4)]),
    "lstsq of a wide matrix": (lambda a, b: L.lstsq(a, b)[0], [T.T, M]),
    "matrix_power": (lambda a: L.matrix_power(a, 3), [A]),
    "negative matrix_power": (lambda a: L.matrix_power(a, -2), [A]),
    "multi_dot": (lambda *xs: L.multi_dot(xs), [T, A, M]),
    "cond": (L.cond, [A]),
    "tensorinv": (lambda a: L.tensorinv(a.reshape(3, 1, 3), 1), [A]),
    **{
        f"norm {order} of a matrix": (lambda a, order=order: L.norm(a, order), [A])
        for order in (None, "fro", "nuc", 1, -1, 2, -2, onp.inf, -onp.inf)
    },
    **{
        f"norm {order} of a vector": (lambda a, order=order: L.norm(a, order), [V])
        for order in (None, 0, 1, 2, 3, -1, 2.5, onp.inf, -onp.inf)
    },
    **{
        f"norm {order} of many": (lambda a, order=order: L.norm(a, order, axis=(1, 2)), [B])
        for order in ("nuc", 2, "fro")
    },
    **{
        f"{name} of {n}, {norm}": (
            lambda x, y, f=f, n=n, norm=norm: parts(f(x + 1j * y, n, norm=norm)),
            [X, Y],
        )
        for name, f in named("fft ifft")
        for n, norm in ((None, None), (4, "ortho"), (9, "forward"))
    },
    **{
        f"{name} of {n}": (lambda x, f=f, n=n: parts(f(x, n, axis=0)), [X])
        for name, f in named("rfft ihfft fft")
        for n in (None, 3, 9)
    },
    **{
        f"{name} of {n}": (lambda x, y, f=f, n=n: f((x + 1j * y) * (1 + 2j), n, axis=0) ** 2, [X, Y])
        for name, f in named("irfft hfft")
        for n in (None, 3, 8)
    },
    **{
        name: (lambda x, y, f=f: parts(f(x + 1j * y)), [X, Y])
        for name, f in named("fft2 ifft2 fftn ifftn")
    },
    **{name: (lambda x, f=f: parts(f(x)), [X]) for name, f in named("rfft2 rfftn")},
    **{name: (lambda x, y, f=f: f(x + 1j * y) ** 2, [X, Y]) for name, f in named("irfft2 irfftn")},
    **{name: (lambda x, f=f: f(x) ** 2, [X]) for name, f in named("fftshift ifftshift")},
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_gradients_of_first_and_second_order_are_those_of_differences(name: str) -> None:
    function, args = DIFFERENTIABLE[name]
    check_grads(function, args, order=2)


CALLS: dict[str, Callable[..., Any]] = {
    "solve": lambda np, a: np.linalg.solve(a, a.reshape(-1)[:3]),
    "solve a matrix": lambda np, a: np.linalg.solve(a, a + 1),
    "inv": lambda np, a: np.linalg.inv(a),
    "det": lambda np, a: np.linalg.det(a),
    "slogdet": lambda np, a: np.linalg.slogdet(a),
    "cholesky": lambda np, a: np.linalg.cholesky(a @ np.conj(a.swapaxes(-1, -2))),
    "eigh": lambda np, a: np.linalg.eigh(a, "U"),
    "eigvalsh": lambda np, a: np.linalg.eigvalsh(a),
    "eig": lambda np, a: np.linalg.eig(a),
    "eigvals": lambda np, a: np.linalg.eigvals(a),
    "svd": lambda np, a: np.linalg.svd(a[..., :2]),
    "reduced svd": lambda np, a: np.linalg.svd(a[..., :2], full_matrices=False),
    "singular values": lambda np, a: np.linalg.svd(a, compute_uv=False),
    "qr": lambda np, a: np.linalg.qr(a[..., :2]),
    "complete qr": lambda np, a: np.linalg.qr(a[..., :2], "complete"),
    "raw qr": lambda np, a: np.linalg.qr(a[..., :2], "raw"),
    "lstsq": lambda np, a: np.linalg.lstsq(a.reshape(-1, 3)[:, :2], a.reshape(-1, 3)[:, 2]),
    "pinv": lambda np, a: np.linalg.pinv(a[..., :2]),
    "fft": lambda np, a: np.fft.fft(a),
    "ifft": lambda np, a: np.fft.ifft(a, 5, axis=0),
    "irfft": lambda np, a: np.fft.irfft(a, norm="ortho"),
    "fftn": lambda np, a: np.fft.fftn(a),
}
KINDS = {
    "float64": A,
    "complex128": A + C,
    "float32": A.astype("f4"),
    "complex64": (A + C).astype("F"),
    "int64": (A * 10).astype(int),
    "stacked": B,
}


def same(ours: Any, theirs: Any) -> None:
    if isinstance(theirs, tuple):
        assert type(ours) is type(theirs)
        for a, b in zip(ours, theirs, strict=True):
            same(a, b)
        return
    assert ours.dtype == theirs.dtype
    assert ours.shape == theirs.shape
    assert (np.ndim(ours) == 0) or isinstance(ours, np.ndarray)
    onp.testing.assert_allclose(ours, theirs, rtol=1e-4 if theirs.dtype.char in "fF" else 1e-10, atol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CALLS)
def test_results_are_numpys_at_the_call_in_a_gradient_and_compiled(name: str, kind: str) -> None:
    call, a = CALLS[name], KINDS[kind]
    theirs = call(onp, a)
    same(call(np, np.array(a)), theirs)
    same(dusk.compile(lambda x: call(np, x))(np.array(a)), theirs)
    if name != "raw qr":
        inside: list[Any] = []

        def watched(x: Any) -> Any:
            inside.append(call(np, x + np.array(a)))
            return x.sum()

        kind_of_zeros = a.real.dtype if a.dtype.kind in "fc" else float
        dusk.grad(watched)(np.zeros(a.shape, kind_of_zeros))
        same(inside[0], theirs)


@pytest.mark.parametrize("shape", [(0, 0), (2, 0, 0), (0, 3, 3)])
@pytest.mark.parametrize("name", ["inv", "det", "slogdet", "cholesky", "eigh", "eigvals", "svd", "qr"])
def test_empty_matrices_are_numpys(name: str, shape: tuple[int, ...]) -> None:
    a = onp.zeros(shape)
    same(getattr(L, name)(np.array(a)), getattr(onp.linalg, name)(a))
    same(dusk.compile(getattr(L, name))(np.array(a)), getattr(onp.linalg, name)(a))


def test_an_error_inside_a_gradient_or_a_compiled_function_names_the_line() -> None:
    def f(x: Any) -> Any:
        return L.inv(x * 2).sum()

    for function in (dusk.grad(f), dusk.compile(f)):
        with pytest.raises(L.LinAlgError, match="Singular matrix") as caught:
            onp.asarray(function(np.zeros((2, 2))))
        assert "test_linalg.py" in "".join([str(caught.value), *getattr(caught.value, "__notes__", [])])


def test_an_error_of_a_transform_of_no_numbers_is_raised_at_the_call() -> None:
    with pytest.raises(ValueError, match="Invalid number of FFT data points"):
        F.fft(np.ones(3), 0)
    with pytest.raises(ValueError, match="Invalid norm"):
        F.fft(np.ones(3), norm="none")


def test_factors_that_have_no_gradient_say_so() -> None:
    with pytest.raises(GradientError, match="full_matrices=False"):
        onp.asarray(dusk.grad(lambda a: L.svd(a).U.sum())(np.array(T)))
    with pytest.raises(GradientError, match="complete"):
        onp.asarray(dusk.grad(lambda a: L.qr(a, "complete").R.sum())(np.array(T)))


def test_equal_eigenvalues_have_a_gradient_and_their_vectors_have_none() -> None:
    onp.testing.assert_allclose(dusk.grad(lambda a: L.eigvalsh(a).sum())(np.eye(3)), onp.eye(3), atol=1e-12)
    onp.testing.assert_allclose(dusk.grad(lambda a: L.norm(a, "nuc"))(np.eye(3)), onp.eye(3), atol=1e-12)
    assert not onp.isfinite(onp.asarray(dusk.grad(lambda a: (L.eigh(a)[1] ** 4).sum())(np.eye(3)))).all()


SINGULAR = [onp.zeros((2, 2)), [[1.0, 2.0], [2.0, 4.0]], onp.diag([1.0, 0, 0]), onp.zeros((3, 3))]


@pytest.mark.parametrize("matrix", SINGULAR)
def test_determinants_of_singular_matrices_have_two_derivatives(matrix: Any) -> None:
    x = onp.asarray(matrix, float)
    found = onp.asarray(dusk.hessian(np.linalg.det)(np.array(x)))
    steps = onp.eye(x.size).reshape(x.size, *x.shape)
    det = onp.linalg.det
    expected = [[det(x + a + b) - det(x + a - b) - det(x - a + b) + det(x - a - b) for b in steps] for a in steps]
    onp.testing.assert_allclose(found.reshape(x.size, x.size), onp.array(expected) / 4, atol=1e-12)


def test_transforms_are_recorded() -> None:
    with dusk.policy(fallback="refuse"):
        onp.testing.assert_allclose(F.irfft(F.rfft(np.arange(6.0))), onp.arange(6.0), atol=1e-12)
        onp.testing.assert_allclose(L.inv(np.eye(2)), onp.eye(2))
