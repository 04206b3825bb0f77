"""The op that takes a value to another device."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import coercions, define
from dusk.graph.types import TensorType


def _vjp(g: Value, out: Value, x: Value, *, device: str) -> tuple[Value]:
    return (transfer(g, device=x.type.device),)


@define(
    infer=lambda x, *, device: TensorType(x.shape, x.dtype, device),
    vjp=_vjp,
    linear=True,
    batch=lambda mapped, x, *, device: transfer(x, device=device),
)
def transfer(x: Any, *, device: str) -> Any:
    """The value on another device: a copy in its memory."""
    return np.array(x)


coercions.transfer = transfer
