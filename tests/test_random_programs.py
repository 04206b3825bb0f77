"""Random NumPy programs give NumPy's results: views, writes, branches, dtypes, shared memory; four rounds of data."""

import os
from collections import Counter

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
import random_programs
from dusk.compiler.assemble import totals
from dusk.graph import op as registry

COUNT = int(os.environ.get("DUSK_RANDOM_PROGRAMS", "2000"))
BLOCK = 50


def close(mine, theirs, single):
    """Exact for integers, bools, shapes; floats within what sums and functions may differ (`single`: of float32)."""
    mine, theirs = np.asarray(mine), np.asarray(theirs)
    if mine.shape != theirs.shape or mine.dtype != theirs.dtype:
        return False
    if theirs.dtype.kind not in "fc":
        return bool((mine == theirs).all())
    eps = float(np.finfo("float32" if single else theirs.dtype).eps)
    scale = float(np.max(np.abs(theirs), initial=1.0))
    return bool(np.allclose(mine, theirs, rtol=4096 * eps, atol=4096 * eps * scale, equal_nan=True))


def run(function, namespace, convert, arrays):
    try:
        with np.errstate(all="ignore"):
            return [np.array(v) for v in function(namespace, np, *map(convert, arrays))], None
    except Exception as error:
        return [], error


def check(seed):
    program = random_programs.write(seed)
    scope = {}
    exec(compile(program.source, f"program {seed}", "exec"), scope)
    single = "float32" in program.source or any(x.dtype == np.float32 for x in program.inputs)
    for round_ in range(4):
        inputs = random_programs.changed(program.inputs, round_, seed)
        theirs, expected = run(scope["program"], np, np.array, inputs)
        mine, met = run(scope["program"], dnp, dnp.array, inputs)
        if expected is not None or met is not None:
            assert type(met) is type(expected), (
                f"seed {seed}, round {round_}: {met!r} for {expected!r}\n{program.source}"
            )
            return program.statements
        for a, b in zip(mine, theirs, strict=True):
            assert close(a, b, single), f"seed {seed}, round {round_}:\n{program.source}\n{a!r}\n{b!r}"
    return program.statements


@pytest.mark.parametrize("tier", ["interpreter", "native"])
@pytest.mark.parametrize("block", range(COUNT // BLOCK))
def test_random_programs_equal_numpy(tier, block):
    before = dusk.stats()
    bodies = Counter(totals.bodies)
    with dusk.config.using(tier=tier):
        sizes = [check(seed) for seed in range(block * BLOCK, (block + 1) * BLOCK)]
    assert np.median(sizes) >= 15
    after = dusk.stats()
    if tier == "interpreter":
        assert after["native"] == before["native"]
    else:
        assert after["interpreted"] == before["interpreted"]
        ran = {name for name in totals.bodies - bodies if registry.get(name).lower is not None}
        assert not ran, f"ops that native code can compute ran their bodies: {ran}"
