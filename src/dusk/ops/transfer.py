"""The op that takes a value to another device."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import coercions, define


def _vjp(g: Value, out: Value, x: Value, *, device: str, asked: bool = True) -> tuple[Value]:
    return (transfer(g, device=x.type.device, asked=asked),)


def _batch(mapped: tuple[int, ...], x: Value, **params: Any) -> Value:
    return transfer(x, **params)


@define(
    infer=lambda x, *, device, asked=True: x.on(device),
    vjp=_vjp,
    linear=True,
    batch=_batch,
    several=True,
)
def transfer(x: Any, *, device: str, asked: bool = True) -> Any:
    """The value on another device: a copy in its memory; `asked`: somebody wrote it, a call did not insert it."""
    return np.array(x)


coercions.transfer = transfer
