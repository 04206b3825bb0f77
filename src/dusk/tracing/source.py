"""Python's control flow read from a function's source, and written anew as calls of `statements`.

The function that comes out does what the other one does: where conditions and bounds are Python's own values its
statements are Python's; on values that are traced they become branches and loops of the graph.

`break`, `continue` and `return` inside of loops become flags first; then every `if`, `while` and `for` becomes a call
of functions of the names that it assigns and that are read later: what is carried is found from which names live on.
Statements that have no place in a graph (`try`, `with`, `del`, writes to attributes ...) stay as they are, with all
that is around them.
"""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Iterable, Sequence
from types import CellType, CodeType, FunctionType
from typing import Any, cast

import numpy as np

from dusk.tracing import calls, statements
from dusk.tracing.expressions import DOOR, Expressions, ask, assign, door, load, negated, tuple_of
from dusk.tracing.liveness import (
    NESTED,
    always_leaves,
    assigned_in,
    captured_in,
    is_range,
    leaves_early,
    live_before,
    live_loop,
    names_in,
)
from dusk.tree import flatten

PYTHONS = (
    *(ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.AsyncFor, ast.Global, ast.Nonlocal, ast.Delete, ast.Match),
    *(ast.Raise, ast.Import, ast.ImportFrom, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr),
    *(ast.FunctionDef, ast.AsyncFunctionDef),
)
"""What keeps the statements around it Python's."""

REFUSED = frozenset(("super", "locals", "vars", "eval", "exec", "dir"))
"""Functions that see their caller."""

_TREE = "_dusk_tree"  # the attribute of a function that holds its statements
_DEEPEST = 4  # functions within functions that are looked for loops

_made: dict[CodeType, Any] = {}  # code -> what makes the function, or why there is none
_MOST_MADE = 4096


class UnreadError(Exception):
    """A function whose control flow is not read from its source; the text says why."""


def has_loops(function: Any, depth: int = _DEEPEST) -> bool:
    """Whether a function, or one of the user's that it names, has loops: what they record is not to be written out."""
    try:
        tree = read_tree(function)
    except UnreadError:
        return False
    nodes = [*ast.walk(tree)]
    if any(isinstance(node, ast.While) or (isinstance(node, ast.For) and is_range(node.iter)) for node in nodes):
        return True
    named = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    own = inspect.getclosurevars(function)
    found = [own.nonlocals.get(name, own.globals.get(name)) for name in named]
    functions = [f for f in found if isinstance(f, FunctionType) and f is not function]
    return depth > 0 and any(has_loops(f, depth - 1) for f in functions)


def holds_foreign(function: Any) -> bool:
    """Whether what a function reads, or has as defaults, holds arrays of NumPy's, also in lists and the like."""
    if not isinstance(function, FunctionType):
        return False
    cells = [cell.cell_contents for cell in function.__closure__ or () if cell != CellType()]
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    return any(type(leaf) is np.ndarray for leaf in flatten([*cells, *named, *defaults])[0])


def converted(function: Any) -> Any:
    """The function with its control flow as calls (UnreadError: it has no source, is a generator, sees its callers)."""
    if not isinstance(function, FunctionType):
        raise UnreadError(f"{function!r} is no Python function")
    code = function.__code__
    made = _made.get(code)
    if made is None:
        if len(_made) >= _MOST_MADE:
            _made.clear()
        try:
            made = _rewritten(function)
        except UnreadError as error:
            made = str(error)
        _made[code] = made
    if isinstance(made, str):
        raise UnreadError(made)
    return with_code(function, made, DOOR, statements)


def with_code(function: FunctionType, code: CodeType, door: str, behind: Any) -> FunctionType:
    """The function with other code, which finds `behind` under the name `door`."""
    own = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)) | {door: CellType(behind)}
    closure = tuple(own[name] for name in code.co_freevars)
    new = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    new.__kwdefaults__ = function.__kwdefaults__
    new.__qualname__ = function.__qualname__
    return new


def set_tree(function: FunctionType, tree: ast.FunctionDef) -> None:
    """Have a function that has no source of its own read as these statements."""
    function.__dict__[_TREE] = tree


def read_tree(function: Any) -> ast.FunctionDef:
    """The function's statements, with the lines they have in their file (UnreadError)."""
    if not isinstance(function, FunctionType):
        raise UnreadError(f"{function!r} is no Python function")
    if calls.is_ours(function):
        raise UnreadError(f"{function.__qualname__} is a function of a library")
    if _TREE in function.__dict__:
        return copy.deepcopy(function.__dict__[_TREE])
    try:
        text = textwrap.dedent(inspect.getsource(function.__code__))  # not that of what it wraps
        tree = ast.parse(text).body[0]
    except (OSError, TypeError, SyntaxError, IndexError) as error:
        raise UnreadError(f"the source of {function.__qualname__} is not at hand: {error}") from None
    # a lambda's lines may be those of a def that it is in
    if not isinstance(tree, ast.FunctionDef) or tree.name != function.__code__.co_name:
        raise UnreadError(f"{function.__qualname__} is not a function by def")
    return ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)


