"""Where boxes go: in rows, each below all that it reads, ordered so that few arrows cross (Sugiyama's way).

Boxes get rows by their longest way from the top; arrows that pass rows get a bend in each; rows are ordered by the mean
place of what their boxes are tied to, up and down, and then moved sideways as near to it as their neighbours let them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

SWEEPS = 8
MOST_BENDS = 20_000  # arrows beyond that go straight
GAP, FLOOR = 18.0, 34.0  # between boxes of a row, and between rows
BEND = 10.0  # the width of an arrow that passes a row; two of them need no gap
STIFF = 6.0  # how much rather an arrow goes straight than a box stands over what it is tied to
USED, WIDEST_STEP = 0.7, 24.0  # of a box's width, what arrows arrive at; between two of them at most

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The middle of each box, the points of each arrow (from, bends, to), and the width and height of all."""

    centres: list[Point]
    ways: list[list[Point]]
    width: float
    height: float


def layered(sizes: Sequence[Point], arrows: Sequence[tuple[int, int]]) -> Layout:
    """Places for boxes of these widths and heights. Arrows go from earlier boxes to later ones."""
    rows = _rows(len(sizes), arrows)
    widths = [width for width, _ in sizes]
    links: list[tuple[int, int]] = []
    chains: list[list[int]] = []
    trunks: dict[int, list[int]] = {}  # of a box, the bends in the rows below it, which its arrows share
    for source, target in arrows:
        trunk = trunks.setdefault(source, [])
        while rows[source] + len(trunk) + 1 < rows[target] and len(widths) - len(sizes) < MOST_BENDS:
            rows.append(rows[source] + len(trunk) + 1)
            links.append((trunk[-1] if trunk else source, len(widths)))
            trunk.append(len(widths))
            widths.append(BEND)
        chain = [source, *trunk[: rows[target] - rows[source] - 1], target]
        links.append((chain[-2], target))
        chains.append(chain)
    order = _ordered(rows, links)
    x = _across(order, links, widths, len(sizes))
    heights = [max([sizes[i][1] for i in row if i < len(sizes)], default=0.0) for row in order]
    tops = [sum(heights[:r]) + FLOOR * r for r in range(len(order))]
    y = [tops[row] + heights[row] / 2 for row in rows]
    left = min([x[i] - widths[i] / 2 for i in range(len(x))], default=0.0)
    x = [at - left for at in x]
    ways: list[list[Point]] = []
    for chain in chains:
        first, last = chain[0], chain[-1]
        start, end = (x[first], y[first] + sizes[first][1] / 2), (x[last], y[last] - sizes[last][1] / 2)
        bends = [(x[i], y[i] + side * heights[rows[i]] / 2) for i in chain[1:-1] for side in (-1, 1)]
        ways.append([start, *bends, end])
    _spread(ways, [source for source, _ in arrows], widths, first=True)
    _spread(ways, [target for _, target in arrows], widths, first=False)
    width = max([x[i] + widths[i] / 2 for i in range(len(x))], default=0.0)
    return Layout([(x[i], y[i]) for i in range(len(sizes))], ways, width, sum(heights) + FLOOR * (len(order) - 1))


def _rows(n: int, arrows: Sequence[tuple[int, int]]) -> list[int]:
    """The row of each: below all that it reads, and, where that makes arrows no longer, just above its first reader."""
    above, below = _tied(n, arrows)
    rows = [0] * n
    light = [True] * n  # what hangs on nothing but what is read by it alone moves with it
    for i in range(n):
        rows[i] = max((rows[j] + 1 for j in above[i]), default=0)
        light[i] = all(light[j] and len(below[j]) == 1 for j in above[i])
    for i in reversed(range(n)):
        heavy = sum(not (light[j] and len(below[j]) == 1) for j in above[i])
        if below[i] and heavy <= len(below[i]):
            rows[i] = min(rows[j] for j in below[i]) - 1
    return rows


