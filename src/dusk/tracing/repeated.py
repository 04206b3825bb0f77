"""Calls of functions that take functions (loops, maps) outside of traces, compiled as functions of arrays are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType, MethodType
from typing import Any, cast

import numpy as np

from dusk.config import config
from dusk.record import Handle, local
from dusk.tracing.captures import Captures, is_plain
from dusk.tracing.compiled import Compiled
from dusk.tracing.operands import Leaves
from dusk.tracing.signature import Signature, UnfitError
from dusk.tracing.trace import Imperative, Trace
from dusk.tree import flatten

_MOST_COMPARED = 4096  # bytes of NumPy's arrays that are captured: what NumPy's own functions make of them is constant
_MOST_CAPTURED = 256  # leaves, which are looked at in each call
_MOST_ALIKE = 8  # functions of one code that capture other things


class Repeated(Compiled):
    """What is known of calls `core(*functions, *states, *words)`, where states are trees of arrays.

    Functions are known by their code, and by what it reads: those made anew for each call, with other values of the
    same kinds in their cells, are the same. What such values are is not kept. Functions of which it is not known what
    they read, or that do more than to compute, are traced at each call.
    """

    most = 256

    def __init__(self) -> None:
        super().__init__(_nothing, alone=True)
        self._known: dict[tuple[Any, ...], list[Captures]] = {}
        self._opaque: set[tuple[Any, ...]] = set()

    def made(
        self,
        core: Callable[..., Any],
        functions: Sequence[Any],
        states: Sequence[Leaves],
        words: tuple[Any, ...] = (),
        known_by: Any = None,
    ) -> Any:
        """What such a call gives (NotImplemented: it is not known how); `known_by` is what tells words that are equal
        from each other."""
        context = local.context
        if context.trace is not None or context.checked:
            return NotImplemented
        codes = tuple([_code(f) for f in functions])
        if codes in self._opaque:
            return NotImplemented
        captures, captured = self._now(codes, functions)
        if captures.opaque or len(captured) > _MOST_CAPTURED:
            if len(self._opaque) > 16 * self.most:
                self._opaque.clear()
            self._opaque.add(codes)
            return NotImplemented
        leaves = [handle for state in states for handle in state.handles]
        foreign: list[np.ndarray[Any, Any]] = [leaf for leaf in captured if isinstance(leaf, np.ndarray)]
        if sum([array.nbytes for array in foreign]) > _MOST_COMPARED:
            return NotImplemented
        try:
            signature = Signature(leaves, captured)
            values = [array.tobytes() for array in foreign]
            kinds = [state.key for state in states]
            key = (core, words, known_by, captures, signature.key, config.ties, *kinds, *values)
            found = self._traces.get(key)
        except (TypeError, UnfitError):
            return NotImplemented
        if found is None:
            standing = partial(_standing, core, functions, [*states], words)
            found = self._trace(key, leaves, captured, flatten(tuple(leaves))[1], False, standing)
            if isinstance(found, Trace):
                named = zip(found.captured, found.sources, strict=True)
                found.captured = [handle if at is None else None for handle, at in named]
        if isinstance(found, Imperative):
            return NotImplemented
        return self._run(found, signature)

    def _now(self, codes: tuple[Any, ...], functions: Sequence[Any]) -> tuple[Captures, Sequence[Any]]:
        """What functions of these codes capture, and the values found there now."""
        roots = (_nothing, *functions)
        for captures in self._known.get(codes, ()):
            values = captures.read(roots)
            if values is not None:
                return captures, values
        captures = Captures(_nothing, functions)
        values = captures.read() or []
        if not captures.opaque:
            if len(self._known) > self.most:
                self._known.clear()
            known = self._known.setdefault(codes, [])
            known.append(captures.emptied())
            del known[:-_MOST_ALIKE]
        return captures, values


def _code(function: Any) -> Any:
    """What functions that may be the same have in common."""
    while type(function) is partial:
        function = cast("Any", function.func)
    if isinstance(function, MethodType):
        function = function.__func__
    if isinstance(function, FunctionType):
        return _ById(function.__code__)
    return function if is_plain(function) else cast("Any", type(function))


class _ById:
    """A thing known by what it is, not by what it is equal to: code is slow to compare."""

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return type(other) is _ById and self.thing is other.thing


def _nothing() -> None:
    """In place of the one function that a compiled one has."""


def _standing(
    core: Callable[..., Any], functions: Sequence[Any], states: Sequence[Leaves], words: Sequence[Any], *given: Handle
) -> Any:
    """The call with other handles."""
    rest = iter(given)
    placed = [state.of([next(rest) for _ in state.handles]) for state in states]
    return core(*functions, *placed, *words)


REPEATED = Repeated()
