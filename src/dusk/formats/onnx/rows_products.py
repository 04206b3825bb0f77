"""Rows of products of matrices."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, row, writes


def product(a: Any, b: Any) -> Any:
    """The matrix product, in the dtype of its operands: Dusk's of short floats are longer."""
    found = ops.matmul(a, b)
    return found if found.dtype == a.dtype else ops.astype(found, dtype=a.dtype)


@row("MatMul")
def _(call: Call, a: Any, b: Any) -> Any:
    return product(a, b)


@writes(ops.matmul)
def _(w: Any, node: Any, *names: str) -> str:
    return w.put("MatMul", [w.cast(name, v, node) for name, v in zip(names, node.inputs)])


@writes(ops.einsum, since=12)
def _(w: Any, node: Any, *names: str) -> str:
    return w.put("Einsum", names, equation=node.keywords["subscripts"])


@writes(ops.contract, since=12)
def _(w: Any, node: Any, *names: str) -> str:
    a, b, out = node.keywords["labels"]
    return w.put("Einsum", names, equation=f"{a},{b}->{out}")


@row("Gemm")
def _(call: Call, a: Any, b: Any, c: Any = None) -> Any:
    a = a.T if call.get("transA", 0) else a
    b = b.T if call.get("transB", 0) else b
    alpha, beta = call.get("alpha", 1.0), call.get("beta", 1.0)
    found = product(a, b)
    if alpha != 1:
        found = ops.multiply(found, alpha if found.dtype.kind != "i" else int(alpha))
    if c is None or beta == 0:
        return found
    return ops.add(found, c if beta == 1 else ops.multiply(c, beta))


@row("Einsum")
def _(call: Call, *xs: Any) -> Any:
    dtype, equation = xs[0].dtype, call.must("equation").replace(" ", "")
    if dtype.isbuiltin != 1:  # NumPy's einsum knows no others
        xs = tuple(ops.astype(x, dtype=np.dtype("float32")) for x in xs)
    return ops.astype(call.np.einsum(equation, *xs), dtype=dtype)


@writes(ops.det)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Det", [x])


@writes(ops.diagonal, since=12)
def _(w: Any, node: Any, x: str) -> str:
    letters = "abcdefghijklmnopqrstuvwxy"[: node.inputs[0].type.ndim]
    axes = [node.keywords.get(key, default) % len(letters) for key, default in (("axis1", 0), ("axis2", 1))]
    labels = ["z" if i in axes else letter for i, letter in enumerate(letters)]
    out = "".join(letter for letter in labels if letter != "z") + "z"
    return w.put("Einsum", [x], equation=f"{''.join(labels)}->{out}")


@row("Det")
def _(call: Call, x: Any) -> Any:
    return call.np.linalg.det(x)
