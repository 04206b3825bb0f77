"""What is inferred is what the body gives, also where a size is known by name only; promotion is NumPy's."""

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from dusk import ops
from dusk.graph import Dim, Op, TensorType, evaluate, expand, parse, placeholder, verify
from dusk.graph.graph import specialise
from op_samples import SAMPLES, SIZE, Sample

DTYPES = ["?", "b", "B", "h", "i", "q", "Q", "e", "f", "d", "F", "D"]
UFUNCS = [op for op in vars(ops).values() if isinstance(op, Op) and isinstance(op.body, np.ufunc)]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
def test_what_is_inferred_is_what_the_body_gives(sample: Sample) -> None:
    named = verify(sample.graph())
    for n in (SIZE, 6):
        try:
            args, static = sample.draw(n), verify(specialise(named, {"n": n}))
        except ValueError:  # the row gives values for one size only
            continue
        with np.errstate(invalid="ignore"):
            results = evaluate(static, args)
        for value, result in zip(static.outputs, results, strict=True):
            device = sample.params.get("device", "cpu:0")
            assert value.type == TensorType(np.shape(result), np.asarray(result).dtype, device)


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.text], ids=lambda s: s.name)
def test_the_text_of_an_op_parses_back(sample: Sample) -> None:
    graph = sample.graph()
    again = parse(str(graph))
    assert str(again) == str(graph)
    assert again.nodes[-1].params == graph.nodes[-1].params


def _loop(op: Op, kinds: Any) -> Any:
    """The dtype of NumPy's own result, or its exception."""
    weak = {int: 1, float: 1.0, complex: 1j, bool: True}
    try:
        with np.errstate(all="ignore"):
            return op.body(*(weak[k] if k in weak else np.ones(1, k) for k in kinds)).dtype
    except TypeError:
        return TypeError


def _inferred(op: Op, kinds: Any) -> Any:
    types = tuple(k if isinstance(k, type) else TensorType((1,), k) for k in kinds)
    try:
        return expand(op, types, ()).outputs[0].dtype
    except TypeError as error:
        return TypeError if str(error).startswith(op.name) else error


@pytest.mark.parametrize("op", UFUNCS, ids=lambda op: op.name)
def test_promotion_is_numpys(op: Op) -> None:
    kinds: list[Any] = [np.dtype(d) for d in DTYPES]
    pairs: list[tuple[Any, ...]] = [(k,) for k in kinds]
    if op.body.nin == 2:
        pairs = [*itertools.product(kinds, kinds), *itertools.product(kinds, (int, float, complex, bool))]
        pairs += [(b, a) for a, b in itertools.product(kinds, (int, float))]
    for pair in pairs:
        wanted = _loop(op, pair)
        found = _inferred(op, pair)
        assert found == wanted or (isinstance(wanted, type) and issubclass(wanted, TypeError) and found is TypeError), (
            pair
        )


def test_a_python_scalar_does_not_widen_small_floats() -> None:
    half = np.dtype(ml_dtypes.bfloat16)
    assert _inferred(ops.multiply, (half, float)) == half
    assert _inferred(ops.where, (bool, half, float)) == half
    assert _inferred(ops.multiply, (np.dtype("f2"), float)) == np.float16


@pytest.mark.parametrize("other", ["f4", "f8", "i8", "i1", "?", "c8"])
def test_bfloat16_takes_the_common_dtype_of_arrays(other: str) -> None:
    small, wide = np.ones(2, ml_dtypes.bfloat16), np.ones(2, other)
    types = (TensorType((2,), small.dtype), TensorType((2,), wide.dtype))
    assert expand(ops.add, types, ()).outputs[0].dtype == (small + wide).dtype
    assert expand(ops.add, types[::-1], ()).outputs[0].dtype == (wide + small).dtype


def test_concatenation_and_where_promote_together() -> None:
    assert _inferred(ops.concatenate, (np.dtype("i4"), np.dtype("f4"))) == np.float64
    assert _inferred(ops.where, (np.dtype(bool), np.dtype("f4"), int)) == np.float32
    assert _inferred(ops.clip, (np.dtype("i4"), int, float)) == np.float64


