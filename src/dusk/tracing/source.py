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
from collections.abc import Collection, Iterable, Iterator, Sequence
from types import CellType, CodeType, FunctionType
from typing import Any, cast

from dusk.tracing import calls, statements

DOOR = "__dusk_statements"
_NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_PYTHONS = (
    *(ast.Try, ast.TryStar, ast.With, ast.AsyncWith, ast.AsyncFor, ast.Global, ast.Nonlocal, ast.Delete, ast.Match),
    *(ast.Raise, ast.Import, ast.ImportFrom, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr),
    *(ast.FunctionDef, ast.AsyncFunctionDef),
)
"""What keeps the statements around it Python's."""

_REFUSED = frozenset(("super", "locals", "vars", "eval", "exec", "dir"))
"""Functions that see their caller."""

_made: dict[CodeType, Any] = {}  # code -> what makes the function, or why there is none
_MOST_MADE = 4096


class UnreadError(Exception):
    """A function whose control flow is not read from its source; the text says why."""


def has_loops(function: Any) -> bool:
    """Whether a function has loops that may be many rounds long: what they record is not to be unrolled."""
    try:
        tree = _tree(function)
    except UnreadError:
        return False
    nodes = ast.walk(tree)
    return any(isinstance(node, ast.While) or (isinstance(node, ast.For) and _is_range(node.iter)) for node in nodes)


def has_statements(function: Any) -> bool:
    """Whether a function has control flow at all, or prints."""
    if isinstance(function, FunctionType) and "print" in function.__code__.co_names:
        return True
    try:
        tree = _tree(function)
    except UnreadError:
        return False
    kinds, nodes = (ast.While, ast.For, ast.If, ast.IfExp, ast.BoolOp, ast.Not), ast.walk(tree)
    return any(isinstance(node, kinds) or (isinstance(node, ast.Compare) and len(node.ops) > 1) for node in nodes)


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
    own = dict(zip(code.co_freevars, function.__closure__ or (), strict=True)) | {DOOR: CellType(statements)}
    closure = tuple(own[name] for name in made.co_freevars)
    new = FunctionType(made, function.__globals__, function.__name__, function.__defaults__, closure)
    new.__kwdefaults__ = function.__kwdefaults__
    new.__qualname__ = function.__qualname__
    return new


def _tree(function: Any) -> ast.FunctionDef:
    if not isinstance(function, FunctionType):
        raise UnreadError(f"{function!r} is no Python function")
    try:
        text = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(text).body[0]
    except (OSError, TypeError, SyntaxError, IndexError) as error:
        raise UnreadError(f"the source of {function.__qualname__} is not at hand: {error}") from None
    if not isinstance(tree, ast.FunctionDef):
        raise UnreadError(f"{function.__qualname__} is not a function by def")
    return tree


def _rewritten(function: FunctionType) -> CodeType:
    """The code of the function anew, whose free variables are those of the other one and the door."""
    tree = _tree(function)
    for node in ast.walk(tree):
        if isinstance(node, ast.Yield | ast.YieldFrom | ast.Await):
            raise UnreadError(f"{function.__qualname__} is a generator or a coroutine")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _REFUSED:
            raise UnreadError(f"{function.__qualname__} calls {node.func.id}(), which sees its caller")
    code = function.__code__
    own = dict.fromkeys((*code.co_freevars, DOOR))
    tree.decorator_list, tree.name = [], f"_dusk_{tree.name}"
    tree.args.defaults = [ast.Constant(None) for _ in tree.args.defaults]
    tree.args.kw_defaults = [None if d is None else ast.Constant(None) for d in tree.args.kw_defaults]
    tree.returns = None
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    _Function(tree).rewrite()
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


# --- which names live on
def _names(node: ast.AST, kind: type[ast.expr_context]) -> Iterator[str]:
    """The names that are read, or assigned, in a node; nested functions' own names apart."""
    for child in ast.walk(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, kind):
            yield child.id


