"""Programs of named sizes: decided once, right for every size, and no machine code at a new one."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.graph_maker import NAMED, NATIVE, Maker, reference
from compiler.run_program import check
from dusk import ops
from dusk.backends import runtime
from dusk.backends.cpu import CpuMachine, machine
from dusk.compiler.assemble import decide
from dusk.graph import Graph, constant
from dusk.graph.graph import specialise
from dusk.kernel import native
from dusk.transform.autodiff import gradients
from dusk.transform.pipeline import optimise

SIZES = [{"n": 5, "m": 4}, {"n": 4, "m": 6}, {"n": 17, "m": 4}, {"n": 4, "m": 4}]


def differentiated(graph: Graph) -> Graph:
    """The graph with the gradients of its first output as further outputs."""
    first = graph.outputs[0]
    ones = ops.broadcast_to(constant(1.0), shape=first.shape)
    variables = [v for v in graph.inputs if v.dtype.kind == "f"]
    return Graph(graph.inputs, (*graph.outputs, *gradients((first,), (ones,), variables)))


@pytest.mark.skipif(not NATIVE, reason="no native code here")
@pytest.mark.parametrize("with_gradients", [False, True])
@pytest.mark.parametrize("seed", range(150))
def test_a_random_graph_of_named_sizes_is_right_at_every_size(seed: int, with_gradients: bool) -> None:
    maker = Maker(seed, shapes=NAMED)
    graph = maker.graph(12)
    if with_gradients:
        graph = differentiated(graph)
    blueprint = decide(optimise(graph), machine)
    blueprint.program(SIZES[0])
    runtime.run_address()  # what all programs share: the first to run loads it
    before = native.stats.compiles + native.stats.disk_hits
    for sizes in SIZES:
        arrays = maker.arrays(sizes)
        want = reference(specialise(graph, sizes), arrays)
        check(graph, arrays, want, program=blueprint.program(sizes), rtol=1e-8)
    assert native.stats.compiles + native.stats.disk_hits == before


class Interrupted(CpuMachine):
    """A machine whose user interrupts it at its n-th question for an address."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.left = n

    def address(self, work: Any) -> int:
        self.left -= 1
        if self.left == -1:
            raise KeyboardInterrupt
        return super().address(work)


@pytest.mark.skipif(not NATIVE, reason="no native code here")
@pytest.mark.parametrize("seed", range(6))
def test_an_interrupt_while_code_is_found_leaves_the_blueprint_usable(seed: int) -> None:
    maker = Maker(seed, shapes=NAMED)
    graph = maker.graph(12)
    for n in range(100):
        blueprint = decide(optimise(graph), Interrupted(n))
        try:
            blueprint.program(SIZES[0])
            break
        except KeyboardInterrupt:
            pass
        for sizes in SIZES[:2]:
            arrays = maker.arrays(sizes)
            want = reference(specialise(graph, sizes), arrays)
            check(graph, arrays, want, program=blueprint.program(sizes), rtol=1e-8)
    assert n > 1
