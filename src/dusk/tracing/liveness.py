"""Which names statements read and assign, which of these live on, and whether statements are left early."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

KEEPING = frozenset(("append", "insert", "add", "setdefault", "map", "filter", "iter", "partial"))
"""Names of functions that keep a function which they are given."""


def names_in(node: ast.AST, kind: type[ast.expr_context]) -> Iterator[str]:
    """The names that are read, or assigned, in a node; nested functions' own names apart."""
    for child in ast.walk(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, kind):
            yield child.id


def read_in(node: ast.AST) -> set[str]:
    """The names that are read in a node, also in order to be changed."""
    changed = (n.target for n in ast.walk(node) if isinstance(n, ast.AugAssign))
    return {*names_in(node, ast.Load), *(target.id for target in changed if isinstance(target, ast.Name))}


def assigned_in(body: Sequence[ast.stmt]) -> set[str]:
    """The names that statements assign, but for those of nested functions and comprehensions."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
            return
        if isinstance(node, (ast.Lambda, *COMPREHENSIONS)):
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        for child in ast.iter_child_nodes(node):
            visit(child)

    for statement in body:
        visit(statement)
    return found


def captured_in(tree: ast.FunctionDef) -> set[str]:
    """The names that nested functions read which may be called later; what is given to a call is called there."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (*NESTED, ast.GeneratorExp)) and not _is_passed(child, node):
                own = {arg.arg for arg in ast.walk(child) if isinstance(arg, ast.arg)}
                found.update({*names_in(child, ast.Load)} - own)
            visit(child)

    visit(tree)
    return found


def _is_passed(node: ast.AST, parent: ast.AST) -> bool:
    """Whether a function is an argument of a call that does not keep it."""
    if not isinstance(parent, ast.Call):
        return False
    function = parent.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name not in KEEPING


def live_before(
    body: Sequence[ast.stmt], after: set[str], always: set[str], left: tuple[set[str], set[str]]
) -> set[str]:
    """The names that are read in some statements, or behind them, before they are assigned.

    `left` are those that are read where `break`, and where `continue`, goes to.
    """
    live = set(after)
    for s in reversed(body):
        if isinstance(s, ast.If):
            sides = live_before(s.body, live, always, left) | live_before(s.orelse, live, always, left)
            live = sides | read_in(s.test)
        elif isinstance(s, ast.While | ast.For) and not s.orelse:
            live = live_loop(s, live, always)
        elif isinstance(s, ast.Break | ast.Continue):
            live = set(left[isinstance(s, ast.Continue)])
        elif isinstance(s, ast.Return):
            live = read_in(s) | always
        elif isinstance(s, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
            live = live.difference(names_in(s, ast.Store)) | read_in(s)
        else:  # anything else: what it reads is read, what it assigns may stay as it was
            live |= read_in(s).union(*left if leaves_early([s]) else ())
    return live | always


def live_loop(s: ast.While | ast.For, after: set[str], always: set[str]) -> set[str]:
    """The names that are read before they are assigned in a loop, or behind it."""
    live = set(after)
    while True:
        inside = live_before(s.body, live, always, (after, live))
        if isinstance(s, ast.For):
            inside = inside.difference(names_in(s.target, ast.Store)) | read_in(s.iter)
        else:
            inside |= read_in(s.test)
        if inside <= live:
            return live
        live |= inside


def leaves_early(body: Iterable[ast.AST], kinds: tuple[type, ...] = (ast.Break, ast.Continue, ast.Return)) -> bool:
    """Whether statements leave the loop that they are the body of (or what else is around them)."""
    for s in body:
        if isinstance(s, kinds):
            return True
        inner = kinds if not isinstance(s, ast.For | ast.While) else tuple(k for k in kinds if k is ast.Return)
        if not isinstance(s, NESTED) and leaves_early(ast.iter_child_nodes(s), inner):
            return True
    return False


def is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


def always_leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether statements never come to their end."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ast.Return | ast.Break | ast.Continue | ast.Raise):
        return True
    return isinstance(last, ast.If) and always_leaves(last.body) and always_leaves(last.orelse)