def _assigned(body: Sequence[ast.stmt]) -> set[str]:
    """The names that statements assign, but for those of nested functions and comprehensions."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
            return
        if isinstance(node, (ast.Lambda, *_COMPREHENSIONS)):
            return
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        for child in ast.iter_child_nodes(node):
            visit(child)

    for statement in body:
        visit(statement)
    return found


def _live(body: Sequence[ast.stmt], after: set[str], always: set[str]) -> set[str]:
    """The names that are read in some statements, or behind them, before they are assigned."""
    live = set(after)
    for s in reversed(body):
        if isinstance(s, ast.If):
            live = _live(s.body, live, always) | _live(s.orelse, live, always) | {*_names(s.test, ast.Load)}
        elif isinstance(s, ast.While | ast.For) and not s.orelse and not _leaves(s.body):
            live = _live_loop(s, live, always)
        elif isinstance(s, ast.Return):
            live = {*_names(s, ast.Load)} | always
        elif isinstance(s, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
            targets = _targets(s)
            kept = {*_names(s, ast.Load)}
            if isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name):
                kept.add(s.target.id)
            live = (live - targets) | kept
        else:  # anything else: what it reads is read, what it assigns may stay as it was
            live |= {*_names(s, ast.Load)}
    return live | always


def _live_loop(s: ast.While | ast.For, after: set[str], always: set[str]) -> set[str]:
    live = set(after)
    while True:
        inside = _live(s.body, live, always)
        if isinstance(s, ast.For):
            inside = (inside - _assigned([ast.Assign([s.target], ast.Constant(0))])) | {*_names(s.iter, ast.Load)}
        else:
            inside |= {*_names(s.test, ast.Load)}
        if inside <= live:
            return live
        live |= inside


def _targets(s: ast.stmt) -> set[str]:
    return {*_names(s, ast.Store)}


def _leaves(body: Iterable[ast.AST], kinds: tuple[type, ...] = (ast.Break, ast.Continue, ast.Return)) -> bool:
    """Whether statements leave the loop that they are the body of (or what else is around them)."""
    for s in body:
        if isinstance(s, kinds):
            return True
        inner = kinds if not isinstance(s, ast.For | ast.While) else tuple(k for k in kinds if k is ast.Return)
        if not isinstance(s, _NESTED) and _leaves(ast.iter_child_nodes(s), inner):
            return True
    return False


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"


# --- writing anew
def _load(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _store(name: str) -> ast.expr:
    return ast.Name(name, ast.Store())


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([_store(name)], value)


def _door(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(_load(DOOR), name, ast.Load()), list(args), [])


def _tuple(names: Iterable[str], context: ast.expr_context) -> ast.expr:
    return ast.Tuple([ast.Name(n, context) for n in names], context)


def _lambda(value: ast.expr) -> ast.expr:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), value)


def _negated(*names: str) -> ast.expr:
    values: list[ast.expr] = [ast.UnaryOp(ast.Not(), _load(n)) for n in names]
    return values[0] if len(values) == 1 else ast.BoolOp(ast.And(), values)


class _Function:
    """A function that is written anew."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.tree = tree
        self.count = 0
        a = tree.args
        own = [*a.posonlyargs, *a.args, *a.kwonlyargs, *filter(None, (a.vararg, a.kwarg))]
        self.parameters = {arg.arg for arg in own}
        self.locals = _assigned(tree.body) | self.parameters
        nested = [n for n in ast.walk(tree) if n is not tree and isinstance(n, _NESTED + _COMPREHENSIONS)]
        self.always = {name for n in nested for name in _names(n, ast.Load)} & self.locals
        self.unset: set[str] = set()  # names that a call is given though they may not be set

    def name(self, what: str) -> str:
        """A name of our own; there is no other like it."""
        self.count += 1
        return f"_dusk_{what}_{self.count}"

    def rewrite(self) -> None:
        """Put other statements in place of the function's."""
        body = self.returns([*self.tree.body])
        self.locals |= _assigned(body)
        body = self.block(body, set())
        first = [_assign(n, _door("Unset", ast.Constant(n))) for n in sorted(self.unset - self.parameters)]
        self.tree.body = [*first, *body]
        _Expressions(self.unset - self.parameters).visit(self.tree)

    # --- return, break and continue
    def returns(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a function's own level: what follows a branch that returns goes into the other one, and
        loops that return become loops that break, with the result in a name."""
        made: list[ast.stmt] = []
        for i, s in enumerate(body):
            rest = body[i + 1 :]
            if isinstance(s, ast.If) and _leaves([s], (ast.Return,)) and not self.pythons(s):
                both = [s.body, s.orelse]
                for side in both:
                    if not _always_leaves(side):
                        side.extend(_copies(rest))
                s.body, s.orelse = (self.returns(_ending(side)) for side in both)
                return [*made, s]
            if isinstance(s, ast.For | ast.While) and _leaves([s], (ast.Return,)) and not self.pythons(s):
                flag, value = self.name("returned"), self.name("result")
                _Returns(flag, value).visit(s)
                ask = ast.If(_load(flag), [ast.Return(_load(value))], [])
                before = [_assign(flag, ast.Constant(False)), _assign(value, _door("Unset", ast.Constant("")))]
                made += [ast.copy_location(b, s) for b in before]
                return [*made, s, *self.returns([ast.copy_location(ask, s), *rest])]
            made.append(s)
        return made

    def jumps(self, body: list[ast.stmt], out: str, on: str) -> list[ast.stmt]:
        """A loop's statements with flags for `break` and `continue`; what follows runs only if neither is set."""
        made: list[ast.stmt] = []
        for i, s in enumerate(body):
            rest = body[i + 1 :]
            if isinstance(s, ast.Break | ast.Continue):
                made.append(ast.copy_location(_assign(out if isinstance(s, ast.Break) else on, ast.Constant(True)), s))
                return made
            if isinstance(s, ast.If) and _leaves([s], (ast.Break, ast.Continue)):
                sides = [s.body, s.orelse]
                ends = [_always_leaves(side) for side in sides]
                if any(ends):
                    for side, end in zip(sides, ends, strict=True):
                        if not end:
                            side.extend(rest)
                    s.body, s.orelse = (self.jumps(side, out, on) for side in sides)
                    return [*made, s]
                s.body, s.orelse = (self.jumps(side, out, on) for side in sides)
                made.append(s)
                if rest:
                    ask = ast.If(_negated(out, on), self.jumps(rest, out, on), [])
                    made.append(ast.copy_location(ask, rest[0]))
                return made
            made.append(s)
        return made

    def pythons(self, s: ast.stmt) -> bool:
        """Whether a statement stays Python's, for what is in it."""
        for node in ast.walk(s):
            if isinstance(node, _PYTHONS) or (isinstance(node, ast.For | ast.While) and node.orelse):
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
            live = _live([s], live, self.always)
            made.append([ast.copy_location(n, s) for n in self.statement(s, following)])
        return [n for new in reversed(made) for n in new]

    def statement(self, s: ast.stmt, after: set[str]) -> list[ast.stmt]:
        """One statement anew."""
        if isinstance(s, ast.If) and not self.pythons(s) and not _leaves([s], (ast.Break, ast.Continue)):
            returns = _leaves([s], (ast.Return,))
            if not returns or (_always_leaves(s.body) and _always_leaves(s.orelse)):
                return self.branch(s, after, returns)
        elif isinstance(s, ast.While | ast.For) and not self.pythons(s) and not _leaves([s], (ast.Return,)):
            return self.loop(s, after)
        if not isinstance(s, _NESTED):
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
        assigned = _assigned(s.body) | _assigned(s.orelse)
        left = [] if returns else sorted(assigned & after)
        read = _live(s.body, set(left), self.always) | _live(s.orelse, set(left), self.always)
        names = sorted(assigned & read)
        self.unset |= set(names)
        functions: list[tuple[str, ast.stmt]] = []
        for side in sides:
            end = [] if returns else [ast.Return(_tuple(left, ast.Load()))]
            functions.append(self.function("side", names, [*self.block(side, set(left)), *end]))
        then, other = (_load(name) for name, _ in functions)
        if returns:
            done: ast.stmt = ast.Return(_door("returned", s.test, then, other, _tuple(names, ast.Load())))
        else:
            call = _door("if_", s.test, then, other, _tuple(names, ast.Load()), ast.Constant(tuple(left)))
            done = ast.Assign([_tuple(left, ast.Store())], call) if left else ast.Expr(call)
        return [*(f for _, f in functions), done]

    def loop(self, s: ast.While | ast.For, after: set[str]) -> list[ast.stmt]:
        """A `while` or a `for` as a call."""
        body, before, flags = list(s.body), list[ast.stmt](), list[str]()
        if _leaves(body, (ast.Break, ast.Continue)):
            out, on = self.name("broken"), self.name("continued")
            body = self.jumps(body, out, on)
            used = {name for b in body for name in _names(b, ast.Store)}
            if on in used:
                body.insert(0, _assign(on, ast.Constant(False)))
            else:
                body = [_Without(on).visit(b) for b in body]
            if out in used:
                before.append(_assign(out, ast.Constant(False)))
                flags.append(out)
            else:
                body = [_Without(out).visit(b) for b in body]
        item = self.name("item")
        if isinstance(s, ast.For):
            body.insert(0, ast.Assign([s.target], _load(item)))
            test: ast.expr = ast.Constant(True)
        else:
            test = s.test
        if flags:
            test = ast.BoolOp(ast.And(), [_negated(*flags), test]) if isinstance(s, ast.While) else _negated(*flags)
        whole = ast.While(test, body, [])
        live = _live_loop(whole, after, self.always) | set(flags)
        names = sorted(_assigned(body) & live)
        self.unset |= set(names)
        new = [*self.block(body, set(names) | set(_names(test, ast.Load))), ast.Return(_tuple(names, ast.Load()))]
        tester, asks = self.function("test", names, [ast.Return(test)])
        runner, runs = self.function("body", names, new, *((item,) if isinstance(s, ast.For) else ()))
        given = [_load(tester), _load(runner), _tuple(names, ast.Load()), ast.Constant(tuple(names))]
        if isinstance(s, ast.While):
            call = _door("while_", *given)
        else:
            over = _door("range_", *cast("ast.Call", s.iter).args) if _is_range(s.iter) else s.iter
            call = _door("for_", over, *(given if flags else [ast.Constant(None), *given[1:]]))
        done = ast.Assign([_tuple(names, ast.Store())], call) if names else ast.Expr(call)
        return [*before, asks, runs, done]


def _copies(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Statements once more: a node belongs to one place."""
    return copy.deepcopy(list(body))


def _always_leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether statements never come to their end."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ast.Return | ast.Break | ast.Continue | ast.Raise):
        return True
    return isinstance(last, ast.If) and _always_leaves(last.body) and _always_leaves(last.orelse)


def _ending(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function, which return something."""
    return body if _always_leaves(body) else [*body, ast.Return(ast.Constant(None))]


class _Returns(ast.NodeTransformer):
    """`return` inside of a loop: the result is kept, and the loop is left."""

    def __init__(self, flag: str, value: str) -> None:
        self.flag, self.value = flag, value
        self.depth = 0

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value or ast.Constant(None)
        kept = [_assign(self.value, value), _assign(self.flag, ast.Constant(True)), ast.Break()]
        return [ast.copy_location(k, node) for k in kept]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def _loop(self, node: Any) -> Any:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        if self.depth and _sets(node, self.flag):
            ask = ast.If(_load(self.flag), [ast.Break()], [])
            return [node, ast.copy_location(ask, node)]
        return node

    visit_For = visit_While = _loop  # noqa: N815


def _sets(node: ast.AST, name: str) -> bool:
    return name in _names(node, ast.Store)


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


class _Expressions(ast.NodeTransformer):
    """Expressions whose course depends on values, calls, and subscripts; reads of names that may not be set."""

    def __init__(self, unset: Collection[str]) -> None:
        self.unset = unset

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        self.generic_visit(node)
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        made = node.values[-1]
        for value in reversed(node.values[:-1]):
            made = ast.copy_location(_door(name, value, _lambda(made)), node)
        return made

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        return ast.copy_location(_door("not_", node.operand), node) if isinstance(node.op, ast.Not) else node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        self.generic_visit(node)
        return ast.copy_location(_door("choose", node.test, _lambda(node.body), _lambda(node.orelse)), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) == 1:
            return node
        operators: list[ast.expr] = [ast.Constant(type(op).__name__) for op in node.ops]
        first, *others = (node.left, *node.comparators)
        given = ast.Tuple([_lambda(o) for o in others], ast.Load())
        return ast.copy_location(_door("compare", ast.Tuple(operators, ast.Load()), first, given), node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        door = node.func.value if isinstance(node.func, ast.Attribute) else None
        ours = isinstance(door, ast.Name) and door.id == DOOR
        if ours or (isinstance(node.func, ast.Name) and node.func.id == "range"):
            return node
        made = ast.Call(_door("call", node.func).func, [node.func, *node.args], node.keywords)
        return ast.copy_location(made, node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(_door("item", node.value, _key(node.slice)), node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if len(node.targets) != 1:
            return node
        target = node.targets[0]
        if isinstance(target, ast.Subscript):
            return ast.copy_location(_put(target, node.value), node)
        if not isinstance(target, ast.Tuple) or not any(isinstance(e, ast.Subscript) for e in target.elts):
            return node
        parts = [f"_dusk_part_{i}" for i in range(len(target.elts))]
        made: list[ast.stmt] = [ast.Assign([_tuple(parts, ast.Store())], node.value)]
        for element, part in zip(target.elts, parts, strict=True):
            subscript = isinstance(element, ast.Subscript)
            made.append(_put(element, _load(part)) if subscript else ast.Assign([element], _load(part)))
        return [ast.copy_location(m, node) for m in made]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if isinstance(node.target, ast.Subscript):
            operator = ast.Constant(type(node.op).__name__)
            target = node.target
            done = ast.Expr(_door("augment", target.value, _key(target.slice), operator, node.value))
            return ast.copy_location(done, node)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self.unset:
            node.value = ast.copy_location(_door("defined", node.value), node.value)
        return node


def _put(target: ast.Subscript, value: ast.expr) -> ast.stmt:
    return ast.Expr(_door("store", target.value, _key(target.slice), value))


def _key(node: ast.expr) -> ast.expr:
    """A subscript as an expression: slices as calls."""
    if isinstance(node, ast.Slice):
        parts: list[ast.expr] = [p or ast.Constant(None) for p in (node.lower, node.upper, node.step)]
        return _door("slice_", *parts)
    if isinstance(node, ast.Tuple):
        return ast.Tuple([_key(e) for e in node.elts], ast.Load())
    return node


calls.Door.converted, calls.Door.unread, calls.Door.depth = converted, UnreadError, statements.depth
