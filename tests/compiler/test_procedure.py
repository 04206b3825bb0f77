"""Loops and branches over numbers and single elements become one native function each."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from compiler.element_maker import ElementMaker
from compiler.run_program import check, run
from dusk import ops
from dusk.backends.cpu import blueprint, compile_native
from dusk.graph import Graph, TensorType, evaluate, placeholder, verify
from dusk.graph.node import constant
from dusk.graph.types import Dim
from dusk.ops.create import build
from dusk.transform.autodiff import gradients
from element_language import FLOAT, INT, Program, X, floats, ints, program
from element_programs import GRAPHS, PROGRAMS
from native_steps import needs_native
from subprocess_script import run_script

pytestmark = needs_native


def text_of(graph: Graph) -> list[str]:
    """The text of each procedure of a graph."""
    return [step.work.kernel.text() for step in blueprint(graph).steps if step.group.kind == "procedure"]


def compared(graph: Graph, arrays: list[Any]) -> bool:
    """Whether bodies and native code both fail, or give the same."""
    program = compile_native(verify(graph))
    try:
        want = [np.asarray(v) for v in evaluate(graph, [np.array(a) for a in arrays])]
    except IndexError:
        with pytest.raises(IndexError, match=r"out of bounds for axis \d+ with size"):
            run(program, [np.array(a) for a in arrays])
        return False
    check(graph, [np.asarray(a) for a in arrays], want, program=program)
    return True


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_give_what_their_bodies_give(seed: int) -> None:
    maker = ElementMaker(seed, stale=seed % 2 == 1, whole=seed >= 30)
    graph = maker.graph(4, 2)
    assert all(step.work is not None for step in blueprint(graph).steps)
    assert compared(graph, maker.arrays())


def test_random_programs_with_wild_indices_fail_where_their_bodies_do() -> None:
    makers = [ElementMaker(seed, wild=True) for seed in range(40)]
    fine = [compared(maker.graph(4, 2), maker.arrays()) for maker in makers]
    assert 5 <= sum(fine) <= 35


@pytest.mark.parametrize("name", GRAPHS)
def test_programs_of_elements_are_native(name: str) -> None:
    one = PROGRAMS[name]
    made, given = GRAPHS[name](one.small), one.given(one.small)
    want = one.function(*(np.array(a) for a in given))
    np.testing.assert_allclose(evaluate(made, [np.array(a) for a in given])[0], want, rtol=1e-12)
    program = check(made, given, [want], rtol=1e-12)
    assert program.stats.host_steps == 0
    assert len(text_of(made)) == (2 if name == "tridiagonal" else 1)
    if name != "CSR product":  # whose indices are data
        assert not any("check" in text or "less(%0, 0" in text for text in text_of(made))


def collatz(p: Program) -> None:
    def step(p: Program) -> None:
        p.when((p.n % 2).same(0), lambda p: setattr(p, "n", p.n // 2), lambda p: setattr(p, "n", 3 * p.n + 1))
        p.steps = p.steps + 1

    p.loop(lambda p: p.n > 1, step)


def newton(p: Program) -> None:
    def step(p: Program) -> None:
        p.x, p.n = 0.5 * (p.x + p.a / p.x), p.n + 1

    def apart(p: Program) -> X:
        return X(ops.absolute((p.x * p.x - p.a).value)) > 1e-12 * p.a

    p.loop(lambda p: apart(p) & (p.n < 50), step)


def test_numbers_alone() -> None:
    graph = program({"n": INT, "steps": INT}, collatz, "n", "steps")
    for n, steps in ((27, 111), (1, 0), (0, 0), (97, 118)):
        program_ = check(graph, [np.array(n), np.array(0)], [np.array(min(n, 1)), np.array(steps)])
        assert (program_.stats.native_steps, program_.stats.host_steps) == (1, 0)
    graph = program({"a": FLOAT, "x": FLOAT, "n": INT}, newton, "x")
    check(graph, [np.array(2.0), np.array(1.0), np.array(0)], [np.array(np.sqrt(2))])


def scaled(n: Any) -> Graph:
    """Every element but the last one twice."""
    return program({"a": floats(n)}, lambda p: p.count("i", 0, 5, lambda p: p.put("a", 2.0 * p.a[p.i], p.i)), "a")


def test_an_array_given_up_is_written_where_it_is() -> None:
    graph, a = scaled(6), np.arange(6.0)
    want = np.array([0.0, 2, 4, 6, 8, 5])
    program = check(graph, [a], [want], into={0: 0})
    assert program.stats.native_steps == 1
    assert "copied ((0, 1),)" in text_of(graph)[0]
    check(graph, [a], [want])


def test_the_value_of_before_is_read_before_it_is_written_over() -> None:
    def body(p: Program) -> None:
        p.old = p.a
        p.put("a", p.s, p.i)
        p.s = p.s + p.old[p.i]  # of the array as it was
        del p.env["old"]

    graph = program({"a": floats(4), "s": FLOAT}, lambda p: p.count("i", 0, 4, body), "a", "s")
    (text,) = text_of(graph)
    read, write = (re.search(pattern, text) for pattern in (r"= \d\[int64", r"\n +\d\[int64 \w+\] = "))
    assert read is not None
    assert write is not None
    assert read.start() < write.start()
    check(graph, [np.arange(1.0, 5), np.array(10.0)], [np.array([10.0, 11, 13, 16]), np.array(20.0)])


def test_two_values_of_one_array_at_once_take_a_copy() -> None:
    def body(p: Program) -> None:
        first = p.a
        p.put("a", 1.0, 0)
        p.when(p.a[1] > 0.0, lambda p: None, lambda p: p.put("a", 2.0, 1))
        p.env["b"] = first.value

    graph = program({"a": floats(4), "b": floats(4)}, lambda p: p.count("i", 0, 2, body), "a", "b")
    assert len(text_of(graph)) == 1
    compared(graph, [np.zeros(4), np.ones(4)])


def test_arrays_that_change_places() -> None:
    def point(p: Program) -> None:
        p.put("new", 0.5 * (p.old[p.j - 1] + p.old[p.j + 1]), p.j)

    def sweep(p: Program) -> None:
        p.count("j", 1, 5, point)
        p.old, p.new = p.new, p.old

    graph = program({"old": floats(6), "new": floats(6)}, lambda p: p.count("i", 0, 7, sweep), "old", "new")
    assert len(text_of(graph)) == 1
    assert compared(graph, [np.arange(6.0) ** 2, np.arange(6.0) ** 2])


def test_what_is_larger_is_left_to_kernels() -> None:
    def body(p: Program) -> None:
        p.put("a", 1.0, p.i)
        p.env["b"] = ops.add(p.env["a"], p.env["b"])

    def graph(n: int) -> Graph:
        return program({"a": floats(n), "b": floats(n)}, lambda p: p.count("i", 0, 2, body), "a", "b")

    assert len(text_of(graph(100))) == 1
    assert len(text_of(graph(100_000))) == 0
    assert compared(graph(100), [np.zeros(100), np.ones(100)])


def test_gradients_of_loops_over_elements_are_native() -> None:
    def body(p: Program) -> None:
        p.s = X(ops.sin(p.s.value)) * p.a[p.i] + 0.1

    made = program({"a": floats(9), "s": FLOAT}, lambda p: p.count("i", 0, 9, body), "s")
    (moved,) = gradients(made.outputs, [constant(1.0)], made.inputs[:1])
    a, s = np.linspace(0.5, 1.5, 9), np.array(0.3)
    graph = Graph(made.inputs, [moved])
    assert all(step.work is not None for step in blueprint(graph).steps)
    (got,) = run(compile_native(graph), [a, s])
    for i in range(9):
        step = np.eye(9)[i] * 1e-6
        ends = [evaluate(made, [a + sign * step, s])[0] for sign in (1, -1)]
        np.testing.assert_allclose(got[i], (ends[0] - ends[1]) / 2e-6, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize(("first", "bad"), [(0, 4), (-5, -5), (2, 4)])
def test_an_index_out_of_bounds_is_told_with_its_line(first: int, bad: int) -> None:
    graph = program(
        {"a": floats(4), "i": INT, "n": INT},
        lambda p: p.loop(lambda p: p.i < p.n, lambda p: (p.put("a", 1.0, p.i), setattr(p, "i", p.i + 1))),
        "a",
    )
    compiled, given = compile_native(graph), [np.zeros(4), np.array(first), np.array(6)]
    for _ in range(2):
        with pytest.raises(IndexError, match=rf"^index {bad} is out of bounds for axis 0 with size 4") as caught:
            run(compiled, given)
        assert re.search(r"in scatter_set", caught.value.__notes__[0])
    assert compiled.undone
    assert not blueprint(graph, {0}, {0: 0}).undone  # it has written to the caller's memory by then
    assert run(compiled, [np.zeros(4), np.array(1), np.array(3)])[0].tolist() == [0, 1, 1, 0]


def test_what_bounds_tell_is_not_asked() -> None:
    def known(body: Any, *outputs: str) -> str:
        return text_of(program({"a": floats(8), "k": ints(8), "n": INT, "s": FLOAT}, body, *outputs))[0]

    def add(index: Any) -> Any:
        return lambda p: setattr(p, "s", p.s + p.a[index(p)])

    assert "check" not in known(lambda p: p.count("i", 0, 8, add(lambda p: p.i)), "s")
    assert "check" in known(lambda p: p.count("i", 0, 9, add(lambda p: p.i)), "s")
    assert "check" not in known(lambda p: p.count("i", 7, -1, add(lambda p: p.i), step=-1), "s")
    assert "check" not in known(lambda p: p.count("i", 0, p.n, add(lambda p: p.i % 8)), "s")
    assert "check" not in known(lambda p: p.count("i", 0, 16, add(lambda p: p.i // 2)), "s")
    # counted from the end, but never out of bounds
    text = known(lambda p: p.count("i", 0, 8, add(lambda p: p.i - 3)), "s")
    assert "check" not in text
    assert "where" in text
    # one side alone, where data decides how far it goes; once for two reads of one element
    text = known(lambda p: p.count("i", 0, p.n, add(lambda p: p.i)), "s")
    assert text.count("check") == 1
    assert "greater_equal" not in text
    text = known(lambda p: p.count("i", 0, p.n, lambda p: setattr(p, "s", p.s + p.a[p.i] * p.a[p.i])), "s")
    assert text.count("check") == 1
    # a branch tells, too
    inner = add(lambda p: p.n)
    both = known(lambda p: p.count("i", 0, 2, lambda p: p.when((p.n < 8) & (p.n > -1), inner)), "s")
    assert "check" not in both


def test_what_two_conditions_tell_is_known_where_both_hold() -> None:
    def body(p: Program) -> None:
        p.when(p.s > 1.0, lambda p: None, lambda p: setattr(p, "s", p.s + p.a[p.i]))

    def going(p: Program) -> X:  # `i < 8 and s < 5`, of which the second is asked only where the first holds
        p.go = p.s < 5.0
        p.when(p.i < 8, lambda p: None, lambda p: setattr(p, "go", p.i < 8))
        return X(p.env.pop("go"))

    def loop(p: Program) -> None:
        p.i = 0
        p.loop(going, lambda p: (body(p), setattr(p, "i", p.i + 1)))
        del p.env["i"]

    graph = program({"a": floats(8), "s": FLOAT}, loop, "s")
    (text,) = text_of(graph)
    assert "check" not in text
    assert " asks " not in text
    assert compared(graph, [np.full(8, 0.25), np.array(0.0)])


def summed(start: Any, end: Any, index: Any, step: int = 1) -> Graph:
    """The sum of elements of a between ends that are known when it runs."""

    def add(p: Program) -> None:
        p.s = p.s + p.a[index(p)]

    def body(p: Program) -> None:
        p.s = 0.0
        p.count("i", start(p), end(p), add, step=step)

    kinds = {"a": floats(8), "m": INT, "n": INT}
    return program(kinds, body, "s")


@pytest.mark.parametrize(
    ("start", "end", "index", "step", "flag"),
    [
        (lambda p: 0, lambda p: p.n, lambda p: p.i, 1, r"if less_equal\(int64 variable\d, 8:int64\)"),
        (lambda p: p.m, lambda p: p.n, lambda p: p.i, 1, r"0:int64\); less_equal\(int64 variable\d, 8:int64\)"),
        (lambda p: 1, lambda p: p.n - 1, lambda p: p.i - 1, 1, r"less_equal\(int64 variable\d, 9:int64\)"),
        (lambda p: 0, lambda p: p.n, lambda p: p.i + 3, 1, r"less_equal\(int64 variable\d, 5:int64\)"),
        (lambda p: p.n, lambda p: -1, lambda p: p.i, -1, r"less_equal\(int64 variable\d, 7:int64\)"),
    ],
)
def test_a_loop_whose_ends_are_inside_checks_nothing(start: Any, end: Any, index: Any, step: int, flag: str) -> None:
    graph = summed(start, end, index, step)
    (text,) = text_of(graph)
    assert re.search(flag, text)
    assert text.count("loop") == 2
    fast, slow = text.split(" else\n")
    assert "check" not in fast
    assert "where" not in fast
    assert "check" in slow
    assert " asks " not in fast
    fine = [compared(graph, [np.arange(8.0), np.array(m), np.array(n)]) for m in (0, 2, -3) for n in range(-3, 12)]
    assert any(fine)
    assert not all(fine)


def test_ends_within_others_are_asked_once_for_all() -> None:
    def element(p: Program) -> None:
        p.put("b", p.b[p.i, p.j - 1] + p.b[p.i, p.j + 1], p.i, p.j)

    def row(p: Program) -> None:
        p.count("j", 1, p.n, element)

    graph = program({"b": floats(6, 9), "n": INT}, lambda p: p.count("i", 0, p.n, row), "b")
    (text,) = text_of(graph)
    assert text.count("loop") == 4
    assert text.count("less_equal") == 1
    b = np.arange(54.0).reshape(6, 9)
    assert [compared(graph, [b, np.array(n)]) for n in (-1, 0, 4, 6, 7, 12)] == [True] * 4 + [False] * 2


def test_operands_that_follow_from_their_index_are_read_nowhere() -> None:
    numbers = build(ops.iota, size=8, start=7, step=-1)
    a, s = floats(8), FLOAT

    def made(table: Any) -> Graph:
        inputs = [placeholder(a), placeholder(s)]
        body = Program({"a": placeholder(a), "s": placeholder(s), "i": placeholder(INT)})
        given = list(body.env.values())
        body.s = body.s + body.a[body.i] * body.a[7 - body.i]
        graph = Graph([given[1], given[2], given[0]], [body.env["s"]])
        sources = ("carry", "each", "same")
        return Graph(inputs, [ops.scan(inputs[1], table, inputs[0], body=graph, length=8, sources=sources)])

    for table in (numbers, constant(np.arange(7, -1, -1))):
        graph = made(table)
        (text,) = text_of(graph)
        assert "check" not in text
        assert text.count("array") == 3
        assert len(blueprint(graph).steps) == 1
        assert compared(graph, [np.arange(8.0), np.array(1.0)])


def test_what_an_index_has_twice_is_looked_at_once() -> None:
    def body(p: Program) -> None:
        a = p.env["a"]
        for _ in range(30):  # each time the index before occurs twice
            a = ops.reshape(ops.transpose(a, axes=(1, 0)), shape=(3, 4))
        p.s = p.s + X(a)[p.i % 3, p.j]

    (text,) = text_of(program({"a": floats(3, 4), "j": INT, "s": FLOAT}, lambda p: p.count("i", 0, 8, body), "s"))
    assert text.count("remainder") == 31


def test_loops_that_may_take_long_ask_whether_signals_came() -> None:
    (text,) = text_of(program({"n": INT, "steps": INT}, collatz, "steps"))
    assert " asks " in text
    assert not any(" asks " in text for text in text_of(scaled(6)))
    run_script(
        """
        import signal, threading
        import dusk, dusk.numpy as np
        threading.Timer(1.0, signal.raise_signal, (signal.SIGINT,)).start()
        try:
            dusk.eval(dusk.while_loop(lambda n: n > 0, lambda n: n % 1000 + 1, np.int64(5)))
        except KeyboardInterrupt:
            raise SystemExit(7)
        """,
        status=7,
    )


def test_elements_of_what_follows_from_its_index_are_read_nowhere() -> None:
    def body(p: Program) -> None:
        p.env["numbers"] = build(ops.iota, size=8)
        p.s = p.s + X(ops.astype(p.numbers[p.i].value, dtype=np.dtype(np.float64))) * p.table[2 - p.i % 3]
        del p.env["numbers"]

    def whole(p: Program) -> None:
        p.env["table"] = constant(np.array([1.0, 5.0, 2.5]))
        p.count("i", 0, 8, body)

    graph = program({"s": FLOAT}, whole, "s")
    (text,) = text_of(graph)
    assert text.count("[int64") == 1
    assert compared(graph, [np.array(1.0)])


def test_named_sizes_run_otherwise() -> None:
    graph = scaled(Dim("n"))
    assert text_of(graph) == []


def test_a_loop_of_no_rounds_hands_on_what_it_was_given() -> None:
    graph = program(
        {"a": floats(3), "n": INT}, lambda p: p.count("i", 0, p.n, lambda p: p.put("a", 1.0, p.i)), "a"
    )
    check(graph, [np.arange(3.0), np.array(-2)], [np.arange(3.0)])
    check(graph, [np.arange(3.0), np.array(2)], [np.array([1.0, 1, 2])])


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int8, np.uint8, np.bool_])
def test_elements_of_other_dtypes(dtype: Any) -> None:
    kind = TensorType((4,), dtype)

    def body(p: Program) -> None:
        p.put("a", p.a[3 - p.i] if dtype == np.bool_ else p.a[3 - p.i] + p.a[p.i], p.i)

    graph = program({"a": kind}, lambda p: p.count("i", 0, 4, body), "a")
    assert len(text_of(graph)) == 1
    assert compared(graph, [np.array([1, 0, 3, 120]).astype(dtype)])
