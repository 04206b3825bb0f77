"""Hooks on ops: functions that see each op that a thread records, once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from dusk.graph import Op
from dusk.graph.provenance import describe, here
from dusk.record.context import Context, local
from dusk.record.handle import Handle


class OpCall:
    """One call of an op: what a hook is given.

    `name` is the op's, `params` are its parameters; `inputs` are what it was called with (arrays, numbers), `outputs`
    the arrays that it gives. They are computed when they are looked at; of an array that the op writes to there is
    what it wrote. `gradient` says that it is the way back of a whole gradient, whose ops are one call.
    """

    __slots__ = ("_lines", "inputs", "name", "outputs", "params")

    def __init__(self, name: str, inputs: tuple[Any, ...], outputs: tuple[Any, ...], params: dict[str, Any]) -> None:
        self.name, self.inputs, self.outputs, self.params = name, inputs, outputs, params
        self._lines = here()

    @property
    def line(self) -> str:
        """The line of the user's program, as `file.py:12`."""
        return describe(self._lines)

    @property
    def gradient(self) -> bool:
        """Whether it is the way back of a gradient."""
        return self.name == "gradients"

    def __str__(self) -> str:
        given = ", ".join(str(x.type) if isinstance(x, Handle) else repr(x) for x in self.inputs)
        return f"{self.line}: {self.name}({given}) -> {', '.join(str(x.type) for x in self.outputs)}"


Hook = Callable[[OpCall], object]


@contextmanager
def op_hook(*hooks: Hook) -> Generator[None]:
    """A context in which functions are called with an `OpCall` after each op that this thread records.

    Each op is seen once, whether it has been recorded before or not, whatever is small, within gradients too. A call of
    a compiled function is one op named `call`, the way back of a gradient one named `gradients`; what hooks record
    themselves, and what is traced to be compiled, is not seen. Nothing is paid for it outside of the context; inside,
    calls take Python's time. For layers there is `dusk.nn.hooked`.

    >>> import dusk, dusk.numpy as np
    >>> x = np.ones((3, 2))
    >>> with dusk.op_hook(lambda call: print(call.name, [y.shape for y in call.outputs])):
    ...     y = np.tanh(x @ x.T).sum()
    transpose [(2, 3)]
    matmul [(3, 3)]
    tanh [(3, 3)]
    sum [()]
    """
    ctx = local.context
    before = ctx.hooks
    ctx.hook((*before, *hooks))
    try:
        yield
    finally:
        ctx.hook(before)


def tell(ctx: Context, op: Op, inputs: Sequence[Any], params: dict[str, Any], result: Any) -> None:
    """Call the hooks of a context for a call just recorded; they may record what they like."""
    hooks = ctx.hooks
    if op.name == "variables":  # a gradient's names for arrays, nothing that is computed
        return
    outputs = cast("tuple[Any, ...]", result) if isinstance(result, tuple) else (result,)
    call = OpCall(op.name, tuple(inputs), outputs, params)
    ctx.hooks = ()
    try:
        for hook in hooks:
            hook(call)
    finally:
        ctx.hooks = hooks