def _ordered(rows: Sequence[int], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The boxes of each row from left to right."""
    order: list[list[int]] = [[] for _ in range(max(rows, default=-1) + 1)]
    for i, row in enumerate(rows):
        order[row].append(i)
    above, below = _tied(len(rows), links)
    place = {i: float(at) for row in order for at, i in enumerate(row)}
    best, fewest = [list(row) for row in order], _crossings(order, below)
    for sweep in range(SWEEPS):
        tied = below if sweep % 2 else above
        for row in reversed(order) if sweep % 2 else order:
            mean = {i: sum(place[j] for j in tied[i]) / len(tied[i]) if tied[i] else place[i] for i in row}
            row.sort(key=mean.__getitem__)
            place.update((i, float(at)) for at, i in enumerate(row))
        crossing = _crossings(order, below)
        if crossing < fewest:
            best, fewest = [list(row) for row in order], crossing
    return best


def _tied(n: int, links: Sequence[tuple[int, int]]) -> tuple[list[list[int]], list[list[int]]]:
    above: list[list[int]] = [[] for _ in range(n)]
    below: list[list[int]] = [[] for _ in range(n)]
    for source, target in links:
        above[target].append(source)
        below[source].append(target)
    return above, below


def _crossings(order: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> int:
    """How many arrows between neighbouring rows cross: pairs out of order, counted with a tree of sums."""
    found = 0
    place = {i: at for row in order for at, i in enumerate(row)}
    for upper, lower in pairwise(order):
        tree = [0] * (len(lower) + 1)
        met = 0
        for i in upper:
            ends = sorted(place[j] for j in below[i])
            for end in ends:
                at, before = end + 1, 0
                while at:
                    before += tree[at]
                    at &= at - 1
                found += met - before
            for end in ends:
                at = end + 1
                while at < len(tree):
                    tree[at] += 1
                    at += at & -at
            met += len(ends)
    return found


def _across(
    order: Sequence[Sequence[int]], links: Sequence[tuple[int, int]], widths: Sequence[float], boxes: int
) -> list[float]:
    """The middle of each, sideways."""
    above, below = _tied(len(widths), links)
    x = [0.0] * len(widths)
    for row in order:
        at = 0.0
        for i in row:
            x[i] = at + widths[i] / 2
            at += widths[i] + GAP
    for sweep in range(SWEEPS):
        tied = below if sweep % 2 else above
        for row in reversed(order) if sweep % 2 else order:
            wanted = [sum(x[j] for j in tied[i]) / len(tied[i]) if tied[i] else x[i] for i in row]
            stiff = [STIFF if i >= boxes and all(j >= boxes for j in tied[i]) else 1.0 for i in row]
            for i, at in zip(row, _apart(wanted, [widths[i] for i in row], stiff), strict=True):
                x[i] = at
    return x


def _apart(wanted: Sequence[float], widths: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Places in this order, none in the other, with the least sum of squares off what is wanted: neighbours that would
    overlap move as one."""
    starts = [0.0]
    for a, b in pairwise(widths):
        starts.append(starts[-1] + (a + b) / 2 + (GAP if max(a, b) > BEND else 0))
    blocks: list[tuple[float, float, int]] = []  # mean of wanted less start, weight, how many
    for want, start, weight in zip(wanted, starts, weights, strict=True):
        mean, mass, count = want - start, weight, 1
        while blocks and blocks[-1][0] >= mean:
            other, more, n = blocks.pop()
            mean, mass, count = (mean * mass + other * more) / (mass + more), mass + more, count + n
        blocks.append((mean, mass, count))
    shifts = [mean for mean, _, count in blocks for _ in range(count)]
    return [shift + start for shift, start in zip(shifts, starts, strict=True)]


def _spread(ways: list[list[Point]], ends: Sequence[int], widths: Sequence[float], first: bool) -> None:
    """Move the starts (or ends) of arrows apart that are at one box, in the order of where they go."""
    of: dict[int, list[list[Point]]] = {}
    for way, box in zip(ways, ends, strict=True):
        of.setdefault(box, []).append(way)
    here, there = (0, 1) if first else (-1, -2)
    for box, some in of.items():
        step = min(widths[box] * USED / len(some), WIDEST_STEP)
        for n, way in enumerate(sorted(some, key=lambda way: way[there][0])):
            x, y = way[here]
            way[here] = x + step * (n - (len(some) - 1) / 2), y
