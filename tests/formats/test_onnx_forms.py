"""How each op is written: what comes back is the op, and what is in the file says the same without it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops
from dusk.config import config
from dusk.errors import FormatError, TraceError
from dusk.formats import onnx
from dusk.formats.onnx import model as reading
from dusk.tree import flatten

random = np.random.default_rng(0)
F = random.standard_normal((3, 4)).astype(np.float32)
G = random.standard_normal((3, 4)).astype(np.float32)
POSITIVE = np.abs(F) + np.float32(0.1)
SMALL = np.tanh(F)
I = random.integers(-9, 9, (3, 4))  # noqa: E741
J = random.integers(1, 5, (3, 4))
U = J.astype(np.uint8)
B = F > 0
CUBE = random.standard_normal((2, 3, 4)).astype(np.float32)
IMAGES = random.standard_normal((2, 4, 7, 6)).astype(np.float32)
KERNELS = random.standard_normal((6, 2, 3, 3)).astype(np.float32)
SQUARE = random.standard_normal((2, 3, 3)).astype(np.float32)
PLACES = np.array([2, 0, 1, 1])
HEADS = random.standard_normal((2, 3, 5, 4)).astype(np.float32)
ONES = np.ones(4, np.float32)


def _words(text: str) -> list[str]:
    return text.split()


Case = tuple[Callable[..., Any], tuple[Any, ...]]
UNARY: dict[str, Any] = {
    **dict.fromkeys(
        _words(
            "absolute negative sin cos tan tanh sinh cosh arctan exp exp2 expm1 floor ceil rint trunc sign "
            "square sigmoid softplus relu silu erf arcsinh isnan isinf isfinite fabs cbrt deg2rad rad2deg"
        ),
        F,
    ),
    **dict.fromkeys(["log", "log1p", "log2", "log10", "sqrt", "reciprocal"], POSITIVE),
    **dict.fromkeys(["arcsin", "arccos", "arctanh"], SMALL),
    "arccosh": POSITIVE + 1,
    "logical_not": B,
    "invert": I,
}
BINARY: dict[str, Any] = {
    **dict.fromkeys(
        _words(
            "add subtract multiply divide maximum minimum fmax fmin hypot logaddexp arctan2 remainder fmod "
            "floor_divide equal not_equal less less_equal greater greater_equal"
        ),
        (F, G),
    ),
    "power": (POSITIVE, G),
    **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor"], (I, J)),
    **dict.fromkeys(["left_shift", "right_shift"], (U, U)),
    **dict.fromkeys(["logical_and", "logical_or", "logical_xor"], (B, I > 0)),
    "matmul": (F, np.ascontiguousarray(G.T)),
}
WINDOW = {"strides": (2, 1), "padding": ((1, 0), (1, 2)), "dilation": (1, 2)}
POOL = {"size": (3, 2), "strides": (2, 1), "padding": ((1, 1), (0, 1))}
OTHERS: dict[str, Case] = {
    "integers divided": (lambda x, y: x // y, (I, J)),
    "integers' rest": (lambda x, y: x % y, (I, J)),
    "integers truly divided": (lambda x, y: x / y, (I, J)),
    "broadcast": (lambda x: x + x[0] * 2 - 1, (F,)),
    "where": (lambda x, y: dnp.where(x > y, x, 0), (F, G)),
    "clip": (lambda x: dnp.clip(x, -0.5, 0.5), (F,)),
    "astype": (lambda x: (x.astype("int32"), x.astype("float64"), x.astype(bool)), (F,)),
    "sum": (lambda x: (x.sum(), x.sum(-1), x.sum((0, 2), keepdims=True)), (CUBE,)),
    "sum of integers": (lambda x: x.astype("int32").sum(1), (I,)),
    "sum of bools": (lambda x: x.sum(1), (B,)),
    "mean": (lambda x: (x.mean(), x.mean((1, 2))), (CUBE,)),
    "extremes": (lambda x: (x.max(1), x.min((0, 2)), x.max()), (CUBE,)),
    "product": (lambda x: x.prod(1), (F,)),
    "places of extremes": (lambda x: (x.argmax(1), x.argmin(0), x.argmax()), (F,)),
    "any and all": (lambda x: (x.any(1), x.all(), (x | True).all(0, keepdims=True)), (B,)),
    "cumsum": (lambda x: (x.cumsum(1), x.cumsum(0)), (F,)),
    "variance": (lambda x: (x.var(1), x.std(0, ddof=1)), (F,)),
    "softmax": (lambda x: (dusk.nn.softmax(x), dusk.nn.log_softmax(x, axis=1)), (CUBE,)),
    "softmax over axes": (lambda x: ops.softmax(x, axis=(1, 2)), (CUBE,)),
    "logsumexp": (lambda x: ops.logsumexp(x, axis=1), (CUBE,)),
    "gelu": (lambda x: (dusk.nn.gelu(x), dusk.nn.gelu(x, approximate=True)), (F,)),
    "reshape": (lambda x: x.reshape(4, 6), (CUBE,)),
    "transpose": (lambda x: (x.T, x.transpose(1, 0, 2)), (CUBE,)),
    "moveaxis": (lambda x: ops.moveaxis(x, source=(0,), destination=(2,)), (CUBE,)),
    "expand_dims and squeeze": (lambda x: ops.squeeze(ops.expand_dims(x, axis=(1,)), axis=(1,)) * 2, (F,)),
    "concatenate": (lambda x, y: dnp.concatenate([x, y, x], axis=1), (F, G)),
    "stack": (lambda x, y: dnp.stack([x, y], axis=1), (F, G)),
    "split": (lambda x: ops.split(x, sections=2, axis=1), (F,)),
    "tile": (lambda x: (dnp.tile(x, (2, 1)), dnp.tile(x, (2, 1, 2))), (F,)),
    "repeat": (lambda x: dnp.repeat(x, 2, axis=1), (F,)),
    "roll": (lambda x: (dnp.roll(x, 3, axis=1), dnp.roll(x, -1, axis=0)), (F,)),
    "flip": (lambda x: (dnp.flip(x, 1), dnp.flip(x)), (F,)),
    "subscripts": (lambda x: (x[1], x[:, 2], x[:, 1:3], x[::-1, ::2], x[0, 1:], x[:, None, 1], x[..., -1]), (CUBE,)),
    "subscripts backwards": (lambda x: (x[:, ::-2], x[:, 2:0:-1]), (CUBE,)),
    "written subscripts": (lambda x: _written(x), (F,)),
    "added subscripts": (lambda x, at: _added(x, at), (np.arange(5.0), PLACES)),
    "gather": (lambda x, at: (x[at], x[:, at], x[at, at], dnp.take(x, at, axis=1)), (SQUARE[0], PLACES)),
    "take_along_axis": (lambda x: dnp.take_along_axis(x, x.argmax(1)[:, None], axis=1), (F,)),
    "sort": (lambda x: (dnp.sort(x, axis=1), dnp.argsort(x, axis=0)), (F,)),
    "one_hot": (lambda x: ops.one_hot(x, depth=4, dtype=np.dtype("float32")), (PLACES,)),
    "triangles": (lambda x: (dnp.tril(x), dnp.triu(x, 1)), (SQUARE,)),
    "diagonal": (lambda x: dnp.diagonal(x, axis1=1, axis2=2), (SQUARE,)),
    "pad": (lambda x: dnp.pad(x, ((1, 0), (2, 3)), constant_values=7), (F,)),
    "pad by reflection": (lambda x: (dnp.pad(x, 1, mode="reflect"), dnp.pad(x, 2, mode="edge")), (F,)),
    "made arrays": (lambda x: x + dnp.arange(4.0, dtype="f") + dnp.zeros((3, 4), "f") + dnp.eye(3, 4, dtype="f"), (F,)),
    "einsum": (lambda x: dnp.einsum("bij,bkj->bik", x, x), (CUBE,)),
    "tensordot": (lambda x, y: dnp.tensordot(x, y, 1), (F, np.ascontiguousarray(G.T))),
    "det": (lambda x: dnp.linalg.det(x), (SQUARE,)),
    "conv": (lambda x, w: ops.conv(x, w, groups=2, **WINDOW), (IMAGES, KERNELS)),
    "conv with bias": (lambda x, w, b: dusk.nn.functional.conv(x, w, b, groups=2),
                       (IMAGES, KERNELS, np.arange(6, dtype="f"))),
    "conv that is read without its bias, too": (lambda x, w, b: _biased_twice(ops.conv(x, w, groups=2, **WINDOW), b),
                                                (IMAGES, KERNELS, np.arange(6, dtype="f"))),
    "conv with a bias that is made later": (lambda x, w, b: _made_later(ops.conv(x, w, groups=2, **WINDOW), b),
                                            (IMAGES, KERNELS, np.arange(6, dtype="f"))),
    "bias alone": (lambda x, b: ops.bias_add(x, b), (IMAGES, ONES)),
    "conv_transpose": (lambda x, w: ops.conv_transpose(x, w, groups=2, output_padding=(1, 0), **WINDOW),
                       (random.standard_normal((2, 6, 5, 4)).astype("f"), KERNELS)),
    "max_pool": (lambda x: ops.max_pool(x, **POOL), (IMAGES,)),
    "max_pool of ceil": (lambda x: ops.max_pool(x, ceil_mode=True, **POOL), (IMAGES,)),
    "max_pool without batch": (lambda x: ops.max_pool(x, **POOL), (IMAGES[0],)),
    "avg_pool": (lambda x: (ops.avg_pool(x, **POOL), ops.avg_pool(x, count_include_pad=False, **POOL)), (IMAGES,)),
    "batch_norm_by": (lambda x, m, v: ops.batch_norm_by(x, m, v, m, v, eps=1e-3), (IMAGES, ONES / 2, ONES * 2)),
    "batch_norm_by without affine": (lambda x, m, v: ops.batch_norm_by(x, m, v), (IMAGES, ONES / 2, ONES * 2)),
    "batch_norm": (lambda x, m: ops.batch_norm(x, m, m)[0], (IMAGES, ONES)),
    "layer_norm": (lambda x, w: (ops.layer_norm(x, w, w, axis=(-1,)), ops.layer_norm(x, axis=(-1,))), (CUBE, ONES)),
    "rms_norm": (lambda x, w: ops.rms_norm(x, w, axis=-1, eps=1e-6), (CUBE, ONES)),
    "group_norm": (lambda x, w: ops.group_norm(x, w, w, groups=2), (IMAGES, ONES)),
    "attention": (lambda q: (ops.attention(q, q * 2, q + 1, causal=True), ops.attention(q, q, q, scale=0.5)), (HEADS,)),
    "masked attention": (lambda q, m: ops.attention(q, q, q, m), (HEADS, np.eye(5, dtype=bool))),
    "cross entropy": (lambda x, y: ops.softmax_cross_entropy(x, y, axis=-1), (F, np.array([1, 0, 3]))),
    "branch": (lambda x: dusk.cond(x.sum() > 0, lambda v: v * 2, lambda v: v - 1, x), (F,)),
    "loop": (lambda x: dusk.while_loop(lambda v: v.sum() < 100, lambda v: v * 2, x), (POSITIVE,)),
    "scan": (lambda x: dusk.scan(lambda c, v: (c * 0.5 + v, c.sum()), x[0], x), (F,)),
    "scan backwards": (lambda x: dusk.scan(lambda c, v: (c * 0.5 + v, c), x[0], x, reverse=True), (F,)),
}  # fmt: skip


def _written(x: Any) -> Any:
    x = x * 1
    x[1:, ::2] = 5
    x[0] = x[1] * 2
    return x


def _biased_twice(x: Any, b: Any) -> Any:
    return ops.bias_add(x, b) * 2 + x


def _made_later(x: Any, b: Any) -> Any:
    return ops.bias_add(x, b * 2)


def _added(x: Any, at: Any) -> Any:
    return ops.scatter_add(x, at * 2.0, at, axes=(0,), at=0)


SINCE = {
    **dict.fromkeys(["invert", "bitwise_and", "bitwise_or", "bitwise_xor"], 18),
    "any and all": 18,
    "added subscripts": 16,
}
CASES: dict[str, Case] = {
    **{name: (getattr(ops, name), (x,)) for name, x in UNARY.items()},
    **{name: (getattr(ops, name), xs) for name, xs in BINARY.items()},
    **OTHERS,
}


@pytest.fixture(autouse=True)
def _at_once() -> Iterator[None]:
    with config.using(tier="interpreter"):
        yield


def plain(results: Any) -> list[np.ndarray]:
    return [np.asarray(x) for x in flatten(results)[0]]


def close(met: Any, wanted: Any) -> None:
    found, expected = plain(met), plain(wanted)
    assert len(found) == len(expected)
    for x, y in zip(found, expected, strict=True):
        assert x.dtype == y.dtype and x.shape == y.shape
        np.testing.assert_allclose(x, y, rtol=2e-5, atol=2e-5)


def written(name: str, version: int, folder: Path) -> tuple[list[Any], Any, Path]:
    """What an op is given, what it gives, and the file of it."""
    function, inputs = CASES[name]
    if version < SINCE.get(name, 0):
        with pytest.raises(FormatError):
            onnx.save(lambda *xs: function(*xs), folder / "model.onnx", *inputs, version=version)
        pytest.skip(f"ONNX has a form of it from version {SINCE[name]} on")
    given = [dnp.asarray(x) for x in inputs]
    onnx.save(lambda *xs: function(*xs), folder / "model.onnx", *given, version=version)
    return given, function(*given), folder / "model.onnx"


def without_own_ops(op: str, params: str) -> Any:
    raise FormatError("not read")


@pytest.mark.parametrize("version", [13, 17, 23])
@pytest.mark.parametrize("name", CASES)
def test_an_op_is_written_in_ops_that_say_the_same(
    name: str, version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, wanted, path = written(name, version, tmp_path)
    close(onnx.load(path)(*given), wanted)
    monkeypatch.setattr(reading, "read_told", without_own_ops)
    close(onnx.load(path)(*given), wanted)


@pytest.mark.parametrize("version", [13, 17, 23])
@pytest.mark.parametrize("name", CASES)
def test_onnxruntime_says_the_same(name: str, version: int, tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    given, wanted, path = written(name, version, tmp_path)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except onnxruntime.capi.onnxruntime_pybind11_state.NotImplemented as error:
        pytest.skip(f"not in onnxruntime: {error}")
    close(session.run(None, dict(zip([x.name for x in session.get_inputs()], plain(given), strict=True))), wanted)


@pytest.mark.parametrize("version", [13, 17, 23])
@pytest.mark.parametrize("name", CASES)
def test_the_checker_of_onnx_finds_nothing_wrong(name: str, version: int, tmp_path: Path) -> None:
    checker = pytest.importorskip("onnx.checker")
    checker.check_model(str(written(name, version, tmp_path)[2]), full_check=True)


def test_what_looks_at_values_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    def looks(x: Any) -> Any:
        return x * dnp.zeros(int(x.sum() * 0) + 1)

    with pytest.raises(TraceError, match="looked at"):
        onnx.save(looks, tmp_path / "model.onnx", dnp.asarray(F))
    with pytest.raises(FormatError, match="svd"):
        onnx.save(lambda x: dnp.linalg.svd(x)[1], tmp_path / "model.onnx", dnp.asarray(F))
    with pytest.raises(ValueError, match="13 to 23"):
        onnx.save(looks, tmp_path / "model.onnx", dnp.asarray(F), version=12)
    assert list(tmp_path.iterdir()) == []
