"""Every op has a row in the table, and its body computes what NumPy computes."""

import numpy as np
import pytest

from dusk import ops
from dusk.graph import Op, TensorType, evaluate, rebuild, trace
from op_samples import SAMPLES, Sample

WITHOUT_ROWS = {"constant", "host_ordered"}  # made by the graph itself; ordered by tokens (test_control)


def test_every_op_has_a_row() -> None:
    sampled = {sample.op.name for sample in SAMPLES}
    exported = {value.name for value in vars(ops).values() if isinstance(value, Op)}
    assert exported - sampled - WITHOUT_ROWS == set()


def test_every_op_is_exported_by_its_name() -> None:
    for name, value in vars(ops).items():
        if isinstance(value, Op):
            assert name.rstrip("_") == value.name
            assert name in ops.__all__
            assert value.doc


EXTREMES: list[tuple[Op, list[float], object]] = [
    (ops.logsumexp, [-np.inf, -np.inf], -np.inf),
    (ops.logsumexp, [np.inf, 0], np.inf),
    (ops.logsumexp, [1000, 1000], 1000 + np.log(2)),
    (ops.softmax, [1000, -1000], [1, 0]),
    (ops.log_softmax, [1000, -1000], [0, -2000]),
    (ops.softplus, [-1000, 1000], [0, 1000]),
    (ops.sigmoid, [-1000, 1000], [0, 1]),
]


@pytest.mark.parametrize(("op", "x", "wanted"), EXTREMES, ids=lambda v: str(getattr(v, "name", v)))
def test_extremes_neither_overflow_nor_become_nan(op: Op, x: list[float], wanted: object) -> None:
    values = np.array(x, float)
    graph = trace(op, TensorType(values.shape, values.dtype))
    smaller = rebuild(graph, lambda node, xs: (op.inline(*xs),) if op.inline else None)
    with np.errstate(all="raise", divide="ignore", under="ignore"):
        for g in (graph, smaller):
            np.testing.assert_allclose(evaluate(g, [values])[0], wanted, rtol=1e-15)


def test_a_variance_of_fewer_elements_than_its_correction_is_numpys() -> None:
    x = np.array([1.0, 2.0])
    assert ops.var.inline is not None
    graph = trace(lambda v: ops.var.inline(v, correction=3), TensorType((2,), np.float64))
    with np.errstate(all="ignore"), pytest.warns(RuntimeWarning):
        assert evaluate(graph, [x])[0] == np.var(x, ddof=3) == np.inf


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
def test_a_body_computes_what_numpy_computes(sample: Sample) -> None:
    args, params = sample.draw(), sample.static_params()
    function = sample.expect or getattr(np, sample.op.name)
    with np.errstate(invalid="ignore"):
        found, wanted = sample.op.body(*args, **params), function(*args, **params)
    single = not isinstance(found, tuple)
    for a, b in zip([found] if single else found, [wanted] if single else wanted, strict=True):
        assert np.shape(a) == np.shape(b)
        np.testing.assert_allclose(a, b, rtol=sample.rtol, atol=1e-14)
        if sample.expect is None or getattr(np, sample.op.name, None) is sample.expect:
            assert np.asarray(a).dtype == np.asarray(b).dtype
