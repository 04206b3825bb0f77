"""Rows of attention and of what goes with it."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, row, writes
from dusk.formats.onnx.rows_convert import cast
from dusk.formats.onnx.rows_products import product


def _by_heads(x: Any, heads: int) -> Any:
    """x[batch, n, heads * d] as [batch, heads, n, d]."""
    return x.reshape((x.shape[0], x.shape[1], heads, x.shape[2] // heads)).transpose((0, 2, 1, 3))


def _repeated(call: Call, x: Any, heads: int) -> Any:
    """Heads of keys or values, each for as many heads of queries."""
    return x if x.shape[1] == heads else call.np.repeat(x, heads // x.shape[1], axis=1)


def _bias(call: Call, queries: int, keys: int, offset: Any, ends: Any) -> Any:
    """Which keys queries may look at, [batch or 1, 1, queries, keys]; None: all."""
    left, right = call.get("left_window_size", -1), call.get("right_window_size", -1)
    if call.get("is_causal", 0):
        right = 0 if right < 0 else min(right, 0)
    if left < 0 and right < 0 and ends is None:
        return None
    place = np.arange(queries)[:, None] + np.reshape(offset, (-1, 1, 1, 1))
    key, seen = np.arange(keys), np.ones((1, 1, queries, keys), bool)
    if right >= 0:
        seen = seen & (key <= place + right)
    if left >= 0:
        seen = seen & (key >= place - left)
    return seen if ends is None else seen & (key < np.reshape(ends, (-1, 1, 1, 1)))


@row("Attention", known=(6,))
def _(
    call: Call, q: Any, k: Any, v: Any, mask: Any = None, past_k: Any = None, past_v: Any = None, ends: Any = None
) -> Any:
    flat = q.ndim == 3
    if flat:
        q, k, v = (
            _by_heads(x, call.must(n)) for x, n in ((q, "q_num_heads"), (k, "kv_num_heads"), (v, "kv_num_heads"))
        )
    if past_k is not None:
        k, v = (call.np.concatenate([before, x], axis=2) for before, x in ((past_k, k), (past_v, v)))
    before = past_k.shape[2] if past_k is not None else 0 if ends is None else np.asarray(ends) - q.shape[2]
    y, scores = _attended(call, q, k, v, mask, before, ends)
    if flat:
        y = y.transpose((0, 2, 1, 3)).reshape((y.shape[0], y.shape[2], -1))
    return y, k, v, scores


def _attended(call: Call, q: Any, k: Any, v: Any, mask: Any, before: Any, ends: Any) -> tuple[Any, Any]:
    heads, n, m = q.shape[1], q.shape[2], k.shape[2]
    scale, cap, dtype = call.get("scale"), call.get("softcap", 0.0), q.dtype
    full = mask is None or mask.shape[-1] == m
    windows = max(call.get("left_window_size", -1), call.get("right_window_size", -1)) >= 0
    plain = isinstance(before, int) and not windows and not cap and full and not call.wants(3)
    if plain and mask is None and dtype.itemsize > 2 and not call.get("softmax_precision", 0):
        k, v = _repeated(call, k, heads), _repeated(call, v, heads)
        given = {"past": before} if before else {}
        given |= {} if scale is None else {"scale": scale}
        return ops.attention(q, k, v, causal=bool(call.get("is_causal", 0)), **given), None
    k, v = _repeated(call, k, heads), _repeated(call, v, heads)
    scale = 1 / math.sqrt(q.shape[-1]) if scale is None else scale
    root = np.asarray(math.sqrt(scale), dtype)
    scores = product(ops.multiply(q, root), ops.multiply(k, root).swapaxes(-1, -2))
    seen, mode = {0: scores}, call.get("qk_matmul_output_mode", 0)
    if cap:
        scores = ops.multiply(ops.tanh(ops.divide(scores, np.asarray(cap, dtype))), np.asarray(cap, dtype))
    seen[1] = scores
    least = np.asarray(-np.inf, dtype)
    allowed = _bias(call, n, m, before, ends)
    if mask is not None and mask.shape[-1] < m:
        none = False if mask.dtype.kind == "b" else -np.inf
        widths = [(0, 0)] * (mask.ndim - 1) + [(0, m - mask.shape[-1])]
        mask = call.np.pad(mask, widths, constant_values=none)
    if mask is not None:
        scores = ops.where(mask, scores, least) if mask.dtype.kind == "b" else ops.add(scores, mask)
    if allowed is not None:
        scores = ops.where(allowed, scores, least)
    seen[2] = scores
    precision = call.dtype("softmax_precision", dtype)
    shares = cast(_shares(cast(scores, precision)), dtype)
    seen[3] = shares
    return product(shares, cast(v, dtype)), seen[mode]


def _shares(scores: Any) -> Any:
    """Softmax along the last axis, 0 where a row has nothing to look at."""
    none = ops.equal(ops.max_(scores, axis=-1, keepdims=True), -np.inf)
    shares = ops.softmax(ops.where(none, ops.multiply(ops.astype(none, dtype=scores.dtype), 0), scores), axis=-1)
    return ops.where(none, ops.multiply(shares, 0), shares)


@writes(ops.attention, since=23)
def _(w: Any, node: Any, q: str, k: str, v: str, *mask: str) -> Any:
    given = node.keywords
    same_heads = len({tuple(x.type.shape[:-2]) for x in node.inputs[:3]}) == 1
    if node.types[0].ndim != 4 or given.get("past") or not same_heads or mask:
        return w.inlined(node, q, k, v, *mask)
    scale = {} if given.get("scale") is None else {"scale": float(given["scale"])}
    return w.put("Attention", [q, k, v], is_causal=int(given.get("causal", False)), **scale)


@row("FlexAttention", domain="ai.onnx.preview")
def _(call: Call, q: Any, k: Any, v: Any) -> Any:
    dtype, scale = q.dtype, call.get("scale")
    wide = np.dtype("float64") if dtype == np.float64 else np.dtype("float32")
    precision = call.dtype("softmax_precision", wide)
    k, v = _repeated(call, k, q.shape[1]), _repeated(call, v, q.shape[1])
    scale = 1 / math.sqrt(q.shape[-1]) if scale is None else scale
    scores = product(cast(q, precision), cast(k, precision).swapaxes(-1, -2))
    scores = ops.multiply(scores, np.asarray(scale, precision))
    if call.get("score_mod") is not None:
        scores = call.run(call.get("score_mod"), [scores])[0]
    shares = ops.softmax(scores, axis=-1)
    if call.get("prob_mod") is not None:
        shares = call.run(call.get("prob_mod"), [shares])[0]
    return cast(product(cast(shares, precision), cast(v, precision)), dtype)


@row("LinearAttention")
def _(call: Call, q: Any, k: Any, v: Any, state: Any = None, decay: Any = None, beta: Any = None) -> Any:
    heads, own = call.must("q_num_heads"), call.must("kv_num_heads")
    rule, np_ = call.get("update_rule", "gated_delta"), call.np
    dtype = q.dtype
    wide = np.dtype("float32") if dtype.itemsize < 4 else dtype
    q, k, v = (cast(_by_heads(x, n), wide) for x, n in ((q, heads), (k, own), (v, own)))
    scale = call.get("scale", 0.0) or 1 / math.sqrt(q.shape[-1])
    kept = dtype if state is None else state.dtype
    s = np_.zeros((q.shape[0], own, k.shape[-1], v.shape[-1]), wide) if state is None else cast(state, wide)
    gate = None if decay is None or "gated" not in rule else np_.exp(cast(_by_heads(decay, own), wide))
    rate = None if beta is None or "delta" not in rule else cast(_by_heads(beta, beta.shape[-1]), wide)
    outputs: list[Any] = []
    for t in range(q.shape[2]):
        key, value = k[:, :, t, :, None], v[:, :, t, None, :]
        if gate is not None:
            s = s * gate[:, :, t, :, None]
        if rate is not None:
            value = rate[:, :, t, :, None] * (value - product(key.swapaxes(-1, -2), s))
        s = s + key * value
        outputs.append(scale * product(q[:, :, t, None, :], _repeated(call, s, heads)))
    y = np_.concatenate(outputs, axis=2).transpose((0, 2, 1, 3))
    return cast(y.reshape((y.shape[0], y.shape[1], -1)), dtype), cast(s, kept)


@row("RotaryEmbedding")
def _(call: Call, x: Any, cos: Any, sin: Any, places: Any = None) -> Any:
    flat, shape = x.ndim == 3, x.shape
    if flat:
        x = x.reshape((shape[0], shape[1], call.must("num_heads"), -1))
    else:
        x = x.transpose((0, 2, 1, 3))
    turned = call.get("rotary_embedding_dim", 0) or x.shape[-1]
    if places is not None:
        cos, sin = (call.np.take(table, places, axis=0) for table in (cos, sin))
    cos, sin = (table[:, :, None, :] for table in (cos, sin))
    half = turned // 2
    if call.get("interleaved", 0):
        a, b = x[..., 0:turned:2], x[..., 1:turned:2]
    else:
        a, b = x[..., :half], x[..., half:turned]
    real, imaginary = cos * a - sin * b, sin * a + cos * b
    if call.get("interleaved", 0):
        made = call.np.stack([real, imaginary], axis=-1).reshape((*x.shape[:-1], turned))
    else:
        made = call.np.concatenate([real, imaginary], axis=-1)
    y = call.np.concatenate([made, x[..., turned:]], axis=-1)
    return y.reshape(shape) if flat else y.transpose((0, 2, 1, 3))
