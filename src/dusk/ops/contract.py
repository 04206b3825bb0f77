"""The one primitive of all products, `contract`, and how any product of two labelled operands becomes it."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import Size, TensorType
from dusk.ops.broadcast import sum_
from dusk.ops.movement import expand_dims, squeeze, transpose
from dusk.ops.pointwise import multiply, together
from dusk.ops.shapes import is_one, without

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
    if len(set(out)) != len(out) or not set(out) <= set(a + b) or not set(a) ^ set(b) <= set(out):
        raise ValueError(f"{a},{b}->{out} is not a contraction")
    return sizes


def _infer(a: TensorType, b: TensorType, *, labels: Labels) -> TensorType:
    sizes = _sizes(labels, (a.shape, b.shape))
    return a.with_(sizes[name] for name in labels[2])


def _vjp(g: Value, out: Value, a: Value, b: Value, *, labels: Labels) -> tuple[Value, Value]:
    of_a, of_b, of_out = labels
    return labelled_product(g, of_out, b, of_b, of_a), labelled_product(a, of_a, g, of_out, of_b)


def _batch(axes: Any, a: Value, b: Value, *, labels: Labels) -> Value:
    fresh = next(name for name in string.ascii_letters if name not in "".join(labels))
    of_a, of_b, of_out = labels
    return contract(
        a,
        b,
        labels=(of_a if axes[0] is None else fresh + of_a, of_b if axes[1] is None else fresh + of_b, fresh + of_out),
    )


def _grouped(x: np.ndarray[Any, Any], names: str, groups: Sequence[str]) -> np.ndarray[Any, Any]:
    """An operand with its labels brought into the order of the groups, each group one axis."""
    order = [names.index(name) for group in groups for name in group]
    moved = x if order == list(range(x.ndim)) else x.transpose(order)
    if all(len(group) == 1 for group in groups):
        return moved
    sizes = dict(zip(names, x.shape, strict=True))
    return moved.reshape([int(np.prod([sizes[name] for name in group], dtype=np.int64)) for group in groups])


@define(infer=_infer, promote=together, vjp=_vjp, batch=_batch, contract=lambda a, b, *, labels: labels)
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
    out = _grouped(a, of_a, [*groups, rows, summed]) @ _grouped(b, of_b, [*groups, summed, columns])
    sizes = dict(zip(of_a + of_b, a.shape + b.shape, strict=True))
    made = batch + rows + columns
    out = out.reshape([sizes[n] for n in made])
    return out if made == of_out else out.transpose([made.index(n) for n in of_out])


def labelled_sum(x: Value, labels: str, kept: str) -> tuple[Value, str]:
    """x summed over its labels that are not to be kept, and the labels left."""
    gone = tuple(i for i, name in enumerate(labels) if name not in kept)
    return (sum_(x, axis=gone, dtype=x.dtype), "".join(without(labels, gone))) if gone else (x, labels)


def _aligned(x: Value, labels: str, out: str) -> Value:
    """x with its axes in the order of `out`, and axes of size 1 where it has no such label."""
    order = tuple(labels.index(name) for name in out if name in labels)
    if order != tuple(range(x.ndim)):
        x = transpose(x, axes=order)
    missing = tuple(i for i, name in enumerate(out) if name not in labels)
    return expand_dims(x, axis=missing) if missing else x


def labelled_product(a: Value, of_a: str, b: Value, of_b: str, out: str) -> Value:
    """einsum of two operands in which no label occurs twice; a size of 1 meets any other size.

    A contraction where something is summed, else an element-wise product (which can be fused with its neighbours).
    """
    in_b = dict(zip(of_b, b.shape, strict=True))
    in_a = dict(zip(of_a, a.shape, strict=True))
    differ = {name for name in of_a if name in in_b and in_a[name] != in_b[name]}
    for_a, for_b = (
        tuple(i for i, name in enumerate(labels) if name in differ and is_one(x.shape[i]))
        for x, labels in ((a, of_a), (b, of_b))
    )
    if for_a:
        a, of_a = squeeze(a, axis=for_a), "".join(without(of_a, for_a))
    if for_b:
        b, of_b = squeeze(b, axis=for_b), "".join(without(of_b, for_b))
    a, of_a = labelled_sum(a, of_a, of_b + out)
    b, of_b = labelled_sum(b, of_b, of_a + out)
    if set(of_a + of_b) <= set(out):
        return multiply(_aligned(a, of_a, out), _aligned(b, of_b, out))
    return contract(a, b, labels=(of_a, of_b, out))
