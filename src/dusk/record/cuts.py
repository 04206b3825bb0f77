"""Where segments end, as it is decided at the first sight of a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dusk.config import config
from dusk.graph import Op
from dusk.ops.getset import getitem, setitem
from dusk.record import at_once, follower
from dusk.record.handle import Handle, Kind
from dusk.record.trie import GradientCall, Head, TrieNode
from dusk.record.views import WRITES

_LOOK_EVERY = 64  # calls, of a long segment, between looks for the loop it is in (or a quarter of those there are)
_HEAVY = 1 << 25  # bytes of results that take long enough for a run to cost nothing beside them
_FAIR = 64  # calls after which the segment of a loop may end if its body has _LONG_BODY of them
_LONG_BODY = 8
_AMID = 4  # times config.cut: calls after which a segment may end amid a loop over gradients
_LONGEST = 8192  # calls that a segment never grows beyond (or 16 times config.cut)
_SMALL = 1 << 16  # bytes of a window, of which an array has _PARTS or more
_PARTS = 4
_FEW = 8  # reads and writes of small windows, in a loop, after which the rest of it is done at once


def mark_cut(child: TrieNode, parent: TrieNode) -> None:
    """Decide whether the segment ends before this call: its loop has come round, and it is long, or heavy, or fairly
    long while the loop's body is no short one (what is unrolled compiles slowly, and meets rare branches anywhere).

    A loop over gradients, which are all pending when it begins, ends only with the loop around it: a cut amid would
    have to write to memory what the updates are to take from registers. One that does nothing but read and write small
    windows of large arrays ends as soon as that shows: what is small and at hand is done at once, for less."""
    if child.picks > _FEW and _goes_on_at_once(child):
        child.cut = True
        return
    depth = child.depth
    heavy = parent.weight > _HEAVY
    if depth <= _FAIR and not heavy and depth <= config.cut:
        return
    unknown = heavy and child.head.place is None and depth <= config.cut
    if unknown or depth - child.head.depth >= max(_LOOK_EVERY, child.head.depth >> 2):
        child.head = Head(*loop_head(parent, depth > _AMID * config.cut), depth)
    at_head = child.place is not None and child.place == child.head.place
    enough = depth > config.cut or heavy or child.head.period >= _LONG_BODY
    child.cut = (at_head and enough) or depth > max(_LONGEST, 16 * config.cut)


def picks_after(node: TrieNode, op: Op, args: Sequence[Any], outputs: Sequence[Kind]) -> int:
    """How many calls in a row, one after a node included, read or write small windows of what is large. What does
    nothing with large arrays may come between, and views of them."""
    if not at_once.limit:
        return 0
    most = 8 * at_once.limit
    if op is not setitem and op is not getitem:
        if not node.picks or op in WRITES:
            return node.picks
        kinds = [arg.type for arg in args if isinstance(arg, Handle)]
        return 0 if any(kind.weight > _SMALL for kind in (*kinds, *outputs)) else node.picks
    kinds = [arg.type for arg in args if isinstance(arg, Handle)]
    whole = kinds[0].weight
    window = max((kind.weight for kind in (kinds[1:] if op is setitem else outputs)), default=0)
    if window > most and (window > _SMALL or whole < _PARTS * window):
        return 0
    return node.picks + (whole > most)


def _goes_on_at_once(child: TrieNode) -> bool:
    """Whether a call was recorded from the same place before, among those that read or write small windows, so that the
    rest of their loop is to be done at once. (Before a read nothing ends: what it is for would still be recorded.)

    If there are windows of more elements than what is done at once elsewhere, at least two of five calls have to be for
    windows, nothing else as large as they, and it is as of restless sites that they are done at once."""
    if child.call is None or child.call.op is getitem:
        return False
    if child.picks & ((1 << max(child.picks.bit_length() - 5, 0)) - 1):
        return False  # the longer it is, the more seldom all of it is looked at
    run = [child]
    node: TrieNode | None = child.parent
    while node is not None and node.call is not None and node.picks:
        run.append(node)
        node = node.parent
    ops = [(n.place, n.call.op, n.call.kinds) for n in run if n.call is not None]
    if all(n[:2] != ops[0][:2] for n in ops[1:]):
        return False
    made = [(op, kinds) for _, op, kinds in ops if op is getitem or (op is not setitem and op not in WRITES)]
    most = max((k.weight for _, kinds in made for k in kinds), default=0)
    _note_made(run)
    if most <= 8 * at_once.limit:
        return True
    window = max((k.weight for op, kinds in made if op is getitem for k in kinds), default=0)
    if child.call.op is not setitem or most > window or 5 * child.picks < 2 * len(run):
        return False
    for place in {place for place, _, _ in ops if place is not None}:
        follower.restless(*place[:2])
    return True


def _note_made(run: Sequence[TrieNode]) -> None:
    """Note what such a loop writes windows of and is made just before it, of nothing but sizes: see `made_of_sizes`."""
    most = 8 * at_once.MOST_RESTLESS
    written = {kind for n in run if n.call is not None and n.call.op is setitem for kind in n.call.kinds}
    node = run[-1].parent
    while node is not None and node.call is not None and not node.picks:
        node.piecemeal = not node.call.operands and any(k in written and k.weight <= most for k in node.call.kinds)
        node = node.parent


def loop_head(end: TrieNode, amid: bool = False) -> tuple[Any, int]:
    """The source position at which the loop that a path is in begins, as far as the path tells (None: no loop), and how
    many calls its body has.

    Of the positions that came again (with others between), those with the longest period belong to the outermost loop;
    the first of its body is the one that comes first in the code. A loop over gradients counts only if `amid`; what is
    all of one position only if it is long: a statement may call a function of NumPy's that does much.
    """
    seen: dict[Any, int] = {}
    periods: dict[Any, int] = {}
    before = None
    after = 0  # the gradients recorded last
    for i, node in enumerate(end.path()):
        if isinstance(node.call, GradientCall) and not amid:
            after = i
        position = node.place if node.counts else None
        if position is not None and position != before:
            if position in seen and not 0 < after < seen[position]:
                periods[position] = i - seen[position]
            seen[position] = i
            before = position
    if not periods:  # of one statement, perhaps, whose calls all have its place
        return before if len(seen) == 1 and not after and end.depth >= config.cut else None, 0
    longest = max(periods.values())
    outer = [p for p, n in periods.items() if n * 4 >= longest * 3]
    code, _, callers = outer[-1]  # the callers of now: what was recorded before may have come from elsewhere
    return min((p for p in outer if p[0] is code and p[2] == callers), key=lambda p: p[1]), longest
