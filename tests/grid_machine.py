"""A machine whose native steps run on the simulated grid: whole programs as a GPU would run them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from dusk.compiler.product import Product
from dusk.compiler.program import DONE
from dusk.compiler.work import Nest
from dusk.kernel import grid_product
from dusk.kernel.contraction import Contraction
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.costs import DEFAULTS, Costs
from dusk.kernel.grid_kernel import emit_grid
from dusk.kernel.loops import Kernel
from dusk.kernel.procedure import Procedure
from dusk.kernel.targets import nvptx, sim


def grid_text(work: Kernel | Contraction) -> str:
    """The text of what a step runs."""
    if isinstance(work, Contraction):
        return grid_product.product_text(work, nvptx.SM90)
    return emit_grid(work, nvptx.SM90).text


class GridMachine:
    """Steps on the simulator, of one or two blocks; their races are collected."""

    threads = 1

    def __init__(self) -> None:
        self.steps: list[tuple[str, str, tuple[int, int]]] = []  # text, name, blocks and threads of each
        self.races: list[sim.Race] = []
        self.refused: list[str] = []  # why kernels were not built

    def address(self, work: Nest | Product) -> int:
        """The number of a step's text, from 1 on."""
        product = isinstance(work, Product)
        what = work.contraction if isinstance(work, Product) else work.kernel
        if isinstance(what, Procedure):
            raise NotImplementedError("procedures on grids")
        try:
            text = grid_text(what)
        except NotImplementedError as error:
            self.refused.append(str(error))
            raise
        self.steps.append((text, what.name, (1, grid_product.THREADS) if product else (2, 64)))
        return len(self.steps)

    def interrupted(self) -> int:
        """No loops run on a grid."""
        raise NotImplementedError("loops")

    def costs(self, seconds: float = 0.0) -> Costs:
        """Nobody has measured a grid yet."""
        return DEFAULTS

    def loop(self) -> int:
        """Grids do not run scans yet (NotImplementedError)."""
        raise NotImplementedError("scans on grids")

    def plan(
        self, work: Contraction, extents: Sequence[int], a: Sequence[int], b: Sequence[int], apart: int = 0
    ) -> Plan:
        """The CPU's: its words that a grid reads are sizes and strides."""
        return work.plan(extents, a, b)

    in_parts = False

    def lanes(self, dtype: object) -> int:
        """Of no panels: what they are for is loops."""
        return 0

    def bind(self, slots: int, args: int, steps: int, n: int, release: bool, parallel: bool) -> Callable[[], int]:
        """A callable that runs the steps: 0, or 1 + the index of the first that failed."""
        rows = (ctypes.c_int64 * (4 * n)).from_address(steps)

        def run() -> int:
            status = (ctypes.c_int64 * (DONE + 1)).from_address(ctypes.c_int64.from_address(slots).value)
            for i in range(n):
                number, offset, extent, _ = rows[4 * i : 4 * i + 4]
                text, name, (blocks, threads) = self.steps[number - 1]
                self.races += sim.run(text, name, (slots, args + 8 * offset, 0, extent), (blocks, 1), threads)
                if status[0]:
                    return i + 1
            status[DONE] += 1
            return 0

        return run
