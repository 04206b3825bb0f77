"""`pairtest` finds the rule, pass or kernel that changes a value, and the line it came from."""

import random
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk import ops
from dusk.graph import Graph, Node, TensorType, define, trace
from dusk.graph.graph import specialise
from dusk.graph.op import REGISTRY
from dusk.kernel import native
from dusk.testing import assert_same_graph, pairtest
from dusk.testing.plain import differences, outcome
from dusk.tracing.compiled import Compiled
from dusk.transform import Rule, register, unregister
from dusk.transform.algebra import RULES as ALGEBRA
from dusk.transform.pattern import number_of
from dusk.transform.pipeline import PIPELINE
from op_samples import SAMPLES, SIZE, Sample
from random_control import arguments as control_arguments
from random_control import control_graph
from random_statements import arguments as statement_arguments
from random_statements import function as statements

needs_native = pytest.mark.skipif(not native.available(), reason="no native code here")


@contextmanager
def planted(rule: Rule) -> Generator[None]:
    """An existing rule replaced by another of its name."""
    before = dict(ALGEBRA.rules)
    ALGEBRA.remove(rule.name)
    ALGEBRA.add(rule)
    try:
        yield
    finally:
        for name in list(ALGEBRA.rules):
            ALGEBRA.remove(name)
        for old in before.values():
            ALGEBRA.add(old)


def network(w: Any, x: Any) -> Any:
    h = np.tanh(x @ w)
    p = 1 / (1 + np.exp(-h))
    return -(np.log(p) * 1.0).mean() + np.sqrt((h * h).sum(axis=1)).max() + np.float64(x.shape[0])


def arguments() -> list[Any]:
    rng = onp.random.default_rng(0)
    return [np.array(rng.normal(size=(5, 7))), np.array(rng.normal(size=(9, 5)))]


def test_sound_programs_have_no_divergence() -> None:
    w, x = arguments()
    assert pairtest(network, w, x) is None
    assert pairtest(dusk.grad(network), w, x) is None
    assert pairtest(lambda w, x: dusk.grad(lambda v: (dusk.grad(network)(v, x) ** 2).sum())(w), w, x) is None
    assert pairtest(network, w.astype("float32"), x.astype("float32"), math="relaxed") is None


def test_what_cannot_be_traced_is_compared_as_a_whole() -> None:
    def steps(x: Any) -> Any:
        while float(x.sum()) < 100:
            x = x * 2
        return x

    assert pairtest(steps, np.ones(3)) is None


def test_arguments_are_not_written_to() -> None:
    def double(x: Any) -> Any:
        x *= 2
        return x.sum()

    x = np.ones(3)
    assert pairtest(double, x) is None
    onp.testing.assert_array_equal(x, onp.ones(3))


def test_a_wrong_rule_is_named_with_the_line() -> None:
    def wrong(node: Node) -> Any:
        return ops.add(node.inputs[0], 1e-9) if number_of(node.inputs[1]) == 1 else None

    w, x = arguments()
    with planted(Rule("algebra.multiply_by_one", (ops.multiply,), wrong)):
        found = pairtest(network, w, x)
        of_gradient = pairtest(dusk.value_and_grad(network), w, x)
    assert found is not None
    assert (found.stage, found.name, found.op) == ("rule", "algebra.multiply_by_one", "multiply")
    assert found.lines == ((__file__, network.__code__.co_firstlineno + 3),)
    assert found.ulps is not None
    assert found.ulps > 1e4
    assert "rule algebra.multiply_by_one makes" in str(found)
    assert f"{__file__.rsplit('/', 1)[-1]}:{network.__code__.co_firstlineno + 3}" in str(found)
    assert of_gradient is not None
    assert of_gradient.name == "algebra.multiply_by_one"


def test_a_wrong_rule_of_a_user_is_named() -> None:
    @register
    def wrong_sum(x: Any, y: Any) -> Any:
        return ops.sin(ops.add(x, y)), ops.add(ops.sin(x), ops.sin(y))

    def user(x: Any) -> Any:
        return np.sin(x + x * x)

    try:
        found = pairtest(user, np.arange(4.0))
        assert pairtest(user, np.arange(4.0), exclude=["wrong_sum"]) is None
    finally:
        unregister("wrong_sum")
    assert found is not None
    assert (found.stage, found.name, found.index) == ("rule", "wrong_sum", (1,))
    assert found.lines == ((__file__, user.__code__.co_firstlineno + 1),)


def test_a_wrong_pass_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def swapped(graph: Graph, options: Any) -> Graph:
        return Graph(graph.inputs, graph.outputs[::-1])

    monkeypatch.setattr("dusk.testing.pairs.PIPELINE", (*PIPELINE[:5], swapped))
    monkeypatch.setattr("dusk.testing.pairs.native.available", lambda: False)
    found = pairtest(lambda x: (x + 1, x * 2), np.arange(4.0))
    assert found is not None
    assert (found.stage, found.name, found.op) == ("pass", "swapped", "add")


