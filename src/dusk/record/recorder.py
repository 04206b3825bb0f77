"""Recording a call: found in the trie (the usual case), or inferred, checked and added to it."""

from __future__ import annotations

from collections.abc import Sequence
from threading import get_ident
from typing import Any, cast

import numpy as np

from dusk.config import config
from dusk.devices import DEFAULT_NAME, in_force
from dusk.engine.buffer import Buffer, allocate
from dusk.errors import NotNumericError, TraceError
from dusk.graph import CONSTANT, Literal, Op, TensorType, get
from dusk.graph.op import freeze
from dusk.graph.provenance import place
from dusk.ops.transfer import transfer
from dusk.record.context import Context, local, owner_of
from dusk.record.fallbacks import refuse_host
from dusk.record.flush import flush, flush_other, late, peek, read_slot, read_within
from dusk.record.follower import Number, follow_slots, launched, record_with
from dusk.record.follower.portable import SHORT
from dusk.record.handle import Classes, Handle, Kind, intern, ready_handle
from dusk.record.miss import check_numbers, compared_by_value, first_sight, refuse_call
from dusk.record.moves import refuse_host_array
from dusk.record.now import done_now
from dusk.record.op_hooks import tell
from dusk.record.restless import found_in_vain, found_restless
from dusk.record.stats import LARGE, stats
from dusk.record.trie import GENERAL, WEAK, Barrier, Call, GradientCall, PathGraph, TrieNode, same_scalar
from dusk.record.views import WRITES, Door, read_view, root_of, shown


def record_anew(
    op: Op, args: Sequence[Any], params: dict[str, Any], as_array: bool = False, into: Handle | None = None
) -> Any:
    """Record a call of an op on handles, Python and NumPy scalars, and arrays; gives a handle (a tuple for several).

    Results without dimensions are scalars unless `as_array`. With `into`, the result is written to that handle's cell
    (cast to its dtype) and the handle given back. Raises what NumPy raises, at once.
    """
    for arg in args:
        if type(arg) is Classes.selected or type(arg) is Classes.weak:
            return arg.__dusk_record__(op, args, params, as_array, into)
    ctx = local.context
    me = get_ident()
    if ctx.inside and ctx.inside in (me, SHORT):  # a finaliser or a signal handler, in the midst of a call
        return _record_aside(ctx, op, args, params, as_array, into)
    for value in params.values():
        if type(value) is list:
            params = dict(freeze(params))
            break
    done = done_now(ctx, op, args, params, as_array, into)
    if done is not None:
        return done
    if not ctx.history and ctx.trace is None and op not in WRITES and found_restless(args):
        flush(ctx)
        done = done_now(ctx, op, args, params, as_array, into, restless=True)
        if done is not None:
            return done
        found_in_vain()
    starts: tuple[int, ...] = ()
    static = params
    if op.dynamic:
        static = params.copy()
        for name in op.dynamic:
            starts += tuple(static.pop(name))
    version = into.version if into is not None else 0
    handles = _operands(ctx, op, args)
    if into is not None and ctx.trace is not None and id(into) in ctx.merged:
        ctx.trace(into)
    if into is not None and into.epoch != ctx.epoch and not any(into is h for h in handles):
        if ctx.trace is not None:
            record(get("identity"), (into,), {}, as_array=True)  # so that the trace knows the cell it writes to
        elif into.buffer is None:
            complete(into)
    try:
        ctx.inside = me
        if ctx.stolen:
            ctx.inside = 0
            with ctx.lock:
                ctx.inside = me
        step = _find(ctx, op, handles, static, params, starts, as_array, into)
        result = NotImplemented if step is None else _take(ctx, *step, into, version)
    except OverflowError:
        wide = compared_by_value(op, args)
        if wide is None:
            raise
        ctx.inside = 0
        return record_anew(op, wide, params, as_array, into)
    finally:
        ctx.inside = 0
    if step is not None and result is not NotImplemented:
        made = _taken(ctx, step[0], step[1], result)
        if ctx.hooks and ctx.trace is None:
            tell(ctx, op, handles, params, made)
        return made
    if step is None:  # the segment ends here; else another thread came between
        flush(ctx)
    return record_anew(op, args, params, as_array, into)


record = record_with(record_anew)


def _record_aside(
    outer: Context, op: Op, args: Sequence[Any], params: dict[str, Any], as_array: bool, into: Handle | None
) -> Any:
    """Record a call, and run it, while this thread is in the midst of another call or of a run."""
    if into is not None and into.buffer is None and into.epoch == outer.epoch:
        raise RuntimeError(f"{op.name}: a finaliser cannot write to an array whose value is being computed")
    local.context = inner = Context()
    try:
        return record_anew(op, args, params, as_array, into)
    finally:
        local.context = outer
        flush(inner)  # with what further finalisers have added
        inner.end()


