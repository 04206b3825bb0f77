"""Loops of code that runs as Python, written anew so that hot ones go on compiled (see `hot`).

    for target in over:           for chunk in _dusk_loops[3](over):
        body                          for target in chunk:
                                          body
                                      else:
                                          if chunk is where to go on compiled: do that, and break if it could be
                                          continue
                                      break

A `while` is such a loop over rounds without end, whose body begins with the test. The loop itself, as a function of the
names that it reads, is what is compiled: Python runs the statements as they are, a few rounds at a time.
"""

from __future__ import annotations

import ast
import copy
import symtable
from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any

from dusk.tracing.compiled import Compiled
from dusk.tracing.expressions import assign, load, store, tuple_of
from dusk.tracing.hot import OVER, Loop, Loops, Names
from dusk.tracing.liveness import (
    NESTED,
    assigned_in,
    captured_in,
    is_range,
    live_before,
    live_loop,
    read_in,
)
from dusk.tracing.source import PYTHONS, REFUSED, Leaving, UnreadError, read_tree, recompiled, with_code

LOOPS = "_dusk_loops"
"""The name under which code finds its `Loops`."""

_made: dict[tuple[CodeType, int], tuple[CodeType | None, Loops] | None] = {}  # by code, and globals: `Loops` keep these
_MOST_MADE = 4096


def outlined(function: Any) -> tuple[Any, Loops | None]:
    """A function whose loops are written anew, and these; the function itself where there is nothing to write anew."""
    if not isinstance(function, FunctionType):
        return function, None
    key = function.__code__, id(function.__globals__)
    if key not in _made:
        if len(_made) >= _MOST_MADE:
            _made.clear()
        _made[key] = _of_function(function)
    code, loops = _made[key] or (None, None)
    return function if code is None else with_code(function, code, LOOPS, loops), loops


def _of_function(function: FunctionType) -> tuple[CodeType | None, Loops] | None:
    try:
        tree = read_tree(function)
    except UnreadError:
        return None
    code = function.__code__
    loops = Loops(code.co_filename, function.__globals__)
    scope = _Scope(loops, tree, frozenset(code.co_freevars), mangled="." in code.co_qualname)
    tree.body = scope.block(tree.body, set())
    return recompiled(function, tree, LOOPS) if loops.all else None, loops


def outlined_module(text: str, path: str, space: dict[str, Any]) -> CodeType:
    """The code of a program's module, whose namespace is `space`, with its loops written anew."""
    tree = ast.parse(text, path)
    loops = Loops(path, space)
    read = _global_in_functions(symtable.symtable(text, path, "exec"))
    tree.body = _Scope(loops, tree, frozenset(), frozenset(read)).block(tree.body, assigned_in(tree.body))
    if loops.all:
        space[LOOPS] = loops
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _global_in_functions(table: symtable.SymbolTable) -> Iterator[str]:
    """The names of a module that its functions read or write."""
    for child in table.get_children():
        yield from (symbol.get_name() for symbol in child.get_symbols() if symbol.is_global())
        yield from _global_in_functions(child)


Compiled.outlined = staticmethod(outlined)