def _rewritten(function: FunctionType) -> CodeType:
    """The code of the function anew, whose free variables are those of the other one and the door."""
    tree = read_tree(function)
    for node in ast.walk(tree):
        if isinstance(node, ast.Yield | ast.YieldFrom | ast.Await):
            raise UnreadError(f"{function.__qualname__} is a generator or a coroutine")
        if isinstance(node, ast.Global | ast.Nonlocal):
            raise UnreadError(f"{function.__qualname__} assigns names outside of it")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSED:
            raise UnreadError(f"{function.__qualname__} calls {node.func.id}(), which sees its caller")
    _Function(tree).rewrite()
    return recompiled(function, tree, DOOR)


def recompiled(function: FunctionType, tree: ast.FunctionDef, door: str) -> CodeType:
    """The code of statements in place of the function's, whose free variables are those of the function and `door`."""
    code = function.__code__
    own = dict.fromkeys((*code.co_freevars, door))
    tree.decorator_list, tree.name = [], f"_dusk_{tree.name}"
    tree.args.defaults = [ast.Constant(None) for _ in tree.args.defaults]
    tree.args.kw_defaults = [None if d is None else ast.Constant(None) for d in tree.args.kw_defaults]
    tree.returns = None
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
    outer = ast.FunctionDef(
        "outer", ast.arguments([], [ast.arg(n) for n in own], None, [], [], None, []), [tree], []
    )
    outer.body.append(ast.Return(ast.Name(tree.name, ast.Load())))
    module = ast.Module([outer], [])
    _place(module, tree.lineno)
    compiled = compile(module, code.co_filename, "exec", dont_inherit=True, flags=code.co_flags & _FUTURE)
    whole = next(c for c in compiled.co_consts if isinstance(c, CodeType))
    made = next(c for c in whole.co_consts if isinstance(c, CodeType) and c.co_name == tree.name)
    return made.replace(co_name=code.co_name)


def _place(node: ast.AST, line: int) -> None:
    """Give every node one line: its own, or that of what it is in."""
    if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.excepthandler | ast.keyword):
        line = node.lineno = getattr(node, "lineno", line)
        node.end_lineno, node.col_offset, node.end_col_offset = line, 0, 0
    for child in ast.iter_child_nodes(node):
        _place(child, line)


_FUTURE = 0x1000000  # annotations that are not evaluated


