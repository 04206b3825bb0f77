"""Parts of Python's source written anew: expressions whose course depends on values, calls, and subscripts."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterable
from typing import Any

DOOR = "_dusk_statements"
"""The name under which a function that was written anew finds `statements`."""


def load(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.expr:
    return ast.Name(name, ast.Store())


def assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([store(name)], value)


def door(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(load(DOOR), name, ast.Load()), list(args), [])


def tuple_of(names: Iterable[str], context: ast.expr_context) -> ast.expr:
    return ast.Tuple([ast.Name(n, context) for n in names], context)


def lambda_of(value: ast.expr) -> ast.expr:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), value)


def negated(*names: str) -> ast.expr:
    values: list[ast.expr] = [ast.UnaryOp(ast.Not(), load(n)) for n in names]
    return values[0] if len(values) == 1 else ast.BoolOp(ast.And(), values)


def ask(node: ast.AST) -> None:
    """Have what is only asked for its truth in a node, as parts of `and` and `or`, give that and no value."""
    for child in ast.walk(node):
        if isinstance(child, ast.If | ast.While | ast.IfExp):
            child.test = _truth(child.test)
        elif isinstance(child, ast.UnaryOp) and isinstance(child.op, ast.Not):
            child.operand = _truth(child.operand)


def _truth(node: ast.expr, part: bool = False) -> ast.expr:
    if isinstance(node, ast.BoolOp):
        node.values = [_truth(value, True) for value in node.values]
        return node
    if not part or isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return node
    return ast.copy_location(door("flag", node), node)


def written_in(targets: Iterable[ast.expr]) -> list[ast.Attribute]:
    """The attributes among what is assigned."""
    found = [t for target in targets for t in ast.walk(target) if isinstance(t, ast.Attribute)]
    return [t for t in found if isinstance(t.ctx, ast.Store)]


class Expressions(ast.NodeTransformer):
    """Expressions whose course depends on values, calls, and subscripts; reads of names that may not be set, and of
    what is found outside of the function."""

    def __init__(self, unset: Collection[str], local: Collection[str]) -> None:
        self.unset, self.local = unset, local
        self.loops = 0  # that stay Python's, around what is visited

    def visit_Name(self, node: ast.Name) -> Any:
        ours = node.id in self.local or node.id == DOOR or node.id.startswith("_dusk_")
        outside = isinstance(node.ctx, ast.Load) and not ours
        return ast.copy_location(door("adopted", node), node) if outside else node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name):  # of a module, or a thing
            return ast.copy_location(door("adopted", node), node) if isinstance(node.ctx, ast.Load) else node
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        self.generic_visit(node)
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        made = node.values[-1]
        for value in reversed(node.values[:-1]):
            made = ast.copy_location(door(name, value, lambda_of(made)), node)
        return made

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        return ast.copy_location(door("not_", node.operand), node) if isinstance(node.op, ast.Not) else node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        self.generic_visit(node)
        return ast.copy_location(door("choose", node.test, lambda_of(node.body), lambda_of(node.orelse)), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) == 1:
            return node
        operators: list[ast.expr] = [ast.Constant(type(op).__name__) for op in node.ops]
        first, *others = (node.left, *node.comparators)
        given = ast.Tuple([lambda_of(o) for o in others], ast.Load())
        return ast.copy_location(door("compare", ast.Tuple(operators, ast.Load()), first, given), node)

    def visit_Call(self, node: ast.Call) -> Any:
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        ours = isinstance(owner, ast.Name) and owner.id == DOOR
        if isinstance(owner, ast.Name) or isinstance(node.func, ast.Name):  # what is called is no array
            node.args = [self.visit(a) for a in node.args]
            for keyword in node.keywords:
                self.visit(keyword)
        else:
            self.generic_visit(node)
        if ours or (isinstance(node.func, ast.Name) and node.func.id == "range"):
            return node
        made = ast.Call(door("call", node.func).func, [node.func, *node.args], node.keywords)
        return ast.copy_location(made, node)

    def _made(self, node: Any) -> Any:
        self.generic_visit(node)
        made = not isinstance(node, ast.List) or isinstance(node.ctx, ast.Load)
        return ast.copy_location(door("fresh", node), node) if made else node

    visit_List = visit_Dict = visit_Set = visit_ListComp = visit_DictComp = visit_SetComp = _made  # noqa: N815

    def _loop(self, node: Any) -> Any:
        self.loops += 1
        self.generic_visit(node)
        self.loops -= 1
        return node

    visit_For = visit_While = _loop  # noqa: N815

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(door("item", node.value, _key(node.slice)), node)

    def _with_attributes(self, node: ast.stmt, targets: Iterable[ast.expr]) -> Any:
        """An assignment, after it is said which things have attributes that it writes."""
        often = ast.Constant(self.loops > 0)
        told = [ast.Expr(door("attribute", copy.deepcopy(t.value), often)) for t in written_in(targets)]
        return [*(ast.copy_location(t, node) for t in told), node]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        self.generic_visit(node)
        return self._with_attributes(node, [node.target])

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if written_in(node.targets):
            return self._with_attributes(node, node.targets)
        if len(node.targets) != 1:
            return node
        target = node.targets[0]
        if isinstance(target, ast.Subscript):
            return ast.copy_location(_put(target, node.value), node)
        if not isinstance(target, ast.Tuple) or not any(isinstance(e, ast.Subscript) for e in target.elts):
            return node
        parts = [f"_dusk_part_{i}" for i in range(len(target.elts))]
        made: list[ast.stmt] = [ast.Assign([tuple_of(parts, ast.Store())], node.value)]
        for element, part in zip(target.elts, parts, strict=True):
            subscript = isinstance(element, ast.Subscript)
            made.append(_put(element, load(part)) if subscript else ast.Assign([element], load(part)))
        return [ast.copy_location(m, node) for m in made]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if isinstance(node.target, ast.Subscript):
            operator = ast.Constant(type(node.op).__name__)
            target = node.target
            done = ast.Expr(door("augment", target.value, _key(target.slice), operator, node.value))
            return ast.copy_location(done, node)
        return self._with_attributes(node, [node.target])

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self.unset:
            node.value = ast.copy_location(door("defined", node.value), node.value)
        return node


def _put(target: ast.Subscript, value: ast.expr) -> ast.stmt:
    return ast.Expr(door("store", target.value, _key(target.slice), value))


def _key(node: ast.expr) -> ast.expr:
    """A subscript as an expression: slices as calls."""
    if isinstance(node, ast.Slice):
        parts: list[ast.expr] = [p or ast.Constant(None) for p in (node.lower, node.upper, node.step)]
        return door("slice_", *parts)
    if isinstance(node, ast.Tuple):
        return ast.Tuple([_key(e) for e in node.elts], ast.Load())
    return node
