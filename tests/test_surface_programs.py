"""Random programs over NumPy's surface see what NumPy sees: bit by bit where IEEE arithmetic says so; exceptions too.

`python tests/surface_programs.py 10000 --tier native` runs more of them.
"""

import os

import pytest

import dusk
import surface_programs
from dusk.kernel import native

COUNT = int(os.environ.get("DUSK_RANDOM_PROGRAMS", "2000"))
NATIVE = COUNT // 16  # each kernel of theirs is compiled, none is met twice
BLOCK = 25


def agree(seeds, tier, compiled=False):
    counts, different = surface_programs.run(seeds, tier, compiled=compiled)
    assert not different, "\n".join(different)
    return counts


@pytest.mark.parametrize("block", range(COUNT // BLOCK // 4))
def test_random_programs_of_all_of_numpy_equal_it_in_the_interpreter(block):
    before = dusk.stats()["native"]
    counts = agree(range(block * 4 * BLOCK, (block + 1) * 4 * BLOCK), "interpreter")
    assert counts["writing"] >= counts["programs"] // 2
    assert counts["statements"] >= 24 * counts["programs"]
    assert dusk.stats()["native"] == before


@pytest.mark.skipif(not native.available(), reason="no native code")
@pytest.mark.parametrize("block", range(NATIVE // BLOCK))
def test_random_programs_of_all_of_numpy_equal_it_natively(block):
    before = dusk.stats()["interpreted"]
    agree(range(block * BLOCK, (block + 1) * BLOCK), "native")
    assert dusk.stats()["interpreted"] == before


@pytest.mark.parametrize("tier", ["interpreter", "native"])
@pytest.mark.parametrize("block", range(NATIVE // BLOCK // 2))
def test_random_programs_of_all_of_numpy_equal_it_as_compiled_functions(tier, block):
    agree(range(block * BLOCK, (block + 1) * BLOCK), tier, compiled=True)
