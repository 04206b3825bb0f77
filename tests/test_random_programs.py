"""Random NumPy programs give NumPy's results: views, writes, branches, dtypes, shared memory; four rounds of data.

Some go through seven rounds of changing lengths.
"""

import os
import warnings
from collections import Counter

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
import random_programs
from dusk.compiler.table import totals
from dusk.graph import op as registry
from dusk.kernel import native
from dusk.record.follower import unfit

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
    scale = float(np.max(np.abs(theirs), initial=1.0, where=np.isfinite(theirs)))
    return bool(np.allclose(mine, theirs, rtol=4096 * eps, atol=4096 * eps * scale, equal_nan=True))


def run(function, namespace, convert, arrays):
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # as NumPy's of means of nothing
            return [np.array(v) for v in function(namespace, np, *map(convert, arrays))], None
    except Exception as error:
        return [], error


def check(seed, rounds=4, draw=random_programs.changed, length=24):
    program = random_programs.write(seed, length)
    scope = {}
    exec(compile(program.source, f"program {seed}", "exec"), scope)
    single = "float32" in program.source or any(x.dtype == np.float32 for x in program.inputs)
    for round_ in range(rounds):
        inputs = draw(program.inputs, round_, seed)
        theirs, expected = run(scope["program"], np, np.array, inputs)
        mine, met = run(scope["program"], dnp, dnp.array, inputs)
        if expected is not None or met is not None:
            assert type(met) is type(expected), (
                f"seed {seed}, round {round_}: {met!r} for {expected!r}\n{program.source}"
            )
            continue
        for a, b in zip(mine, theirs, strict=True):
            assert close(a, b, single), f"seed {seed}, round {round_}:\n{program.source}\n{a!r}\n{b!r}"
    return program.statements


def assert_no_lost_ops(before):
    """That native runs called no bodies of ops that native code can compute."""
    ran = {name for name in totals.bodies - before if registry.get(name).lower is not None}
    assert not ran, f"ops that native code can compute ran their bodies: {ran}"


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
        assert_no_lost_ops(bodies)


@pytest.mark.parametrize("tier", ["interpreter", "native", "auto"])
@pytest.mark.parametrize("block", range(COUNT // BLOCK // 10))
def test_random_programs_equal_numpy_when_their_lengths_change(tier, block):
    before = dusk.stats()
    bodies = Counter(totals.bodies)
    with dusk.config.using(tier=tier):
        for seed in range(block * BLOCK, (block + 1) * BLOCK):
            check(seed, 7, random_programs.resized, 10)
    added = {name: count - before[name] for name, count in dusk.stats().items()}
    if tier == "native" and native.available():
        assert added["instances"] > added["compiled"] // 2
        assert_no_lost_ops(bodies)


@pytest.mark.skipif(unfit is not None, reason=f"no native follower: {unfit}")
@pytest.mark.parametrize("block", range(COUNT // BLOCK // 4))
def test_random_programs_equal_numpy_when_small_arrays_are_done_at_once(block):
    first = range(block * BLOCK, (block + 1) * BLOCK)
    with dusk.config.using(tier="interpreter"):
        for seed in first[::5]:  # what is recorded here is known below, and done at once all the same
            check(seed, 1)
    before = dusk.stats()
    with dusk.config.using(background=True):
        for seed in first:
            check(seed, 2)
    added = {name: count - before[name] for name, count in dusk.stats().items()}
    assert added["at_once"] > 100 * added["misses"], added