N = Dim("n")
BAD: list[tuple[Op, tuple[Any, ...], dict[str, Any], type[Exception]]] = [
    (ops.add, ((2, 3), (4,)), {}, ValueError),
    (ops.add, ((N,), (3,)), {}, ValueError),
    (ops.reshape, ((2, 3),), {"shape": (4, 2)}, ValueError),
    (ops.reshape, ((2, 3),), {"shape": (-1, -1)}, ValueError),
    (ops.reshape, ((2, 0),), {"shape": (0, -1)}, ValueError),
    (ops.reshape, ((N,),), {"shape": (N + 1,)}, ValueError),
    (ops.transpose, ((2, 3),), {"axes": (0, 0)}, ValueError),
    (ops.squeeze, ((2, 3),), {"axis": 0}, ValueError),
    (ops.expand_dims, ((2,),), {"axis": 3}, np.exceptions.AxisError),
    (ops.sum_, ((2, 3),), {"axis": 2}, np.exceptions.AxisError),
    (ops.sum_, ((2, 3),), {"axis": (0, 0)}, ValueError),
    (ops.max_, ((2, 0),), {"axis": 1}, ValueError),
    (ops.argmax, ((0,),), {}, ValueError),
    (ops.concatenate, ((2, 3), (2, 4)), {"axis": 0}, ValueError),
    (ops.concatenate, ((), ()), {}, ValueError),
    (ops.stack, ((2,), (3,)), {}, ValueError),
    (ops.matmul, ((2, 3), (4, 5)), {}, ValueError),
    (ops.matmul, ((), (4, 5)), {}, ValueError),
    (ops.dot, ((2, 3), (2, 3)), {}, ValueError),
    (ops.tensordot, ((2, 3), (2, 3)), {"axes": 1}, ValueError),
    (ops.einsum, ((2, 3), (2, 3)), {"subscripts": "ij,jk"}, ValueError),
    (ops.einsum, ((2, 3),), {"subscripts": "ij,jk"}, ValueError),
    (ops.einsum, ((2, 3),), {"subscripts": "ij->k"}, ValueError),
    (ops.contract, ((2, 3), (3, 4)), {"labels": ("ij", "jk", "i")}, ValueError),
    (ops.slice_, ((5,),), {"starts": (2,), "sizes": (4,), "steps": (1,)}, IndexError),
    (ops.slice_, ((5,),), {"starts": (1,), "sizes": (3,), "steps": (-1,)}, IndexError),
    (ops.slice_, ((5,),), {"starts": (0,), "sizes": (3,), "steps": (0,)}, ValueError),
    (ops.slice_, ((5,),), {"starts": (None,), "sizes": (3,), "steps": (1,)}, ValueError),
    (ops.gather, ((5,), (2,)), {"axes": (0,), "at": 0}, IndexError),  # float indices
    (ops.broadcast_to, ((3,),), {"shape": (2,)}, ValueError),
    (ops.broadcast_to, ((2, 3),), {"shape": (3,)}, ValueError),
    (ops.extend, ((3,),), {"widths": ((3, 0),), "mode": "reflect"}, ValueError),
    (ops.extend, ((3,),), {"widths": ((1, 0),), "mode": "linear_ramp"}, ValueError),
    (ops.pad, ((3,),), {"widths": ((-2, -2),)}, ValueError),
    (ops.diagonal, ((2, 3),), {}, ValueError),
    (ops.softmax_cross_entropy, ((2, 3), (2,)), {}, ValueError),
    (ops.subtract, ((2,), (2,)), {"dtype": "?"}, TypeError),
]


@pytest.mark.parametrize(("op", "shapes", "params", "error"), BAD, ids=lambda v: getattr(v, "name", None))
def test_bad_calls_raise_numpys_error_and_name_the_op(
    op: Op, shapes: tuple[Any, ...], params: dict[str, Any], error: type[Exception]
) -> None:
    dtype = params.get("dtype", "f8")
    params = {k: v for k, v in params.items() if k != "dtype"}
    with pytest.raises(error, match=rf"^{op.name}\("):
        op(*(placeholder(TensorType(shape, dtype)) for shape in shapes), **params)