class _Scope:
    """The statements of a function, or of a module. `outer`: the names of the functions around it; `kept`: those that
    other functions see; `mangled`: names with two underscores have others in fact."""

    def __init__(
        self,
        loops: Loops,
        tree: ast.FunctionDef | ast.Module,
        outer: frozenset[str],
        kept: frozenset[str] = frozenset(),
        mangled: bool = False,
    ) -> None:
        self.loops, self.outer, self.mangled = loops, outer, mangled
        self.own = frozenset(_bound_in(tree))
        self.declared = {n for s in _statements(tree) if isinstance(s, ast.Global | ast.Nonlocal) for n in s.names}
        self.module = isinstance(tree, ast.Module)
        self.kept = set(kept) if isinstance(tree, ast.Module) else captured_in(tree) & self.own
        self.parent: Loop | None = None

    def block(self, body: Sequence[ast.stmt], after: set[str]) -> list[ast.stmt]:
        """Statements anew; `after` are the names that are read behind them."""
        made: list[list[ast.stmt]] = []
        live = after | self.kept
        for s in reversed(body):
            following = set(live)
            live = live_before([s], live, self.kept, (set(self.own), set(self.own)))
            made.append(self.statement(s, following))
        return [n for new in reversed(made) for n in new]

    def statement(self, s: ast.stmt, after: set[str]) -> list[ast.stmt]:
        """One statement anew."""
        if isinstance(s, ast.FunctionDef):
            visible = self.outer if self.module else self.outer | self.own
            s.body = _Scope(self.loops, s, visible, mangled=self.mangled).block(s.body, set())
        elif isinstance(s, ast.ClassDef):
            within, self.mangled = self.mangled, True
            for part in s.body:
                if isinstance(part, NESTED):  # which stay what they are
                    self.statement(part, set())
            self.mangled = within
        elif isinstance(s, ast.For | ast.While):
            return self.loop(s, after)
        elif not isinstance(s, NESTED):
            everything = after if isinstance(s, ast.If) else set(self.own)
            for name in ("body", "orelse", "finalbody"):
                inner: list[ast.stmt] = getattr(s, name, [])
                if inner:
                    setattr(s, name, self.block(inner, everything))
            for part in (*getattr(s, "handlers", ()), *getattr(s, "cases", ())):
                part.body = self.block(part.body, everything)
        return [s]

    def loop(self, s: ast.For | ast.While, after: set[str]) -> list[ast.stmt]:
        """A loop anew, with those in it."""
        reason = self.refused(s)
        if reason:
            self.loops.refused.append((s.lineno, reason))
        live = live_loop(s, after, self.kept) if not s.orelse else set(self.own)
        loop = None if reason else self.outline(s, live, after)
        above = self.parent
        self.parent = loop or above
        s.body = self.block(s.body, live)
        s.orelse = self.block(s.orelse, after) if s.orelse else []
        self.parent = above
        return [s] if loop is None else self.chunked(s, loop)

    def refused(self, s: ast.For | ast.While) -> str:
        """Why a loop cannot be on its own, if so."""
        if isinstance(s, ast.For) and not (is_range(s.iter) or isinstance(s.iter, ast.Name | ast.Attribute)):
            return "goes over no range and no array"
        assigned = assigned_in([s])
        if s.orelse or assigned & (self.declared | self.kept):
            return "has an else, or names that other functions see"
        for node in ast.walk(s):
            if isinstance(node, PYTHONS) and not (isinstance(node, ast.Raise) and node.exc):
                return f"has a statement of Python's own, at line {node.lineno}"
            if isinstance(node, ast.Call) and _name(node.func) in REFUSED:
                return f"calls {_name(node.func)}, which sees its caller"
            if isinstance(node, ast.Attribute | ast.Starred) and isinstance(node.ctx, ast.Store):
                return f"writes an attribute, at line {node.lineno}"
            if self.mangled and _is_mangled(_name(node)):
                return "has names of a class's own"
        return ""

    def outline(self, s: ast.For | ast.While, live: set[str], after: set[str]) -> Loop:
        """The loop as a function of the names that it needs, which gives those that live on."""
        s = copy.deepcopy(s)
        number = len(self.loops.all)
        visible = self.own if self.module else self.own | self.outer
        assigned = assigned_in([s])
        exits = _Exits(f"_dusk_exit_{number}")
        exits.visit(s)
        kept = assigned if self.module else assigned & after.union(*map(read_in, exits.found))
        needed = sorted(live & visible & (assigned if self.module else read_in(s) | assigned))
        left = sorted(kept)
        if exits.found:
            needed.append(exits.flag)
            left.append(exits.flag)
        if isinstance(s, ast.For):
            s.iter = load(OVER)
        names = [*([OVER] if isinstance(s, ast.For) else []), *needed]
        arguments = ast.arguments([], [ast.arg(n) for n in names], None, [], [], None, [])
        done = ast.Return(tuple_of(left, ast.Load()))
        function = ast.copy_location(ast.FunctionDef(f"loop_{number}", arguments, [s, done], []), s)
        ast.fix_missing_locations(function)
        return self.loops.add(function, Names(needed, left, assigned), exits.found, self.parent)

    def chunked(self, s: ast.For | ast.While, loop: Loop) -> list[ast.stmt]:
        """The statements that run a loop a few rounds at a time, and compiled where it is hot."""
        number = self.loops.all.index(loop)
        chunk, given, done = (f"_dusk_{what}_{number}" for what in ("chunk", "given", "done"))
        names = [n for n in loop.needed if not n.startswith("_dusk_")]
        one_by_one: list[ast.stmt] = [assign(given, ast.List([], ast.Load()))]
        for name in names:
            one_by_one.append(_unless_set([_append(given, load(name))], [_append(given, _of(LOOPS, "unset"))]))
        take = _unless_set([assign(given, tuple_of(names, ast.Load()))], one_by_one)
        run = assign(done, ast.Call(_of(chunk, "run"), [load(given)], []))
        leave: list[ast.stmt] = []
        if loop.left:
            leave.append(ast.Assign([tuple_of(loop.left, ast.Store())], load(done)))
        for name in loop.left:
            if not name.startswith("_dusk_"):
                unset = ast.Call(_of(LOOPS, "is_unset"), [load(name)], [])
                leave.append(ast.If(unset, [ast.Delete([ast.Name(name, ast.Del())])], []))
        for k, exit in enumerate(loop.exits, 1):
            here = ast.Compare(load(loop.left[-1]), [ast.Eq()], [ast.Constant(k)])
            leave.append(ast.If(here, [assign(done, ast.Constant(None)), exit], []))
        leave.append(assign(done, ast.Constant(None)))
        there = ast.Compare(load(done), [ast.IsNot()], [ast.Constant(None)])
        hot = ast.Call(_of(LOOPS, "is_hot"), [load(chunk)], [])
        done_with = assign(given, ast.Constant(None))
        going = ast.If(hot, [take, run, done_with, ast.If(there, [*leave, ast.Break()], [])], [])
        item = ast.Subscript(load(LOOPS), ast.Constant(number), ast.Load())
        if isinstance(s, ast.For):
            over: list[ast.expr] = [s.iter]
            target, body = s.target, s.body
        else:
            over, target = [], store(f"_dusk_round_{number}")
            always = isinstance(s.test, ast.Constant) and bool(s.test.value)
            stop: ast.stmt = ast.If(ast.UnaryOp(ast.Not(), s.test), [ast.Break()], [])
            body = s.body if always else [ast.copy_location(stop, s), *s.body]
        inner = ast.For(target, load(chunk), body, [going, ast.Continue()])
        outer = ast.For(store(chunk), ast.Call(item, over, []), [inner, ast.Break()], [])
        for node in (outer, inner):
            ast.copy_location(node, s)
        return [ast.fix_missing_locations(outer)]


