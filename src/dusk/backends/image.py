"""Programs on disk, by what they were compiled from, so that another process need not decide about them again.

An image is the tables of a program without its code: rows name functions by the objects that have them, which the same
folder holds (`kernel/native`). What has bodies to call, loops or users' own ops has none. It is only
read where all that it depends on is the same: the graph, the settings, the machine, and the files of Dusk itself.
"""

from __future__ import annotations

import functools
import hashlib
import marshal
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, cast

import numpy as np

from dusk.backends.cpu import CpuMachine
from dusk.compiler.arena import aligned
from dusk.compiler.program import Native, Outline, Program, Stats, Tables
from dusk.compiler.work import Check, Failing
from dusk.config import SETTINGS, config
from dusk.graph import TOKEN, Graph, Op, TensorType
from dusk.graph.node import Literal
from dusk.graph.provenance import Origin, join
from dusk.kernel import native
from dusk.kernel.native import Source

Told = list[tuple[str, Origin]]
LEAST = 64  # nodes of a graph that is worth a file
_APART = ("cache_dir", "dump_dir", "background", "tier", "cut", "math")  # settings that do not matter, or are told


def key_of(graph: Graph, donate: Iterable[int], into: Mapping[int, int], *more: Any) -> str | None:
    """A text that is the same for graphs that become the same program; None where there is to be no image."""
    if len(graph.nodes) < LEAST or not native.available():
        return None
    settings = [getattr(config, name) for name in SETTINGS if name not in _APART]
    try:
        whole = repr((_described(graph), sorted(donate), sorted(into.items()), settings, more))
    except TypeError:
        return None
    return f"program {version()} {hashlib.blake2b(whole.encode(), digest_size=32).hexdigest()}"


@functools.cache
def version() -> str:
    """What identifies this Dusk: its files' sizes and times."""
    stamps: list[tuple[str, int, int]] = []
    for folder, folders, files in os.walk(Path(__file__).parents[1]):
        folders.sort()
        names = [os.path.join(folder, name) for name in sorted(files) if name.endswith(".py")]
        stamps += [(os.path.basename(name), s.st_size, s.st_mtime_ns) for name in names for s in [os.stat(name)]]
    return hashlib.blake2b(repr(stamps).encode(), digest_size=8).hexdigest()


def _described(graph: Graph) -> list[Any]:
    """A graph as a tree of plain values (TypeError: it has parts that are known by identity only)."""
    numbers = {id(v.node): i for i, v in enumerate(graph.inputs)}
    found: list[Any] = [_plain(v.type) for v in graph.inputs]
    for node in graph.nodes:
        if not _own(node.op):
            raise TypeError(f"{node.op.name} is the user's")
        numbers[id(node)] = len(numbers)
        reads = [(numbers[id(v.node)], v.index) for v in node.inputs]
        found.append((node.op.name, reads, _plain(node.params), _plain(node.types)))
    found.append([(numbers[id(v.node)], v.index) for v in graph.outputs])
    return found


@functools.cache
def _own(op: Op) -> bool:
    """Whether all rules of an op are Dusk's (or NumPy's functions), and so known by its name."""
    if op.users:
        return False
    rules = (getattr(op, one.name) for one in fields(op))
    return all(
        isinstance(rule, np.ufunc) or rule.__module__.startswith(__name__.partition(".")[0] + ".")
        for rule in rules
        if callable(rule)
    )


def _plain(value: Any) -> Any:
    kind = cast("type[Any]", type(value))
    if kind is tuple:
        return tuple([_plain(v) for v in value])
    if value is None or value is TOKEN or kind in (int, float, complex, bool, str, bytes):
        return value
    if isinstance(value, TensorType):
        return _type(value)
    if kind is Literal:
        return "literal", _type(value.type), value.array().tobytes()
    if isinstance(value, np.dtype):
        return "dtype", repr(cast("Any", value))
    if kind is Graph:
        return _described(value)
    if kind is Op and _own(value):
        return "op", value.name
    raise TypeError(f"{kind.__name__} is no plain value")


