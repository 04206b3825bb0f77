"""Every op has a row in the table, and its body computes what NumPy computes."""

import numpy as np
import pytest

from dusk import ops
from dusk.graph import Op
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