class _Exits(Leaving):
    """Statements with which a loop is left for good, which stay Python's: a number in `flag` tells which it was."""

    def __init__(self, flag: str) -> None:
        super().__init__(flag)
        self.found: list[ast.stmt] = []

    def _leave(self, node: Any) -> Any:
        self.found.append(node)
        return [ast.copy_location(s, node) for s in (assign(self.flag, ast.Constant(len(self.found))), ast.Break())]

    visit_Return = visit_Raise = _leave  # noqa: N815

    def visit_Assert(self, node: ast.Assert) -> Any:  # noqa: N802
        if not __debug__:
            return ast.copy_location(ast.Pass(), node)
        error = ast.Call(load("AssertionError"), [node.msg] if node.msg else [], [])
        raised = ast.copy_location(ast.Raise(error), node)
        return ast.copy_location(ast.If(ast.UnaryOp(ast.Not(), node.test), self._leave(raised), []), node)


def _of(thing: str, name: str) -> ast.expr:
    return ast.Attribute(load(thing), name, ast.Load())


def _append(to: str, value: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(_of(to, "append"), [value], []))


def _unless_set(body: list[ast.stmt], instead: list[ast.stmt]) -> ast.stmt:
    """Statements, and others where a name that they read has no value."""
    return ast.Try(body, [ast.ExceptHandler(load("NameError"), None, instead)], [], [])


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_mangled(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _statements(tree: ast.FunctionDef | ast.Module) -> Iterator[ast.AST]:
    """What is in a function, but for the functions and classes in it, themselves given."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, NESTED):
            waiting += ast.iter_child_nodes(node)


def _bound_in(tree: ast.FunctionDef | ast.Module) -> Iterator[str]:
    """The names of a function's own, or of a module's."""
    yield from assigned_in(tree.body)
    if isinstance(tree, ast.FunctionDef):
        yield from (arg.arg for arg in ast.walk(tree.args) if isinstance(arg, ast.arg))
    for node in _statements(tree):
        if isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.name
