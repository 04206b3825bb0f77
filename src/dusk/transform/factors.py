"""Products taken apart and put together again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dusk.graph import Node, TensorType, Value
from dusk.ops import broadcast_to, chain_product, divide, multiply, negative, reciprocal, reshape, square
from dusk.transform.logspace import Form, adds_axes, copied_axes, exponents
from dusk.transform.pattern import uniform

_BUDGET = 24  # nodes taken apart, so that long chains of products stay linear

PRODUCTS = (multiply, divide, chain_product, reciprocal, negative, square)


@dataclass(slots=True)
class Factor:
    """One factor of a product: value ** power, spread out by broadcasts and reshapes on the way (outermost first).

    `chained`: it is the derivative in a product of the chain rule.
    """

    value: Value
    power: int
    chained: bool
    forms: tuple[Form, ...]
    path: tuple[Node, ...] = ()

    def whole(self) -> Value:
        """The factor, to the power 1, in the shape of the product."""
        value = self.value
        for node in reversed(self.path):
            value = node.op(value, **node.keywords)
        return value


def factors_of(value: Value) -> tuple[int, list[Factor]]:
    """The sign and the factors of a product, cotangents before derivatives."""
    sign, found, budget = 1, list[Factor](), _BUDGET
    stack: list[tuple[Value, int, bool, tuple[Node, ...]]] = [(value, 1, False, ())]
    while stack:
        value, power, chained, path = stack.pop()
        node = value.node
        budget -= 1
        forms = _spread(exponents(value), path)
        if budget < 0 or forms:
            found.append(Factor(value, power, chained, forms, path))
        elif node.op is multiply:
            stack.extend((v, power, chained, path) for v in reversed(node.inputs))
        elif node.op is chain_product:
            stack.append((node.inputs[1], power, True, path))
            stack.append((node.inputs[0], power, chained, path))
        elif node.op is divide:
            stack.append((node.inputs[1], -power, chained, path))
            stack.append((node.inputs[0], power, chained, path))
        elif node.op is reciprocal:
            stack.append((node.inputs[0], -power, chained, path))
        elif node.op is square:
            stack.append((node.inputs[0], 2 * power, chained, path))
        elif node.op is negative:
            sign *= -1 if power % 2 else 1
            stack.append((node.inputs[0], power, chained, path))
        elif node.op is broadcast_to or (node.op is reshape and adds_axes(node)):
            stack.append((node.inputs[0], power, chained, (*path, node)))
        else:
            found.append(Factor(value, power, chained, (), path))
    return sign, found


def _spread(forms: Iterable[Form], path: tuple[Node, ...]) -> tuple[Form, ...]:
    """Forms of a value as forms of what the broadcasts on the path make of it."""
    if not path:
        return tuple(forms)
    copies = [node for node in path if node.op is broadcast_to]
    if not copies:
        return tuple(form for form in forms if form.level is not None)
    if len(copies) > 1:
        return ()
    axes = copied_axes(copies[0])
    return tuple(Form(form.base, None, form.terms) for form in forms if form.level == axes)


def product(sign: int, factors: Sequence[Factor], kind: TensorType) -> Value:
    """The product of factors; what follows a derivative of the chain rule is multiplied as the chain rule does."""
    out: Value | None = None
    for factor in factors:
        value = factor.whole()
        for _ in range(abs(factor.power)):
            if out is None:
                out = value if factor.power > 0 else reciprocal(value)
            elif factor.chained:
                out = chain_product(out, value if factor.power > 0 else reciprocal(value))
            else:
                out = multiply(out, value) if factor.power > 0 else divide(out, value)
    if out is None:
        return uniform(sign, kind)
    return negative(out) if sign < 0 else out
