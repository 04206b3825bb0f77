"""The pipeline as a whole: what it promises of graphs, names, folders, lines, and time."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dusk import ops
from dusk.config import config
from dusk.errors import GraphError
from dusk.graph import (
    TOKEN,
    Dim,
    Graph,
    Node,
    TensorType,
    Value,
    building,
    constant,
    define,
    evaluate,
    ordered,
    placeholder,
    trace,
    verify,
)
from dusk.graph.op import REGISTRY
from dusk.ops import add, divide, exp, log, multiply, negative, sin, softmax, subtract, sum_, transpose
from dusk.transform import PIPELINE, Rule, Rules, custom, optimise, register, rewrite, unregister
from dusk.transform.fold import is_elementwise
from dusk.transform.pipeline import names


def floats(*shape: Any) -> TensorType:
    return TensorType(shape, "float64")


def counts(graph: Graph) -> dict[str, int]:
    found: dict[str, int] = {}
    for node in graph.nodes:
        found[node.op.name] = found.get(node.op.name, 0) + 1
    return found


def test_common_subexpressions_are_computed_once() -> None:
    graph = trace(lambda x, y: (multiply(add(x, y), 2), multiply(add(y, x), 3)), floats(3), floats(3))
    assert counts(optimise(graph))["add"] == 1


def test_of_a_constant_part_no_op_is_left() -> None:
    def program(x: Value) -> Any:
        scale = exp(divide(ops.full(shape=(), value=3.0, dtype="float64"), 2.0))
        return multiply(x, add(multiply(scale, 2), 1))

    assert counts(optimise(trace(program, floats(3)))).keys() == {"constant", "broadcast_to", "multiply"}


def test_relaxed_mathematics_takes_what_exact_mathematics_refuses() -> None:
    graph = trace(lambda a, b: subtract(add(a, b), a), floats(3), floats(3))
    assert optimise(graph, math="relaxed").outputs == (graph.inputs[1],)
    assert counts(optimise(graph, math="exact")) == {"add": 1, "subtract": 1}
    six = optimise(trace(lambda x: multiply(2, multiply(3, x)), floats(3)), math="relaxed")
    assert counts(six)["multiply"] == 1


def test_config_says_which_mathematics() -> None:
    graph = trace(lambda x: subtract(x, x), floats(3))
    with config.using(math="relaxed"):
        assert "subtract" not in counts(optimise(graph))
    with config.using(math="exact"):
        assert "subtract" in counts(optimise(graph))


def test_what_no_output_needs_is_gone() -> None:
    def program(x: Value) -> Any:
        exp(x)
        return subtract(add(x, sin(x)), sin(x))

    assert counts(optimise(trace(program, floats(3)), math="relaxed")) == {}


def test_effects_stay_in_order_though_nobody_reads_them() -> None:
    token = placeholder(TOKEN)
    kind = floats()
    one, after_one = ordered(ops.host_ordered, token, function=float, types=(kind,))
    _, after_two = ordered(ops.host_ordered, after_one, function=float, types=(kind,))
    graph = Graph([token], [multiply(one, 1.0), after_two])
    after = optimise(graph)
    assert counts(after) == {"host_ordered": 2}
    assert after.outputs[1].node.inputs[0].node is after.outputs[0].node


def test_effects_are_not_merged_though_they_look_alike() -> None:
    token = placeholder(TOKEN)
    calls = [ordered(ops.host_ordered, token, function=float, types=(floats(),)) for _ in range(2)]
    graph = Graph([token], [v for call in calls for v in call])
    assert counts(optimise(graph)) == {"host_ordered": 2}


def test_host_functions_are_not_called_ahead() -> None:
    calls: list[Any] = []
    graph = trace(lambda x: add(x, ops.host(constant(2.0), function=calls.append, types=(floats(),))), floats())
    assert counts(optimise(graph))["host"] == 1
    assert not calls


def test_elementwise_is_read_off_the_lowering() -> None:
    def node(op: Any, *types: TensorType, **params: Any) -> Node:
        return trace(lambda *xs: op(*xs, **params), *types).nodes[-1]

    @define(name="test_pipeline_total", lower=lambda k, index, x: k.reduce("sum", x, (0,), index, x.dtype))
    def total(x: Any) -> Any:
        return x

    @define(name="test_pipeline_first", lower=lambda k, index, x: x((k.const(0, "int64"),)))
    def first(x: Any) -> Any:
        return x

    try:
        assert not is_elementwise(node(first, floats(3)))
        assert is_elementwise(node(ops.exp, floats(3)))
        assert is_elementwise(node(ops.where, TensorType((3,), "bool"), floats(3), floats(3)))
        assert is_elementwise(node(ops.astype, floats(3), dtype=np.dtype("float32")))
        assert not is_elementwise(node(total, floats(3)))
        assert not is_elementwise(node(sum_, floats(3)))
        assert not is_elementwise(node(transpose, floats(3, 2), axes=(1, 0)))
        assert not is_elementwise(node(ops.slice_, floats(3), starts=(0,), sizes=(1,), steps=(1,)))
    finally:
        del REGISTRY["test_pipeline_total"], REGISTRY["test_pipeline_first"]


def test_names_switch_passes_and_rules_off_and_on() -> None:
    graph = trace(lambda x, y: (add(x, y), multiply(add(x, y), 1.0)), floats(3), floats(3))
    assert counts(optimise(graph, exclude=["cse"])) == {"add": 2}
    assert "multiply" in counts(optimise(graph, exclude=["algebra"]))
    assert "multiply" in counts(optimise(graph, exclude=["algebra.multiply_by_one"]))
    assert counts(optimise(graph, exclude=["all"])) == counts(graph)
    only = optimise(graph, exclude=["all"], include=["cse"])
    assert counts(only)["add"] == 1
    assert counts(only)["multiply"] == 1


def test_one_relaxed_rule_can_be_switched_on() -> None:
    graph = trace(lambda x, y: (subtract(x, x), divide(y, y)), floats(3), floats(3))
    assert "divide" in counts(optimise(graph, include=["algebra.subtract_itself"]))
    assert "subtract" not in counts(optimise(graph, include=["algebra.subtract_itself"]))


def test_unknown_names_are_refused() -> None:
    graph = trace(exp, floats(3))
    with pytest.raises(ValueError, match="no pass or rule is named cze"):
        optimise(graph, exclude=["cze"])
    with pytest.raises(ValueError, match="math is"):
        optimise(graph, math="sloppy")
    assert {"cse", "all", "algebra.add_zero"} <= names()


def test_each_pass_is_named_as_its_file() -> None:
    for step in PIPELINE:
        assert step.__module__ == f"dusk.transform.{step.__name__}"


def test_texts_between_passes_go_to_a_folder(tmp_path: Path) -> None:
    graph = trace(lambda x: log(softmax(x)), floats(3))
    after = optimise(graph, dump=tmp_path)
    files = sorted(p.name for p in tmp_path.iterdir())
    assert files[0] == "00-input.txt"
    assert len(files) == len(PIPELINE) + 1
    assert (tmp_path / files[0]).read_text() == f"{graph}\n"
    assert (tmp_path / files[-1]).read_text() == f"{after}\n"
    assert "log_softmax" in next(tmp_path.glob("*-stabilise.txt")).read_text()


def test_verified_after_each_pass_when_asked() -> None:
    def nonsense(node: Node) -> Value:
        return Node(sin, (ops.astype(node.inputs[0], dtype=np.dtype("float32")),), (), node.types).out

    custom.RULES.add(Rule("nonsense", (exp,), nonsense))
    try:
        with config.using(verify=True), pytest.raises(GraphError, match="sin") as caught:
            optimise(trace(exp, floats(3)))
        assert "in the pass custom" in caught.value.__notes__[0]
    finally:
        unregister("nonsense")


def test_a_rule_that_changes_a_type_is_refused() -> None:
    rules = Rules("test")

    @rules.on(exp)
    def narrower(node: Node) -> Value:
        return ops.astype(node.inputs[0], dtype=np.dtype("float32"))

    with pytest.raises(GraphError, match=r"rule test\.narrower replaces exp.*float64.*float32"):
        rewrite(trace(exp, floats(3)), rules)


def test_rules_without_end_are_refused() -> None:
    rules = Rules("test")
    rules.on(sin)(lambda node: exp(node.inputs[0]))
    with pytest.raises(ValueError, match="exists already"):
        rules.on(exp)(lambda node: sin(node.inputs[0]))
    back = Rules("test")

    @back.on(sin)
    def there(node: Node) -> Value:
        return exp(node.inputs[0])

    @back.on(exp)
    def back_again(node: Node) -> Value:
        return sin(node.inputs[0])

    with pytest.raises(GraphError, match="do not come to an end"):
        rewrite(trace(exp, floats(3)), back)


def test_users_add_a_rule_in_five_lines() -> None:
    @register
    def product_of_exponentials(x: Any, y: Any) -> Any:
        return multiply(exp(x), exp(y)), exp(add(x, y))

    graph = trace(lambda x, y: multiply(exp(x), exp(y)), floats(3), floats(3))
    try:
        assert counts(optimise(graph)) == {"add": 1, "exp": 1}
        assert counts(optimise(graph, exclude=["product_of_exponentials"])) == {"exp": 2, "multiply": 1}
    finally:
        unregister("product_of_exponentials")
    assert counts(optimise(graph)) == {"exp": 2, "multiply": 1}
    with pytest.raises(KeyError):
        unregister("product_of_exponentials")


def test_users_rules_see_through_operand_orders_parameters_and_conditions() -> None:
    @register
    def distribute(x: Any, y: Any, z: Any) -> Any:
        return add(multiply(x, y), multiply(x, z)), multiply(x, add(y, z))

    def transposed_twice(x: Any, a: Any) -> Any:
        return transpose(sin(x), axes=a), sin(transpose(x, axes=a))

    @register
    def sum_of_rows(x: Any) -> Any:
        return sum_(exp(x), axis=(1,)), exp(sum_(x, axis=(1,)))

    register(transposed_twice, when=lambda a: a == (1, 0))
    try:
        factored = optimise(trace(lambda a, b, c: add(multiply(b, a), multiply(a, c)), *[floats(3)] * 3))
        assert counts(factored) == {"add": 1, "multiply": 1}
        graph = optimise(trace(lambda x: transpose(sin(x), axes=(1, 0)), floats(2, 3)))
        assert [n.op.name for n in graph.nodes] == ["transpose", "sin"]
        graph = optimise(trace(lambda x: transpose(sin(x), axes=(0, 2, 1)), floats(2, 3, 4)))
        assert [n.op.name for n in graph.nodes] == ["sin", "transpose"]
        graph = optimise(trace(lambda x: (sum_(exp(x), axis=(0,)), sum_(exp(x), axis=(1,))), floats(2, 3)))
        assert [n.op.name for n in graph.nodes] == ["exp", "sum", "sum", "exp"]
    finally:
        unregister("distribute")
        unregister("transposed_twice")
        unregister("sum_of_rows")


def traced_with_lines() -> Graph:
    """log(softmax(x) spelled out): exp from line 1, its sum from line 2, the quotient from line 3, log from line 4."""
    x = placeholder(floats(2, 3))
    with building((("user.py", 1),)):
        e = exp(x)
    with building((("user.py", 2),)):
        s = sum_(e, axis=1, keepdims=True)
    with building((("user.py", 3),)):
        p = divide(e, s)
    with building((("user.py", 4),)):
        return Graph([x], [multiply(log(p), 1.0)])


def test_new_nodes_keep_the_lines_of_what_they_replace() -> None:
    after = optimise(traced_with_lines(), exclude=["decompose"])
    (node,) = after.nodes
    assert node.op is ops.log_softmax
    assert sorted(line for _, line in node.origin) == [1, 2, 3, 4]
    small = optimise(traced_with_lines())
    assert all({1, 4} <= {line for _, line in node.origin} for node in small.nodes)


def test_merged_nodes_keep_the_lines_of_both() -> None:
    x = placeholder(floats(3))
    with building((("user.py", 1),)):
        a = sin(x)
    with building((("user.py", 2),)):
        b = sin(x)
    graph = optimise(Graph([x], [negative(a), exp(b)]))
    merged = next(n for n in graph.nodes if n.op is sin)
    assert merged.origin == (("user.py", 1), ("user.py", 2))


def test_backends_keep_big_ops_whole() -> None:
    graph = trace(lambda x: (softmax(x), ops.mean(x)), floats(3))
    after = counts(optimise(graph, keep=lambda node: node.op is softmax))
    assert "softmax" in after
    assert "mean" not in after


def test_graphs_inside_of_parameters_are_optimised_too() -> None:
    @define(name="test_repeat", infer=lambda x, *, graph: x)
    def repeat(x: Any, *, graph: Graph) -> Any:
        return evaluate(graph, evaluate(graph, [x]))[0]

    try:
        inner = trace(lambda x: multiply(add(sin(x), sin(x)), 1.0), floats(3))
        after = optimise(trace(lambda x: repeat(x, graph=inner), floats(3)))
        assert counts(after) == {"test_repeat": 1}
        assert counts(after.nodes[0].keywords["graph"]) == {"sin": 1, "add": 1}
        outer = trace(lambda x: ops.call(x, graph=inner), floats(3))
        after = optimise(trace(lambda x: repeat(x, graph=outer), floats(3)), exclude=["all"], include=["inline"])
        assert "call" not in counts(after.nodes[0].keywords["graph"])
    finally:
        del REGISTRY["test_repeat"]


def test_named_sizes_stay_named() -> None:
    def program(x: Value) -> Any:
        y = ops.reshape(ops.expand_dims(x, axis=0), shape=(1, -1))
        return log(softmax(ops.squeeze(add(y, 0.0), axis=0)))

    graph = optimise(trace(program, floats(Dim("n"))))
    verify(graph)
    x = np.array([1.0, 2.0, 4.0, 1000.0])
    wanted = x - 1000
    np.testing.assert_allclose(evaluate(graph, [x])[0], wanted)


def test_long_chains_take_linear_time_and_no_recursion() -> None:
    def program(x: Value) -> Any:
        for i in range(25_000):
            x = subtract(multiply(add(sin(x), 1.0), x), float(i % 3))
        return x

    graph = trace(program, floats(3))
    assert len(graph.nodes) > 100_000
    start = time.process_time()
    after = optimise(graph, exclude=("roll",))
    assert time.process_time() - start < 60
    assert 75_000 <= len(after.nodes) <= 101_000
    assert set(counts(optimise(graph))) == {"constant", "scan"}


def test_chains_of_constants_collapse() -> None:
    def program(x: Value) -> Any:
        for _ in range(10_000):
            x = add(x, 1)
        return x

    graph = trace(program, TensorType((3,), "int64"))
    assert counts(optimise(graph, exclude=("roll",))) == {"constant": 1, "broadcast_to": 1, "add": 1}


def test_an_unchanged_graph_is_the_same_graph() -> None:
    graph = trace(lambda x: sin(exp(x)), floats(3))
    assert optimise(graph) is graph
