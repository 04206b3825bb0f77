"""Every op over a mapped axis: what its rule, its smaller ops or the loop give is what each element gives."""

from typing import Any

import numpy as np
import pytest

from dusk.graph import evaluate, verify
from dusk.graph.graph import specialise
from dusk.transform.batch import batched
from op_samples import SAMPLES, SIZE, Sample

B = 3
MAPPED = [s for s in SAMPLES if s.args and s.op.name != "host"]


@pytest.mark.parametrize("sample", MAPPED, ids=lambda s: s.name)
def test_mapped_over_any_operands_it_gives_what_each_element_gives(sample: Sample) -> None:
    graph = specialise(sample.graph(), {"n": SIZE})
    args = sample.draw()
    rng = np.random.default_rng(5)
    many: list[Any] = []
    for arg in args:
        moved = [arg, *(np.array(arg) for _ in range(B - 1))]
        if arg.dtype.kind in "fc":
            moved = [arg, arg[::-1].copy() if arg.ndim else arg * 0.9, arg * rng.uniform(0.9, 1.0)]
        many.append(np.stack([m.astype(arg.dtype) for m in moved]))
    n = len(args)
    for flags in {(True,) * n, (True,) + (False,) * (n - 1), (False,) * (n - 1) + (True,)}:
        ones = [[m[i] if f else a for m, a, f in zip(many, args, flags, strict=True)] for i in range(B)]
        made, has = batched(graph, flags, B)
        with np.errstate(all="ignore"):
            try:
                each = [evaluate(graph, one) for one in ones]
            except (ValueError, np.linalg.LinAlgError):
                continue  # not all elements are in the op's domain
            found = evaluate(verify(made), [m if f else a for m, a, f in zip(many, args, flags, strict=True)])
        for k, (value, with_axis) in enumerate(zip(found, has, strict=True)):
            wanted = np.stack([results[k] for results in each])
            value = value if with_axis else np.broadcast_to(value, wanted.shape)
            rtol = 1e-10 if wanted.dtype.itemsize > 2 else 2e-3
            np.testing.assert_allclose(value, wanted, rtol=rtol, atol=1e-12)
            assert np.asarray(value).dtype == wanted.dtype