@functools.lru_cache(maxsize=4096)
def _type(kind: TensorType) -> Any:
    return repr(kind.shape), repr(kind.dtype), kind.device


def save(key: str, program: Program, graph: Graph, machine: CpuMachine, told: Iterable[tuple[str, Origin]]) -> None:
    """Put the program of a graph on disk, if it is one of kernels alone. `told` are names of rules with the lines where
    they fired: `load` gives the lines of the nodes that have these here."""
    tables = program.tables
    (segment, *more) = tables.segments or [None]
    if more or not isinstance(segment, Native) or tables.kept:
        return
    addresses, which = np.unique(tables.steps[:, 0], return_inverse=True)
    sources = [[tuple(source) for source in machine.sources(int(address))] for address in addresses]
    if not all(sources):
        return
    nodes = {line: i for i, node in enumerate(graph.nodes) for line in node.origin}
    checks = [_checked(check, nodes) for check in tables.checks]
    if None in checks:
        return
    rows = np.column_stack((which.reshape(-1), tables.steps[:, 1:])).astype(np.int64)
    native.store(
        key,
        marshal.dumps(
            (
                sources,
                rows.tobytes(),
                tables.args.tobytes(),
                (segment.first, segment.last, segment.seconds, segment.parallel),
                tables.constants.tobytes(),
                tables.arena,
                dict(tables.aliases),
                tuple(map(_number, astuple(tables.stats))),
                checks,
                [(name, sorted({nodes[line] for line in origin if line in nodes})) for name, origin in told],
            )
        ),
    )


def _checked(check: Failing, nodes: Mapping[Any, int]) -> Any:
    """A check as plain values, its lines by the nodes that have them; None: that cannot be."""
    if not isinstance(check, Check) or not isinstance(check.size, int) or any(p not in nodes for p in check.around):
        return None
    own, around = ([*dict.fromkeys(nodes[p] for p in lines if p in nodes)] for lines in (check.origin, check.around))
    return check.name, own, around, check.axis, check.size


def _number(value: Any) -> int | float:
    return float(value) if isinstance(value, float) else int(value)


def load(key: str, graph: Graph, machine: CpuMachine, again: Callable[[], Program]) -> tuple[Program, Told] | None:
    """The program of a graph from disk, and the rules that fired for it; None if there is none, or no code for it.

    `again` compiles the graph, for whoever asks for more than to run it.
    """
    made = native.stored(key)
    if made is None:
        return None
    parts: Any = marshal.loads(made)
    sources, rows, args, segment, constants, arena, aliases, stats, checks, told = parts
    addresses = [machine.from_disk([Source(*source) for source in some]) for some in sources]
    if None in addresses:
        return None
    steps = np.frombuffer(rows, np.int64).reshape(-1, 4).copy()
    steps[:, 0] = np.array(addresses, np.int64)[steps[:, 0]]
    nodes, whole = graph.nodes, functools.cache(again)

    def lines(some: Iterable[int]) -> Origin:
        return join(*(nodes[i].origin for i in some))

    pool = aligned(len(constants))
    pool[:] = np.frombuffer(constants, np.uint8)
    tables = Tables(
        np.frombuffer(args, np.int64),
        steps,
        [Native(*segment)],
        lambda: whole().places,
        pool,
        arena,
        [Check(name, lines(own), lines(around), axis, size) for name, own, around, axis, size in checks],
        aliases,
        lambda: whole().report,
        Stats(*stats),
        lambda places: whole().tables.text(places),
        [],
    )
    n = len(graph.inputs)
    types = [v.type for v in (*graph.inputs, *graph.outputs)]
    fired: Told = [(name, lines(some)) for name, some in told]
    return Program(Outline(types, range(n), range(n, len(types))), tables, machine), fired
