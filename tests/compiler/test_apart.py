"""Products that are stored in an order of their own, before they are put right: who reads which of both."""

from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE, called
from compiler.run_program import check
from dusk import ops
from dusk.graph import Graph, TensorType, Value, evaluate, placeholder, trace

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")


def kind(*shape: int) -> TensorType:
    return TensorType(shape, np.dtype("f8"))


def held(function: Any, *shapes: tuple[int, ...]) -> Any:
    """What a function compiles to, after its values were held to those of bodies."""
    graph = trace(function, *(kind(*shape) for shape in shapes))
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=shape) for shape in shapes]
    return check(graph, arrays, evaluate(graph, [a.copy() for a in arrays]))


def turned(x: Value, w: Value) -> Value:
    """Images of channels last made of images of few channels, and their channels put first."""
    return ops.contract(x, w, labels=("nohw", "co", "nchw"))


def grouped(w: Value, x: Value) -> Value:
    return ops.contract(w, ops.reshape(x, shape=(4, 2, 4, 5, 5)), labels=("gocij", "bgouv", "gcijbuv"))


def test_a_product_of_it_is_of_what_lies_in_memory_until_then() -> None:
    program = held(lambda a, b, w: grouped(w, turned(b, a)), (8, 1), (4, 1, 5, 5), (2, 4, 2, 3, 1))
    assert str(program).count("\n") == 1  # nobody reads it put right


def test_products_of_several_are_each_of_their_own() -> None:
    def function(a: Value, b: Value, w: Value, c: Value) -> Any:
        return tuple(grouped(w, turned(x, a)) for x in (b, ops.sin(b), c))

    held(function, (8, 1), (4, 1, 5, 5), (2, 4, 2, 3, 1), (4, 1, 5, 5))


def test_who_needs_it_put_right_gets_it_so() -> None:
    def function(a: Value, b: Value, w: Value) -> Any:
        x = turned(b, a)
        return grouped(w, x), x, ops.sum_(ops.square(x), axis=(2, 3))

    held(function, (8, 1), (4, 1, 5, 5), (2, 4, 2, 3, 1))


def test_bodies_read_it_where_it_is() -> None:
    def function(a: Value, b: Value) -> Any:
        x = turned(b, a)
        y = called(ops.reshape(x, shape=(4, 200)), axis=0)
        return called(ops.add(y, 1.0), axis=1), ops.sum_(x)

    held(function, (8, 1), (4, 1, 5, 5))


def test_loops_read_it_where_it_is() -> None:
    each, total = placeholder(kind(8, 5, 5)), placeholder(kind(8, 5, 5))
    body = Graph([total, each], [ops.add(ops.tanh(total), each), ops.multiply(total, each)])

    def function(a: Value, b: Value, start: Value) -> Any:
        x = turned(b, a)
        return ops.scan(start, x, body=body, length=4, sources=("carry", "each"))

    held(function, (8, 1), (4, 1, 5, 5), (8, 5, 5))
