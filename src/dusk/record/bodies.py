"""A path run by the bodies of its ops, without a graph being made of it: what the first visits cost least with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from dusk.backends.reference import Bodies
from dusk.graph import TensorType, expand
from dusk.graph.op import coercions, freeze
from dusk.graph.provenance import Origin
from dusk.graph.tape import Step, Tape
from dusk.record.trie import GENERAL, WEAK, Barrier, Call, GradientCall, TrieNode


class _Numbers:
    """The numbers of a path's values on a tape: arguments first, then results; constants count from the end."""

    def __init__(self, arguments: int) -> None:
        self.next = arguments
        self.steps: list[Step] = []
        self.constants: list[Any] = []

    def constant(self, value: Any, kind: Any, wanted: Any) -> int:
        dtype = wanted.dtype if isinstance(kind, type) and isinstance(wanted, TensorType) else None
        self.constants.append(np.asarray(value, dtype))
        return -len(self.constants)

    def bring(self, number: int, kind: Any, wanted: Any, origin: Origin) -> int:
        """A value cast and broadcast to a type, as `graph.node.bring` does it."""
        if kind.dtype != wanted.dtype:
            number = self.call(
                coercions.cast, (number,), {"dtype": wanted.dtype}, (kind.with_(dtype=wanted.dtype),), origin
            )
        if kind.shape != wanted.shape:
            if number < 0:  # once for all runs
                self.constants.append(np.broadcast_to(self.constants[-number - 1], wanted.shape))
                return -len(self.constants)
            number = self.call(coercions.broadcast, (number,), {"shape": wanted.shape}, (wanted,), origin)
        return number

    def call(self, op: Any, operands: tuple[int, ...], keywords: dict[str, Any], types: Any, origin: Origin) -> int:
        first = self.next
        self.steps.append(Step(op, operands, keywords, first, types, origin))
        self.next += len(types)
        return first


def bodies_of(end: TrieNode, outputs: Sequence[int]) -> Bodies | None:
    """What computes values of a path from its leaves and varying scalars. None if it differentiates, or says where
    not to: that takes a graph."""
    path = end.path()
    calls = [cast("Call", node.call) for node in path]
    if any([isinstance(call, GradientCall | Barrier) for call in calls]):
        return None
    leaves = [leaf for call in calls for leaf in call.leaves]
    kinds: dict[int, Any] = dict(leaves)
    at: dict[int, int] = {slot: i for i, (slot, _) in enumerate(leaves)}
    types: list[TensorType] = [kind for _, kind in leaves]
    varying = len(types)
    for node, call in zip(path, calls, strict=True):
        if node.values is GENERAL:
            types += call.varying
        kinds.update(enumerate(call.kinds, node.first))
    numbers = _Numbers(len(types))
    for node, call in zip(path, calls, strict=True):
        origin = node.origin
        general = node.values is GENERAL
        rest = list(range(varying, varying + len(call.varying))) if general else list(node.values or ())
        met: list[Any] = []  # per operand: its type, and its number or (value,)
        for operand in call.operands:
            if type(operand) is int:
                met.append((kinds[operand], at[operand]))
            elif operand is None and general:
                met.append((types[rest[0]], rest.pop(0)))
            else:
                value = rest.pop(0) if operand is None else operand[0]
                met.append((kind_of(value), (value,)))
        keywords = dict(call.params)
        expansion = None if general else call.expansion
        if general:
            varying += len(call.varying)
            for name in call.dynamic:
                count = len(keywords[name])
                met += [(types[i], i) for i in rest[:count]]
                keywords[name] = (None,) * count
                del rest[:count]
        if expansion is None:
            expansion = expand(call.op, tuple([kind for kind, _ in met]), freeze(keywords))
        body = call.op.body
        alone = isinstance(body, np.ufunc)  # it broadcasts its operands itself
        read: list[int] = []
        kept: list[int] = []  # operands of other dtypes than are wanted
        for i, ((kind, number), wanted) in enumerate(zip(met, expansion.operands, strict=True)):
            if not isinstance(number, int):
                (value,) = number
                number = numbers.constant(value, kind, wanted)
                kind = TensorType(np.shape(value), wanted.dtype if isinstance(kind, type) else kind.dtype)
                met[i] = kind, number
            if kind is not wanted:
                if alone and kind.shape != wanted.shape:
                    wanted = wanted.with_(kind.shape)
                if kind != wanted:
                    if alone and kind.dtype != wanted.dtype and call.op.into is None:
                        kept.append(i)
                    else:
                        number = numbers.bring(number, kind, wanted, origin)
            read.append(number)
        if kept and not _same_loop(body, [kind.dtype for kind, _ in met], [k.dtype for k in expansion.operands]):
            for i in kept:
                (kind, number), wanted = met[i], expansion.operands[i]
                read[i] = numbers.bring(number, kind, wanted.with_(kind.shape), origin)
        first = numbers.call(call.op, tuple(read), keywords, expansion.outputs, origin)
        for i, (made, wanted) in enumerate(zip(expansion.outputs, call.kinds, strict=True)):
            at[node.first + i] = first + i if made is wanted else numbers.bring(first + i, made, wanted, origin)
    tape = Tape(numbers.steps, [at[slot] for slot in outputs], numbers.next, numbers.constants)
    return Bodies(tape, types, [kinds[slot] for slot in outputs])


def _same_loop(function: Any, given: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Whether a universal function casts operands of given dtypes to those wanted: piece by piece, where they are near,
    and no memory is needed for them."""
    try:
        chosen = function.resolve_dtypes((*given, *(None,) * function.nout))
    except TypeError:
        return False
    return list(chosen[: function.nin]) == list(wanted)


def kind_of(value: Any) -> Any:
    """The type of a scalar operand: a Python number's own (it is weak), a NumPy scalar's dtype."""
    return cast("Any", type(value)) if type(cast("object", value)) in WEAK else TensorType((), value.dtype)