def _operands(ctx: Context, op: Op, args: Sequence[Any]) -> list[Any]:
    """Arguments as handles that are pending here or ready, or as scalars; views are read."""
    again = False
    while True:
        epoch = ctx.epoch
        found: list[Any] = []
        for arg in args:
            if isinstance(arg, Handle):
                if arg.owner is not None:
                    arg = read_view(arg)
                # a view whose segment another thread has just run is read anew below
                if arg.epoch != ctx.epoch and arg.buffer is None and arg.owner is None and ctx.trace is None:
                    arg = ready_handle(type(arg), arg.type, complete(arg))  # what its thread does next is not seen
            elif type(arg) is Number:
                arg = np.float64(arg)
            elif type(arg) not in WEAK and not isinstance(arg, np.number | np.bool_):
                arg = _beside(op, args, arg)
            found.append(arg)
        if ctx.epoch == epoch:
            return found
        # a read of exported memory ran the segment: what is ready stays so, views that were pending are read anew,
        # or at once, where each reading of one runs what the reading of another has recorded
        views = [isinstance(f, Handle) and f.owner is not None for f in found]
        if again:
            found = [leaf(value_of(f)) if view else f for f, view in zip(found, views, strict=True)]
        args, again = [a if view and not again else f for a, f, view in zip(args, found, views, strict=True)], True


def _beside(op: Op, args: Sequence[Any], array: Any) -> Handle:
    """What is no array of ours yet, made where the call is done: where the first operand with dimensions lies."""
    device = next((arg.type.device for arg in args if isinstance(arg, Handle) and arg.type.shape), "")
    if device and device != DEFAULT_NAME and type(array) is np.ndarray:
        refuse_host_array(op, array, device)
    return leaf(array, device)


def is_of_a_subclass(value: Any) -> bool:
    """Whether a value is of a class that NumPy's users made of arrays (masked arrays, matrices): theirs decides."""
    kind = cast("type[Any]", type(value))
    return kind is not np.ndarray and issubclass(kind, np.ndarray) and not issubclass(kind, np.memmap)


def leaf(value: Any, device: str = "") -> Handle:
    """A ready handle of an array's own copy (TypeError: not a numeric array); in a trace, of the array met.

    It lies on the device named, or on the one in force."""
    if is_of_a_subclass(value):
        raise NotNumericError(f"a {type(value).__name__} cannot take part in a Dusk expression: use numpy for it")
    array = np.asarray(value)
    if array.dtype.kind not in "biufcV" or array.dtype.names:
        raise NotNumericError(
            f"an array of dtype {array.dtype} cannot take part in a Dusk expression: use numpy for it"
        )
    adopt = local.context.adopt
    if adopt is not None and type(value) is np.ndarray:
        return adopt(value)
    if local.context.trace is not None:
        return record(CONSTANT, (), {"value": Literal(array, device or in_force())}, as_array=True)
    return at_hand(array, device)


def at_hand(array: np.ndarray[Any, Any], device: str = "") -> Handle:
    """A ready handle of an array's own copy, be it made in a trace."""
    device = device or in_force()
    return ready_handle(Classes.array, intern(TensorType(array.shape, array.dtype, device)), copy_of(array, device))


def copy_of(array: np.ndarray[Any, Any], device: str = DEFAULT_NAME) -> Buffer:
    """A buffer with an array's elements in C order."""
    buffer = allocate(array.nbytes, device)
    if array.nbytes >= LARGE:
        stats.copied(array.nbytes)
    np.copyto(buffer.array(array.dtype, array.shape), array)
    return buffer


def complete(handle: Handle) -> Buffer:
    """The buffer of a handle that is not pending here; runs the thread it is pending in (errors surface here)."""
    while True:
        buffer = handle.buffer
        if buffer is not None:
            return buffer
        epoch = handle.epoch
        ctx = owner_of(epoch)
        if ctx is None:
            if handle.buffer is not None or handle.epoch != epoch:
                continue  # other threads go on
            error: Any = getattr(handle, "spec", None)
            if isinstance(error, Exception):
                raise late(error)
            raise TraceError("this value belongs to a trace that is over")
        if ctx.trace is not None:
            return ctx.trace(handle)  # of a trace that is under way
        if ctx.inside in (get_ident(), SHORT) and handle.epoch == epoch:
            return peek(ctx, handle.slot)
        buffer = flush_other(ctx, handle)
        if buffer is not None:
            return buffer


