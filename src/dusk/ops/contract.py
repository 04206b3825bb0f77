"""The one primitive of all products: a sum over the shared labels of two operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import Size, TensorType
from dusk.ops.pointwise import together

Labels = tuple[str, str, str]


def _sizes(labels: Labels, shapes: Sequence[Sequence[Size]]) -> dict[str, Size]:
    """The size of each label (ValueError: the labels are not a contraction, or the sizes differ)."""
    a, b, out = labels
    sizes: dict[str, Size] = {}
    for names, shape in zip((a, b), shapes, strict=True):
        if len(set(names)) != len(names) or len(names) != len(shape):
            raise ValueError(f"labels {names!r} for shape {tuple(shape)}")
        for name, size in zip(names, shape, strict=True):
            if sizes.setdefault(name, size) != size:
                met = " and ".join(str(tuple(s)) for s in shapes)
                raise ValueError(f"sizes {sizes[name]} and {size} of shapes {met} do not match ({a},{b}->{out})")
    if len(set(out)) != len(out) or not set(out) <= set(a + b) or not (set(a + b) - set(out)) <= set(a) & set(b):
        raise ValueError(f"{a},{b}->{out} is not a contraction")
    return sizes


def _infer(a: TensorType, b: TensorType, *, labels: Labels) -> TensorType:
    sizes = _sizes(labels, (a.shape, b.shape))
    return a.with_(sizes[name] for name in labels[2])


def _vjp(g: Value, out: Value, a: Value, b: Value, *, labels: Labels) -> tuple[Value, Value]:
    of_a, of_b, of_out = labels
    return contract(g, b, labels=(of_out, of_b, of_a)), contract(a, g, labels=(of_a, of_out, of_b))


def _grouped(x: np.ndarray[Any, Any], names: str, groups: Sequence[str]) -> np.ndarray[Any, Any]:
    """An operand with its labels brought into the order of the groups, each group one axis."""
    order = [names.index(name) for group in groups for name in group]
    moved = x if order == list(range(x.ndim)) else x.transpose(order)
    sizes = dict(zip(names, x.shape, strict=True))
    shape = tuple(int(np.prod([sizes[name] for name in group], dtype=np.int64)) for group in groups)
    return moved if moved.shape == shape else moved.reshape(shape)


@define(infer=_infer, promote=together, vjp=_vjp, contract=lambda a, b, *, labels: labels)
def contract(a: Any, b: Any, *, labels: Labels) -> Any:
    """The sum of products over the labels that `labels[2]` lacks: einsum of two operands.

    No label occurs twice in an operand, and each summed label occurs in both: `("bij", "bjk", "bik")`.
    """
    of_a, of_b, of_out = labels
    a, b = np.asarray(a), np.asarray(b)
    batch = "".join(n for n in of_a if n in of_b and n in of_out)
    rows = "".join(n for n in of_a if n not in of_b)
    columns = "".join(n for n in of_b if n not in of_a)
    summed = "".join(n for n in of_a if n in of_b and n not in of_out)
    groups = [batch] if batch else []
    left = _grouped(a, of_a, [*groups, rows, summed])
    right = _grouped(b, of_b, [*groups, summed, columns])
    out = left @ right if summed else np.multiply(left, right)
    sizes = dict(zip(of_a + of_b, a.shape + b.shape, strict=True))
    made = batch + rows + columns
    out = out.reshape([sizes[n] for n in made])
    return out if made == of_out else out.transpose([made.index(n) for n in of_out])
