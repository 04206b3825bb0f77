"""einsum of any number of operands, as diagonals, sums and contractions in a good order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import Shape, Size, TensorType, typical
from dusk.ops.contract import labelled_product, labelled_sum
from dusk.ops.matrix import diagonal
from dusk.ops.movement import squeeze, transpose
from dusk.ops.pointwise import together
from dusk.ops.shapes import is_one

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _parse(subscripts: str, ranks: Sequence[int]) -> tuple[list[str], str]:
    """The labels of each operand and of the result, `...` and an omitted result written out (ValueError)."""
    left, arrow, right = subscripts.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        raise ValueError(f"subscripts {subscripts!r} are for {len(terms)} operands, not {len(ranks)}")
    spare = [name for name in _LETTERS if name not in subscripts]
    extra = [rank - len(term.replace("...", "")) for term, rank in zip(terms, ranks, strict=True)]
    if any(n < 0 or (n and "..." not in term) for n, term in zip(extra, terms, strict=True)):
        raise ValueError(f"subscripts {subscripts!r} do not fit operands of {', '.join(map(str, ranks))} axes")
    ellipsis = "".join(spare[: max(extra)])
    labels = [t.replace("...", ellipsis[len(ellipsis) - n :]) for t, n in zip(terms, extra, strict=True)]
    together = "".join(labels)
    if not arrow:
        right = "..." + "".join(sorted(n for n in set(together) - set(ellipsis) if together.count(n) == 1))
    out = right.replace("...", ellipsis)
    if not set(out + together) <= set(_LETTERS) or len(set(out)) != len(out) or not set(out) <= set(together):
        raise ValueError(f"subscripts {subscripts!r} are not valid")
    return labels, out


def _sizes(labels: Sequence[str], shapes: Sequence[Shape]) -> dict[str, Size]:
    """The size of each label; 1 meets any size of another operand (ValueError: two sizes differ)."""
    sizes: dict[str, Size] = {}
    for names, shape in zip(labels, shapes, strict=True):
        own: dict[str, Size] = {}
        for name, size in zip(names, shape, strict=True):
            if own.setdefault(name, size) != size:
                raise ValueError(f"label {name!r} has sizes {own[name]} and {size}")
            if is_one(sizes.get(name, 1)):
                sizes[name] = size
            elif not is_one(size) and size != sizes[name]:
                raise ValueError(f"label {name!r} has sizes {sizes[name]} and {size}")
    return sizes


def _infer(*xs: TensorType, subscripts: str) -> TensorType:
    labels, out = _parse(subscripts, [x.ndim for x in xs])
    sizes = _sizes(labels, [x.shape for x in xs])
    return xs[0].with_(sizes[name] for name in out)


def _single(x: Value, labels: str) -> tuple[Value, str]:
    """x with each label once: diagonals taken where one is repeated."""
    for name in dict.fromkeys(labels):
        while labels.count(name) > 1:
            i, j = labels.index(name), labels.rindex(name)
            rest = "".join(n for p, n in enumerate(labels) if p not in (i, j))
            if x.shape[i] == x.shape[j]:
                x, labels = diagonal(x, axis1=i, axis2=j), rest + name
            else:  # one of the two has size 1
                gone = i if is_one(x.shape[i]) else j
                x, labels = squeeze(x, axis=gone), labels[:gone] + labels[gone + 1 :]
    return x, labels


def _path(labels: Sequence[str], out: str, sizes: dict[str, Size]) -> list[tuple[int, ...]]:
    """Which operands to multiply with each other, in order; results are put at the end of the list."""
    if len(labels) <= 2:
        return [tuple(range(len(labels)))]
    import opt_einsum

    shapes = [tuple(typical(sizes[name]) for name in names) for names in labels]
    path, _ = opt_einsum.contract_path(f"{','.join(labels)}->{out}", *shapes, shapes=True)
    return [tuple(step) for step in path]


def _inline(*xs: Value, subscripts: str) -> Value:
    labels, out = _parse(subscripts, [x.ndim for x in xs])
    sizes = _sizes(labels, [x.shape for x in xs])
    terms = [_single(x, names) for x, names in zip(xs, labels, strict=True)]
    for step in _path([names for _, names in terms], out, sizes):
        picked = [terms[i] for i in step]
        terms = [term for i, term in enumerate(terms) if i not in step]
        kept = "".join(names for _, names in terms) + out
        x, names = picked[0]
        for y, others in picked[1:]:
            wanted = "".join(n for n in dict.fromkeys(names + others) if n in kept)
            wanted = out if not terms and set(wanted) == set(out) else wanted
            x, names = labelled_product(x, names, y, others, wanted), wanted
        terms.append((x, names))
    x, names = labelled_sum(*terms[0], out)
    return x if names == out else transpose(x, axes=tuple(names.index(n) for n in out))


@define(infer=_infer, promote=together, inline=_inline)
def einsum(*xs: Any, subscripts: str) -> Any:
    """Sums of products by NumPy's subscripts (`"ij,jk->ik"`, `"...ii"`), in the order that opt_einsum finds."""
    return np.einsum(subscripts, *xs, optimize=True)