def _find(
    ctx: Context,
    op: Op,
    args: list[Any],
    static: dict[str, Any],
    params: dict[str, Any],
    starts: tuple[int, ...],
    as_array: bool,
    into: Handle | None,
) -> tuple[TrieNode, list[Handle], tuple[Any, ...]] | None:
    """The child for a call, the leaves it meets and the values that vary; None if the segment is to be cut first."""
    epoch = ctx.epoch
    node = ctx.node
    ctx.mend()
    keys: list[Any] = [
        op if into is None and not as_array else (op, as_array, None if into is None else into.type.code)
    ]
    varying: list[Any] = []
    new: list[Handle] = []
    met: dict[int, int] = {}
    kinds: list[Any] = []
    operands: list[Any] = []  # as in `Call`; looked at once: another thread may take a leaf over meanwhile
    for i, arg in enumerate(args):
        if isinstance(arg, Handle):
            kinds.append(arg.type.code)
            if arg.epoch == epoch:
                slot = arg.slot
                keys.append(slot)
            else:
                at = met.get(id(arg))
                if at is None:
                    at = met[id(arg)] = len(new)
                    new.append(arg)
                    keys.append(arg.type.code)
                else:
                    keys.append(("=", at))
                slot = node.nslots + at
            operands.append(slot)
        elif i in op.fixed:
            exact: Any = (type(cast("object", arg)), repr(arg))
            keys += exact
            kinds += exact
            operands.append((arg,))
        else:
            # integers that may not fit a small dtype are a class of their own, so that inference sees them
            keys.append(type(arg) if type(arg) is not int or -128 <= arg <= 127 else ("int", arg < 0, arg.bit_length()))
            kinds.append(type(arg))
            operands.append(None)
            varying.append(arg)
    key = (*keys, *static.items())
    values = (*varying, *starts)
    try:
        child = node.children.get(key)
    except TypeError:
        key = (*keys, *freeze(static))
        child = node.children.get(key)
    seen = child is not None
    if child is None:
        child = first_sight(ctx, key, op, args, operands, kinds, new, params, values, as_array, into)
    elif values:
        check_numbers(child.call.varying, values)
    mixed = child.call is not None and child.call.mixed
    if mixed:
        refuse_call(op, args, into)
    if child.cut and not ctx.history and ctx.trace is None:
        return None
    if values and seen and child.values is not GENERAL and not all(map(same_scalar, child.values, values)):
        stats.generalisations += 1
        child.generalise()
    if ctx.trace is None and not mixed:  # (the policy is asked each time)
        ctx.learn(child, op, args, params, op.dynamic, as_array, into, len(new), op.fixed + _natural(child.call))
    return child, new, values


def _natural(call: Call | None) -> tuple[int, ...]:
    """The operands that vary among numbers which are not negative, each counted from -1 downwards."""
    if call is None or None not in call.operands:
        return ()
    places = [i for i, operand in enumerate(call.operands) if operand is None]
    return tuple([-1 - i for i, kind in zip(places, call.varying, strict=False) if kind.dtype.kind == "u"])


def _take(
    ctx: Context,
    child: TrieNode,
    new: list[Handle],
    values: tuple[Any, ...],
    into: Handle | None = None,
    version: int = 0,
) -> Any:
    """Take a step in the trie: bind new leaves, make the results' handles, move on (see `Segment.take`)."""
    memory = into.buffer if into is not None and ctx.trace is None else None
    result = ctx.take(child, new, values if child.values is GENERAL else (), into, version)
    if memory is not None and memory.pins and result is into:
        ctx.write_back.append((result, memory))
    return result


def _taken(ctx: Context, child: TrieNode, new: list[Handle], result: Any) -> Any:
    """The result of a step; run at once what reads or writes memory seen outside, and all if errors are watched."""
    if ctx.trace is None and not ctx.history:
        if ctx.checked or ctx.write_back or (new and any([h.buffer is not None and h.buffer.pins for h in new])):
            flush(ctx)
    elif ctx.checked:
        for slot in range(child.first, child.nslots):
            read_slot(ctx, slot)
    return result


def record_gradients(output: Handle, variables: Sequence[int]) -> tuple[Handle, ...]:
    """Record the gradients of a value's sum with respect to values of earlier slots of this segment, as one entry."""
    op, ctx = _GRADIENTS[config.ties], local.context
    made = record_slots(op, (slot_of(output), *variables))
    if ctx.hooks and ctx.trace is None:
        tell(ctx, op, (output,), {}, made)
    return made


def slot_of(handle: Handle) -> int:
    """The slot of a handle's value in this thread's segment."""
    if handle.owner is not None:
        handle = read_view(handle)
    if handle.epoch != local.context.epoch:
        handle = record(get("identity"), (handle,), {})
    return handle.slot