class _Function:
    """A function that is written anew."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.tree = tree
        self.count = 0
        a = tree.args
        own = [*a.posonlyargs, *a.args, *a.kwonlyargs, *filter(None, (a.vararg, a.kwarg))]
        self.parameters = {arg.arg for arg in own}
        self.locals = assigned_in(tree.body) | self.parameters
        self.always = captured_in(tree) & self.locals
        self.anywhere = (self.locals, self.locals)  # what may be read where loops that stay Python's are left
        self.unset: set[str] = set()  # names that a call is given though they may not be set

    def name(self, what: str) -> str:
        """A name of our own; there is no other like it."""
        self.count += 1
        return f"_dusk_{what}_{self.count}"

    def rewrite(self) -> None:
        """Put other statements in place of the function's."""
        ask(self.tree)
        body = self.returns([*self.tree.body])
        self.locals |= assigned_in(body)
        body = self.block(body, set())
        first = [assign(n, door("Unset", ast.Constant(n))) for n in sorted(self.unset - self.parameters)]
        a = self.tree.args
        given = [*[*a.posonlyargs, *a.args][len(a.posonlyargs) + len(a.args) - len(a.defaults) :], *a.kwonlyargs]
        first += [assign(arg.arg, door("adopted", load(arg.arg))) for arg in given]  # defaults are found outside, too
        self.tree.body = [*first, *body]
        Expressions(self.unset - self.parameters, self.locals).visit(self.tree)

    # --- return, break and continue
    def returns(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a function's own level: what follows a branch that returns goes into the other one, and
        loops that return become loops that break, with the result in a name."""
        made: list[ast.stmt] = []
        for i, s in enumerate(body):
            rest = body[i + 1 :]
            if isinstance(s, ast.If) and leaves_early([s], (ast.Return,)) and not self.pythons(s):
                both = [s.body, s.orelse]
                for side in both:
                    if not always_leaves(side):
                        side.extend(_copies(rest))
                s.body, s.orelse = (self.returns(_ending(side)) for side in both)
                return [*made, s]
            if isinstance(s, ast.For | ast.While) and leaves_early([s], (ast.Return,)) and not self.pythons(s):
                flag, value = self.name("returned"), self.name("result")
                _Returns(flag, value).visit(s)
                done = ast.If(load(flag), [ast.Return(load(value))], [])
                before = [assign(flag, ast.Constant(False)), assign(value, door("Unset", ast.Constant("")))]
                made += [ast.copy_location(b, s) for b in before]
                return [*made, s, *self.returns([ast.copy_location(done, s), *rest])]
            made.append(s)
        return made

    def jumps(self, body: list[ast.stmt], out: str, on: str) -> list[ast.stmt]:
        """A loop's statements with flags for `break` and `continue`; what follows runs only if neither is set."""
        made: list[ast.stmt] = []
        for i, s in enumerate(body):
            rest = body[i + 1 :]
            if isinstance(s, ast.Break | ast.Continue):
                made.append(ast.copy_location(assign(out if isinstance(s, ast.Break) else on, ast.Constant(True)), s))
                return made
            if isinstance(s, ast.If) and leaves_early([s], (ast.Break, ast.Continue)):
                sides = [s.body, s.orelse]
                ends = [always_leaves(side) for side in sides]
                if any(ends):
                    for side, end in zip(sides, ends, strict=True):
                        if not end:
                            side.extend(rest)
                    s.body, s.orelse = (self.jumps(side, out, on) for side in sides)
                    return [*made, s]
                s.body, s.orelse = (self.jumps(side, out, on) for side in sides)
                made.append(s)
                if rest:
                    unless = ast.If(negated(out, on), self.jumps(rest, out, on), [])
                    made.append(ast.copy_location(unless, rest[0]))
                return made
            made.append(s)
        return made

    def pythons(self, s: ast.stmt) -> bool:
        """Whether a statement stays Python's, for what is in it: also if functions that live on see what it assigns."""
        if assigned_in([s]) & self.always:
            return True
        for node in ast.walk(s):
            if isinstance(node, PYTHONS) or (isinstance(node, ast.For | ast.While) and node.orelse):
                return True
            if isinstance(node, ast.Attribute | ast.Starred) and isinstance(node.ctx, ast.Store):
                return True
        return False

    # --- statements
    def block(self, body: Sequence[ast.stmt], after: set[str]) -> list[ast.stmt]:
        """Statements anew; `after` are the names that are read behind them."""
        made: list[list[ast.stmt]] = []
        live = after | self.always
        for s in reversed(body):
            following = set(live)
            live = live_before([s], live, self.always, self.anywhere)
            made.append([ast.copy_location(n, s) for n in self.statement(s, following)])
        return [n for new in reversed(made) for n in new]

    def statement(self, s: ast.stmt, after: set[str]) -> list[ast.stmt]:
        """One statement anew."""
        if isinstance(s, ast.If) and not self.pythons(s) and not leaves_early([s], (ast.Break, ast.Continue)):
            returns = leaves_early([s], (ast.Return,))
            if not returns or (always_leaves(s.body) and always_leaves(s.orelse)):
                return self.branch(s, after, returns)
        elif isinstance(s, ast.While | ast.For) and not self.pythons(s) and not leaves_early([s], (ast.Return,)):
            return self.loop(s, after)
        if not isinstance(s, NESTED):
            for name in ("body", "orelse", "finalbody"):
                inner: list[ast.stmt] = getattr(s, name, [])
                if inner:
                    setattr(s, name, self.block(inner, self.locals))
            for handler in getattr(s, "handlers", ()):
                handler.body = self.block(handler.body, self.locals)
        return [s]

    def function(self, what: str, names: Sequence[str], body: list[ast.stmt], *before: str) -> tuple[str, ast.stmt]:
        """A function of names, and what it is called."""
        name = self.name(what)
        args = ast.arguments([], [ast.arg(n) for n in (*before, *names)], None, [], [], None, [])
        return name, ast.FunctionDef(name, args, body or [ast.Pass()], [])

    def branch(self, s: ast.If, after: set[str], returns: bool) -> list[ast.stmt]:
        """An `if` as a call; one both of whose sides return as a call whose result is returned."""
        sides = (s.body, s.orelse)
        assigned = assigned_in(s.body) | assigned_in(s.orelse)
        left = [] if returns else sorted(assigned & after)
        read = {n for side in sides for n in live_before(side, set(left), self.always, self.anywhere)}
        names = sorted(assigned & read)
        self.unset |= set(names)
        functions: list[tuple[str, ast.stmt]] = []
        for side in sides:
            end = [] if returns else [ast.Return(tuple_of(left, ast.Load()))]
            functions.append(self.function("side", names, [*self.block(side, set(left)), *end]))
        then, other = (load(name) for name, _ in functions)
        if returns:
            done: ast.stmt = ast.Return(door("returned", s.test, then, other, tuple_of(names, ast.Load())))
        else:
            call = door("if_", s.test, then, other, tuple_of(names, ast.Load()), _names(left))
            done = ast.Assign([tuple_of(left, ast.Store())], call) if left else ast.Expr(call)
        return [*(f for _, f in functions), done]

    def loop(self, s: ast.While | ast.For, after: set[str]) -> list[ast.stmt]:
        """A `while` or a `for` as a call."""
        body, before, flags = list(s.body), list[ast.stmt](), list[str]()
        if leaves_early(body, (ast.Break, ast.Continue)):
            out, on = self.name("broken"), self.name("continued")
            body = self.jumps(body, out, on)
            used = {name for b in body for name in names_in(b, ast.Store)}
            if on in used:
                body.insert(0, assign(on, ast.Constant(False)))
            else:
                body = [_Without(on).visit(b) for b in body]
            if out in used:
                before.append(assign(out, ast.Constant(False)))
                flags.append(out)
            else:
                body = [_Without(out).visit(b) for b in body]
        item = self.name("item")
        if isinstance(s, ast.For):
            body.insert(0, ast.Assign([s.target], load(item)))
            test: ast.expr = ast.Constant(True)
        else:
            test = s.test
        if flags:
            test = ast.BoolOp(ast.And(), [negated(*flags), test]) if isinstance(s, ast.While) else negated(*flags)
        whole = ast.While(test, body, [])
        live = live_loop(whole, after, self.always) | set(flags)
        names = sorted(assigned_in(body) & live)
        self.unset |= set(names)
        new = [*self.block(body, set(names) | set(names_in(test, ast.Load))), ast.Return(tuple_of(names, ast.Load()))]
        tester, asks = self.function("test", names, [ast.Return(test)])
        runner, runs = self.function("body", names, new, *((item,) if isinstance(s, ast.For) else ()))
        given = [load(tester), load(runner), tuple_of(names, ast.Load()), _names(names)]
        if isinstance(s, ast.While):
            call = door("while_", *given)
        else:
            over = door("range_", *cast("ast.Call", s.iter).args) if is_range(s.iter) else s.iter
            call = door("for_", over, *(given if flags else [ast.Constant(None), *given[1:]]))
        done = ast.Assign([tuple_of(names, ast.Store())], call) if names else ast.Expr(call)
        return [*before, asks, runs, done]


def _names(names: Iterable[str]) -> ast.expr:
    return ast.Tuple([ast.Constant(name) for name in names], ast.Load())


def _copies(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Statements once more: a node belongs to one place."""
    return copy.deepcopy(list(body))


def _ending(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, which return something."""
    return body if always_leaves(body) else [*body, ast.Return(ast.Constant(None))]


class Leaving(ast.NodeTransformer):
    """Has statements in loops leave all of these: they set a flag and break, and so do the loops that they are in."""

    def __init__(self, flag: str) -> None:
        self.flag = flag
        self.depth = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def _loop(self, node: Any) -> Any:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        if self.depth and _sets(node, self.flag):
            leave = ast.If(load(self.flag), [ast.Break()], [])
            return [node, ast.copy_location(leave, node)]
        return node

    visit_For = visit_While = _loop  # noqa: N815


class _Returns(Leaving):
    """`return` inside of a loop: the result is kept, and the loop is left."""

    def __init__(self, flag: str, value: str) -> None:
        super().__init__(flag)
        self.value = value

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value or ast.Constant(None)
        kept = [assign(self.value, value), assign(self.flag, ast.Constant(True)), ast.Break()]
        return [ast.copy_location(k, node) for k in kept]


def _sets(node: ast.AST, name: str) -> bool:
    return name in names_in(node, ast.Store)


class _Without(ast.NodeTransformer):
    """Tests of a flag that is never set, left out."""

    def __init__(self, flag: str) -> None:
        self.flag = flag

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        self.generic_visit(node)
        rest = [v for v in node.values if not self._asks(v)]
        node.values = rest or node.values
        return node.values[0] if len(node.values) == 1 else node

    def _asks(self, node: ast.expr) -> bool:
        return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Name) and node.operand.id == self.flag




calls.Door.converted, calls.Door.unread = converted, UnreadError
