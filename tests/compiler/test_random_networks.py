"""Random networks and their gradients: a compiled program gives what the bodies give, whatever it may overwrite."""

from typing import Any

import pytest

from compiler.graph_maker import NATIVE
from compiler.layer_maker import Layers, limits, settled
from compiler.run_program import check
from dusk.backends.cpu import compile_native
from dusk.transform.pipeline import optimise

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")


def compared(seed: int, most: int = 9) -> Any:
    """One network compiled and compared; None where its values depend on how they are rounded."""
    maker = Layers(seed)
    graph = maker.graph(maker.number(2, most))
    arrays = maker.arrays()
    want = settled(graph, arrays, seed)
    if want is None:
        return None
    into = maker.into() if maker.maybe() else {}
    donate = [j for j in range(len(arrays)) if maker.maybe(0.4)] if maker.maybe(0.4) else []
    with limits(seed):
        program = compile_native(optimise(graph), donate, into)
        return check(graph, arrays, want, donate, into, program, rtol=1e-7)


@pytest.mark.parametrize("block", range(4))
def test_networks_give_what_bodies_give(block: int) -> None:
    programs = [compared(seed) for seed in range(10 * block, 10 * block + 10)]
    assert sum(p is not None for p in programs) > 6


@pytest.mark.parametrize(("seed", "most"), [(102, 9), (411, 9), (10856, 25)])
def test_networks_that_found_faults(seed: int, most: int) -> None:
    """Values computed again for views that are stored late; a product read before it was put right."""
    assert compared(seed, most) is not None