def record_slots(op: Op, operands: tuple[int, ...]) -> tuple[Handle, ...]:
    """Record a call of an op on earlier slots of this segment: of `variables`, or gradients."""
    ctx = local.context
    found = follow_slots(op, operands)
    if found is not None:
        return several(found)
    key = (op, operands)
    child = ctx.node.children.get(key)
    if child is None:
        types = {s: k for n in ctx.node.path() for s, k in _slots(n)}
        ties = next((ties for ties, of in _GRADIENTS.items() if of is op), None)
        derive = ties is not None
        kinds = tuple([types[s] for s in (operands[1:] if derive else operands)])
        classes = tuple([Classes.array if k.shape else Classes.scalar for k in kinds])
        params = (("ties", ties),) if derive else ()
        call = (GradientCall if derive else Call)(op, params, operands, (), kinds, classes)
        child = TrieNode(ctx.node, call, ctx.node.nslots + len(kinds), None, place(3))
        if derive and any(not _has_rule(n) for n in child.path()):
            PathGraph(child)  # raises here, on the user's line, if the gradient meets such a call
        child.counts = False
        ctx.node.children[key] = child
        stats.misses += 1
    if ctx.trace is None:
        ctx.learn_slots(child, op, operands)
    return several(_taken(ctx, child, [], _take(ctx, child, [], ())))


def record_barrier(end: bool) -> None:
    """Record that calls from now on (or not any more) carry no derivative by what was before."""
    ctx = local.context
    ctx.mend()
    child = ctx.node.children.get(("barrier", end))
    if child is None:
        call = Barrier(_BARRIER, (("end", True),) if end else (), (), (), (intern(_BOOL),), (Classes.scalar,))
        child = TrieNode(ctx.node, call, ctx.node.nslots + 1, None, place(3))
        child.counts = False
        ctx.node.children["barrier", end] = child
        stats.misses += 1
    _taken(ctx, child, [], _take(ctx, child, [], ()))


def record_made(op: Op, **words: Any) -> Handle:
    """Record a call that makes an array of nothing, on the device named in `device`, else on the one in force."""
    if not words.get("device"):
        words["device"] = in_force()
    if words["device"] == DEFAULT_NAME:
        del words["device"]
    return record(op, (), words, as_array=True)


def placed(x: Handle, device: str) -> Handle:
    """An array on a device (by name): itself, or a copy that somebody asked for."""
    return x if x.type.device == device else record(transfer, (x,), {"device": device}, as_array=True)


def several(result: Any) -> tuple[Any, ...]:
    """What a call gives as a tuple, be it one handle or more."""
    return cast("tuple[Any, ...]", result) if isinstance(result, tuple) else (result,)


def _has_rule(node: TrieNode) -> bool:
    """Whether a call has a gradient, be it none, or through smaller ops."""
    assert node.call is not None
    op = node.call.op
    return op.vjp is not None or op.inline is not None or op.nondiff or isinstance(node.call, GradientCall)


def _slots(node: TrieNode) -> list[tuple[int, Kind]]:
    assert node.call is not None
    return [*node.call.leaves, *enumerate(node.call.kinds, node.first)]


_BOOL = TensorType((), np.bool_)
_BARRIER = Op("barrier", lambda: np.False_, lambda: _BOOL, nondiff=True)
_GRADIENTS = {ties: Op("gradients", lambda *a: None, lambda *t: t) for ties in ("split", "first")}


def value_of(handle: Handle) -> np.ndarray[Any, Any]:
    """The value of a handle as a NumPy array of its memory (do not write, do not keep): runs what is pending."""
    if handle.owner is not None:
        return shown(handle, value_of(root_of(handle)))
    ctx = local.context
    if handle.epoch == ctx.epoch and handle.buffer is None:
        if ctx.trace is not None:
            return ctx.trace(handle).array(handle.dtype, handle.shape)
        if ctx.inside and ctx.inside in (get_ident(), SHORT):  # else another thread runs it: `flush` waits
            return peek(ctx, handle.slot).array(handle.dtype, handle.shape)
        if ctx.history:
            return read_within(ctx, handle).array(handle.dtype, handle.shape)
        if not launched():
            flush(ctx)
    buffer = handle.buffer
    if buffer is None:
        buffer = complete(handle)
    return buffer.array(handle.dtype, handle.shape, buffer.writable)


def run_pending() -> None:
    """Run whatever this thread has recorded."""
    ctx = local.context
    if ctx.trace is None and not ctx.history and not launched():
        flush(ctx)


def _apply(self: Handle, op: Op, args: Sequence[Any], params: dict[str, Any]) -> Any:
    """An op called as a function (`dusk.ops.erf(x)`) that met a handle."""
    if op.host:
        refuse_host(op, params)
    return record(op, args, params)


Door.record = staticmethod(record)  # type: ignore[assignment]
Door.leaf = staticmethod(leaf)
Handle.__dusk_apply__ = _apply  # type: ignore[attr-defined]