@needs_native
def test_a_wrong_kernel_is_named_with_the_op_and_line() -> None:
    @define(name="test_wrong_kernel", lower=lambda k, index, x: k.op("add", x(index), k.const(1e-9, x.dtype)))
    def wrong(x: Any) -> Any:
        return +x

    def user(x: Any) -> Any:
        y = np.sqrt(x) + 2
        z = wrong(y)
        return np.log(z).sum()

    try:
        found = pairtest(user, np.arange(1.0, 9.0))
    finally:
        del REGISTRY["test_wrong_kernel"]
    assert found is not None
    assert (found.stage, found.op, found.index) == ("kernel", "test_wrong_kernel", (0,))
    assert found.lines == ((__file__, user.__code__.co_firstlineno + 2),)
    assert "kernel makes" in str(found)


@needs_native
@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.op.nondiff is False][::4], ids=lambda s: s.name)
@pytest.mark.filterwarnings("ignore")
def test_ops_agree_with_themselves(sample: Sample) -> None:
    found = pairtest(specialise(sample.graph(), {"n": SIZE}), *sample.draw())
    assert found is None, str(found)


def test_graphs_are_compared_by_their_text() -> None:
    kind = TensorType((3,), "float64")
    one, two = trace(lambda x: ops.exp(x), kind), trace(lambda x: ops.sin(x), kind)
    assert_same_graph(one, str(one))
    with pytest.raises(AssertionError, match=r"(?s)the graphs differ.*-.*sin.*\+.*exp"):
        assert_same_graph(one, two)
    with pytest.raises(TypeError, match="not int"):
        assert_same_graph(one, 3)


def looping(x: Any, k: Any) -> Any:
    n = 0
    for i in range(len(x)):
        if x[i] > 0.5:
            n = n + 7 // int(k[i])
        x[i] = n
    return n


@pytest.mark.parametrize("k", [[1, 2, 3], [1, 0, 3]])
def test_functions_with_loops_are_compared_with_python(k: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    args = np.array([0.7, 0.2, 0.9]), np.array(k)
    assert pairtest(looping, *args) is None

    def wrong(self: Any, x: Any, k: Any) -> Any:
        x[1] = 99
        return looping(x, k)

    monkeypatch.setattr("dusk.tracing.compiled.Compiled.__call__", wrong)
    found = pairtest(looping, *args)
    assert found is not None
    assert (found.stage, found.name, found.lines) == (
        "function",
        "looping",
        ((__file__, looping.__code__.co_firstlineno),),
    )
    assert found.op == ("error" if k[1] == 0 else "result 0")


def doubled(x: Any) -> Any:
    for i in range(3):
        print("round", i)
        x[i] *= 2
    if x[0] > 3:
        raise ValueError("large")
    return x


@pytest.mark.parametrize(
    ("what", "other"),
    [
        ("print", lambda x: print("other") or x),
        ("error", lambda x: [print("round", i) for i in range(3)] and 1 // 0),
        ("result 0", lambda x: [print("round", i) for i in range(3)] and np.float32(x)),
        ("argument 0", lambda x: [print("round", i) for i in range(3)] and x * 2),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_it_says_in_what_a_function_parts_from_python(what: Any, other: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pairtest(doubled, np.ones(3)) is None
    assert pairtest(doubled, np.ones(3) * 2) is None
    monkeypatch.setattr("dusk.tracing.compiled.Compiled.__call__", lambda self, x: other(x))
    found = pairtest(doubled, np.ones(3))
    assert found is not None
    assert found.op == what


SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_statements_do_what_they_do_in_python(seed: int) -> None:
    function, text = statements(seed)
    with onp.errstate(all="ignore"):
        given = statement_arguments(seed)
        wanted, compiled = outcome(function, given), Compiled(function)
        for _ in range(2):
            again = [np.array(a) if isinstance(a, onp.ndarray) else a for a in given]
            assert [*differences(wanted, outcome(compiled, again))] == [], text


@needs_native
@pytest.mark.parametrize("seed", SEEDS[::8])
def test_pairtest_of_random_statements_finds_nothing(seed: int) -> None:
    function, text = statements(seed)
    given = [np.array(a) if isinstance(a, onp.ndarray) else a for a in statement_arguments(seed)]
    with onp.errstate(all="ignore"):
        assert pairtest(function, *given) is None, text


@needs_native
@pytest.mark.parametrize("seed", range(6))
def test_pairtest_of_random_graphs_of_loops_finds_nothing(seed: int) -> None:
    graph = control_graph(random.Random(seed))
    assert pairtest(graph, *control_arguments(onp.random.default_rng(seed), graph)) is None
