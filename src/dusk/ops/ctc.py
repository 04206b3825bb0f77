"""Connectionist temporal classification (Graves and others 2006): the loss of unaligned sequences of labels.

-log of the sum, over all ways to spread a target over the steps with blanks between labels, of their probabilities.
The forward variables go from step to step in logarithms, in a loop, whose gradient is the backward algorithm.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from dusk.graph.graph import Graph, trace
from dusk.graph.node import Value
from dusk.graph.op import define
from dusk.graph.types import Dim, TensorType
from dusk.ops.arithmetic import add, negative, subtract
from dusk.ops.convert import stop_gradient
from dusk.ops.create import build, fill, iota
from dusk.ops.exponential import exp, log
from dusk.ops.gather import take_along_axis
from dusk.ops.index import pad
from dusk.ops.join import concatenate, stack
from dusk.ops.logic import equal, greater, less, logical_and, not_equal
from dusk.ops.movement import expand_dims, reshape, squeeze
from dusk.ops.pointwise import Kind, common, multiply
from dusk.ops.scan import scan
from dusk.ops.select import maximum, where

NEVER = -1e30  # the logarithm of what cannot be, finite so that differences of two of these are


def _promote(log_probs: Kind, *integers: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    if any(common(k).kind not in "iu" for k in integers):
        raise TypeError("targets and lengths are integers")
    return (np.result_type(common(log_probs), np.float32), *(np.dtype(np.int64) for _ in integers))


def _infer(
    log_probs: TensorType, targets: TensorType, steps: TensorType, labels: TensorType, *, blank: int = 0
) -> TensorType:
    batch = log_probs.shape[1:2]
    if (log_probs.ndim, targets.ndim, steps.ndim, labels.ndim) != (3, 2, 1, 1) or any(
        t.shape[:1] != batch for t in (targets, steps, labels)
    ):
        met = ", ".join(str(t.shape) for t in (log_probs, targets, steps, labels))
        raise ValueError(f"log_probs, targets and lengths of shapes {met}: expected (steps, batch, classes), "
                         "(batch, labels), (batch,) and (batch,)")  # fmt: skip
    if not isinstance(log_probs.shape[2], Dim) and not 0 <= blank < log_probs.shape[2]:
        raise ValueError(f"blank {blank} is not one of {log_probs.shape[2]} classes")
    return log_probs.with_(batch)


def _more(total: Value, *others: Value) -> Value:
    """The logarithm of a sum of exponentials."""
    top = total
    for x in others:
        top = maximum(top, x)
    top = stop_gradient(top)
    found = exp(subtract(total, top))
    for x in others:
        found = add(found, exp(subtract(x, top)))
    return add(log(found), top)


@functools.lru_cache(maxsize=64)
def _round(alpha: TensorType, skips: TensorType, there: TensorType) -> Graph:
    """The forward variables [batch, 2 * labels + 1] of one step more."""

    def body(alpha: Value, scores: Value, there: Value, skips: Value) -> Value:
        one = pad(alpha, widths=((0, 0), (1, -1)), value=NEVER)
        two = where(skips, pad(alpha, widths=((0, 0), (2, -2)), value=NEVER), NEVER)
        return where(expand_dims(there, axis=1), add(_more(alpha, one, two), scores), alpha)

    return trace(body, alpha, alpha, there, skips)


def _inline(log_probs: Value, targets: Value, steps: Value, labels: Value, *, blank: int = 0) -> Value:
    length, batch = log_probs.shape[:2]
    width = targets.shape[1]
    places = expand_dims(build(iota, size=width), axis=0)
    blanks = fill(targets, blank)
    targets = where(less(places, expand_dims(labels, axis=1)), targets, blanks)  # what lies behind is anything
    pairs = reshape(stack(blanks, targets, axis=2), shape=(batch, 2 * width))
    states = concatenate(pairs, fill(targets, blank, (batch, 1)), axis=1)
    far = pad(states, widths=((0, 0), (2, -2)), value=blank) if width else states
    skips = logical_and(not_equal(states, blank), not_equal(states, far))
    scores = maximum(take_along_axis(log_probs, expand_dims(states, axis=0), axis=2), NEVER)
    at = expand_dims(build(iota, size=2 * width + 1), axis=0)
    first = where(equal(at, 0), fill(scores, 0, (batch, 2 * width + 1)), NEVER)
    there = less(expand_dims(build(iota, size=length), axis=1), expand_dims(steps, axis=0))
    body = _round(first.type, skips.type, there.type.with_((batch,)))
    last = scan(first, scores, there, skips, body=body, length=length, sources=("carry", "each", "each", "same"))
    end = expand_dims(multiply(labels, 2), axis=1)
    ends = [squeeze(take_along_axis(last, i, axis=1), axis=1) for i in (end, maximum(subtract(end, 1), 0))]
    loss = negative(_more(ends[0], where(greater(labels, 0), ends[1], NEVER)))
    return where(less(loss, -NEVER / 2), loss, np.inf)


@define(infer=_infer, promote=_promote, inline=_inline, loops=True)
def ctc_loss(log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, *, blank: int = 0) -> Any:
    """-log p(targets | log_probs) of each of a batch: the negative logarithm of the sum over all alignments.

    `log_probs[steps, batch, classes]`, `targets` int[batch, labels], of which the first `target_lengths` int[batch]
    count, as do the first `input_lengths` int[batch] steps. Infinite where a target does not fit into its steps.
    """
    losses: list[Any] = []
    for b in range(log_probs.shape[1]):
        target = targets[b, : target_lengths[b]]
        states = np.full(2 * len(target) + 1, blank)
        states[1::2] = target
        alpha = np.full(len(states), -np.inf)
        alpha[0] = 0
        for scores in log_probs[: input_lengths[b], b]:
            one, two = np.full((2, len(states)), -np.inf)
            one[1:] = alpha[:-1]
            two[2:] = np.where((states[2:] != blank) & (states[2:] != states[:-2]), alpha[:-2], -np.inf)
            alpha = np.logaddexp(np.logaddexp(alpha, one), two) + scores[states]
        losses.append(-np.logaddexp.reduce(alpha[-2:]))
    return np.array(losses, log_probs.dtype)
