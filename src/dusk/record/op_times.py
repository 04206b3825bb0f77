"""Hooks that come with Dusk: what each op takes, and a line for each."""

from __future__ import annotations

from collections import Counter
from time import perf_counter

from dusk.record.op_hooks import OpCall
from dusk.record.recorder import value_of


class OpTimes:
    """A hook that computes each op by itself, at once, and adds up what that takes by op and line of the program.

    `seconds` and `calls` are by (op, line); printed, it is a table, the longest first. Nothing is fused meanwhile: it
    tells where the work is, not how long the program takes.

    >>> import dusk, dusk.numpy as np
    >>> times = dusk.OpTimes()
    >>> with dusk.op_hook(times):
    ...     y = np.exp(np.ones((100, 100))).sum()
    >>> sorted(name for name, line in times.seconds)
    ['exp', 'full', 'sum']
    """

    def __init__(self) -> None:
        self.seconds: Counter[tuple[str, str]] = Counter()
        self.calls: Counter[tuple[str, str]] = Counter()

    def __call__(self, call: OpCall) -> None:
        start = perf_counter()
        for made in call.outputs:
            value_of(made)
        self.seconds[call.name, call.line] += perf_counter() - start  # pyright: ignore[reportArgumentType]
        self.calls[call.name, call.line] += 1

    def __str__(self) -> str:
        rows = [f"{'seconds':>10}  {'calls':>6}  op"]
        for key, seconds in self.seconds.most_common():
            rows.append(f"{seconds:10.6f}  {self.calls[key]:6}  {key[0]}, {key[1]}")
        return "\n".join(rows)


def print_op(call: OpCall) -> None:
    """A hook that prints a line for each op: the user's line, the op, types and shapes of what goes in and comes out.

    >>> import dusk, dusk.numpy as np
    >>> x = np.ones((3, 2))
    >>> with dusk.op_hook(dusk.print_op):  # doctest: +ELLIPSIS
    ...     y = x.sum(axis=0)
    <doctest ...>:2: sum(float64[3, 2]) -> float64[2]
    """
    print(call)
