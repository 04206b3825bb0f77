"""`dusk.compile`: what a signature is, what is read anew at each call, what reaches the caller."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from counted import Counted
from native_steps import needs_native


def test_a_compiled_function_gives_what_the_function_gives(tier: str) -> None:
    f = dusk.compile(lambda x, y: (np.exp(x) * y).sum(axis=0) - x[0])
    for i in range(4):
        x, y = numpy.arange(6.0).reshape(2, 3) / (i + 1), numpy.ones((2, 3)) * i
        assert_allclose(f(np.array(x), np.array(y)), (numpy.exp(x) * y).sum(axis=0) - x[0], rtol=1e-14)


def test_it_is_traced_once_for_a_signature() -> None:
    body = Counted(lambda x: x * 2)
    f = dusk.compile(body)
    for _ in range(5):
        f(np.ones(3))
    assert body.runs == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((np.ones(3),), (np.ones(4),)),
        ((np.ones(3),), (np.ones((3, 1)),)),
        ((np.ones(3),), (np.ones(3, np.float32),)),
        ((np.ones(3), 2), (np.ones(3), 3)),
        ((np.ones(3), 2), (np.ones(3), 2.0)),
        ((np.ones(3), 1), (np.ones(3), True)),
        ((np.ones(3), 0.0), (np.ones(3), -0.0)),
        (((np.ones(3), 1),), ([np.ones(3), 1],)),
        (({"a": np.ones(3)},), ({"b": np.ones(3)},)),
        ((np.ones(3), "a"), (np.ones(3), "b")),
        ((np.ones(3), None), (np.ones(3), 0)),
    ],
)
def test_structure_types_and_python_values_are_the_signature(first: Any, second: Any) -> None:
    body = Counted(lambda x, *rest: np.ones(2))
    f = dusk.compile(body)
    f(*first)
    f(*second)
    assert body.runs == 2
    f(*first)
    f(*second)
    assert body.runs == 2


def test_aliasing_between_arguments_is_the_signature(tier: str) -> None:
    def f(x: Any, y: Any) -> Any:
        x += 1
        return (x * y).sum()

    body = Counted(f)
    g = dusk.compile(body)
    a, b = np.ones(3), np.ones(3)
    assert float(g(a, b)) == 6
    assert float(g(a, a)) == 27
    assert body.runs == 2
    assert_array_equal(numpy.array(a), [3, 3, 3])


def test_a_view_and_its_base_as_arguments(tier: str) -> None:
    def f(x: Any, y: Any) -> Any:
        y[0] = 100
        x[1] *= 2
        return x + 0, y + 0

    base = np.arange(4.0)
    expected = numpy.arange(4.0)
    found = dusk.compile(f)(base, base[1:3])
    wanted = f(expected, expected[1:3])
    for g, w in zip(found, wanted, strict=True):
        assert_array_equal(numpy.array(g), w)
    assert_array_equal(numpy.array(base), expected)


def test_writes_to_arguments_reach_the_caller(tier: str) -> None:
    @dusk.compile
    def step(w: Any, g: Any) -> None:
        w -= 0.5 * g
        w[0] = 7

    w, expected = np.ones(3), numpy.ones(3)
    alias = w[1:]
    for i in range(4):
        step(w, np.arange(3.0) * i)
        expected -= 0.5 * numpy.arange(3.0) * i
        expected[0] = 7
        assert_array_equal(numpy.array(w), expected)
        assert_array_equal(numpy.array(alias), expected[1:])


def test_writes_to_a_view_argument_reach_its_base(tier: str) -> None:
    @dusk.compile
    def clear(x: Any) -> None:
        x[:] = 0

    base = np.ones((3, 3))
    clear(base[1])
    clear(base[:, 0])
    assert_array_equal(numpy.array(base), [[0, 1, 1], [0, 0, 0], [0, 1, 1]])


def test_writes_to_numpy_arguments_reach_the_caller() -> None:
    @dusk.compile
    def double(x: Any) -> None:
        x *= 2

    memory = numpy.ones(3)
    double(memory)
    assert_array_equal(memory, [2, 2, 2])
    double(memory)
    assert_array_equal(memory, [4, 4, 4])


def test_a_trace_changes_nothing() -> None:
    w = np.ones(2)
    dusk.eval(w)

    @dusk.compile
    def f(x: Any) -> Any:
        w[0] = 5
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        f(np.ones(2))
    assert_array_equal(numpy.array(w), [1, 1])
    assert_array_equal(numpy.array(w * 2), [2, 2])


@pytest.mark.parametrize(
    "look",
    [
        lambda y: float(y.sum()),
        lambda y: print(y, end=""),
        lambda y: bool(y.sum() > 0),
        lambda y: numpy.asarray(y),
        lambda y: y.tolist(),
        lambda y: y.byteswap(),
        lambda y: y[y > 0],
        lambda y: dusk.eval(y),
    ],
)
def test_a_value_read_makes_the_signature_imperative(look: Any, capsys: Any) -> None:
    def body(x: Any) -> Any:
        y = x * 2
        look(y)
        return y + 1

    f = dusk.compile(body)
    for i in range(4):
        assert_array_equal(numpy.array(f(np.ones(2) * i)), [2 * i + 1] * 2)
    text = f.explain()
    assert "imperative" in text
    assert "test_compile.py" in text
    capsys.readouterr()


def test_an_imperative_signature_follows_branches_and_writes(tier: str) -> None:
    @dusk.compile
    def f(x: Any) -> Any:
        x += 1
        return x * 2 if float(x.sum()) > 5 else -x

    x, expected = np.zeros(2), numpy.zeros(2)
    for _ in range(5):
        found = f(x)
        expected += 1
        assert_array_equal(numpy.array(found), expected * 2 if expected.sum() > 5 else -expected)


def test_except_does_not_swallow_the_look() -> None:
    @dusk.compile
    def f(x: Any) -> Any:
        try:
            return x * float(x.sum())
        except Exception:
            return x * 0

    assert_array_equal(numpy.array(f(np.ones(2))), [2, 2])


def test_explain_says_what_was_compiled() -> None:
    f = dusk.compile(lambda x: x * 2 + 1)
    assert f.explain() == "not called yet"
    f(np.ones(2))
    assert "compiled" in f.explain()


def test_graph_program_and_memory_of_what_was_called_last() -> None:
    f = dusk.compile(lambda x: x * 2 + 1)
    with pytest.raises(ValueError, match="call"):
        f.graph
    f(np.ones(2))
    assert [n.op.name for n in f.graph.nodes][-1] == "add"
    assert f.program is not None
    assert f.memory() is not None


def test_results_keep_their_structure_and_constants(tier: str) -> None:
    f = dusk.compile(lambda x: {"a": (x, 3), "b": [x.sum(), "text", None]})
    for _ in range(3):
        found = f(np.arange(3.0))
        assert found["a"][1] == 3
        assert found["b"][1:] == ["text", None]
        assert isinstance(found["b"][0], float)
        assert float(found["b"][0]) == 3
        assert_array_equal(numpy.array(found["a"][0]), [0, 1, 2])


def test_nothing_returned() -> None:
    assert dusk.compile(lambda x: None)(np.ones(2)) is None


def test_a_function_without_arrays() -> None:
    f = dusk.compile(lambda n: np.ones(n) * 2)
    assert_array_equal(numpy.array(f(2)), [2, 2])
    assert_array_equal(numpy.array(f(3)), [2, 2, 2])


def test_a_result_that_is_an_argument_stays_the_argument(tier: str) -> None:
    f = dusk.compile(lambda x: x)
    a = np.ones(2)
    for _ in range(3):
        b = f(a)
        assert_array_equal(numpy.array(b), [1, 1])


def test_compiled_inside_compiled(tier: str) -> None:
    inner = dusk.compile(lambda x: np.sin(x) * 2)
    outer = dusk.compile(lambda x: inner(x) + inner(x * 2))
    x = numpy.arange(3.0)
    for _ in range(3):
        assert_allclose(outer(np.array(x)), numpy.sin(x) * 2 + numpy.sin(2 * x) * 2, rtol=1e-14)


def test_a_method_and_a_decorator() -> None:
    class Model:
        def __init__(self) -> None:
            self.w = np.ones(2) * 3

        @dusk.compile
        def forward(self, x: Any) -> Any:
            return x * self.w

    model = Model()
    assert_array_equal(numpy.array(model.forward(np.ones(2))), [3, 3])


def test_keywords_and_defaults() -> None:
    @dusk.compile(math="relaxed")
    def f(x: Any, *, scale: float = 2.0) -> Any:
        return x * scale

    assert float(f(np.ones(1))[0]) == 2
    assert float(f(np.ones(1), scale=5.0)[0]) == 5
    assert f.__name__ == "f"


def test_random_numbers_inside_keep_numpys_stream() -> None:
    @dusk.compile
    def f(x: Any) -> Any:
        return x + np.random.rand(2)

    np.random.seed(5)
    found = [numpy.array(f(np.zeros(2))) for _ in range(4)]
    expected = numpy.random.RandomState(5).rand(4, 2)
    assert_array_equal(found, expected)


def test_errors_inside_are_raised_at_the_call_and_not_cached() -> None:
    f = dusk.compile(lambda x, y: x + y)
    with pytest.raises(ValueError, match="broadcast"):
        f(np.ones(2), np.ones(3))
    with pytest.raises(ValueError, match="broadcast"):
        f(np.ones(2), np.ones(3))
    assert_array_equal(numpy.array(f(np.ones(2), np.ones(2))), [2, 2])


def test_unhashable_and_odd_arguments() -> None:
    f = dusk.compile(lambda x, o: x * len(o))
    assert float(f(np.ones(1), {1, 2})[0]) == 2
    assert float(f(np.ones(1), {1, 2, 3})[0]) == 3


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(TypeError, match="int"):
        dusk.compile(3)


def test_a_leaked_placeholder_says_so() -> None:
    leaked: list[Any] = []
    f = dusk.compile(lambda x: leaked.append(x * 2) or x)
    f(np.ones(2))
    with pytest.raises(dusk.errors.TraceError):
        leaked[0].tolist()


class Layer:
    def __init__(self, scale: float) -> None:
        self.w = np.ones(2) * scale
        self.rate = 1.0
        self.calls = 0

    def __call__(self, x: Any) -> Any:
        self.calls += 1
        return x * self.w * self.rate


def test_attributes_of_things_on_the_way_are_followed(tier: str) -> None:
    class Model:
        def __init__(self) -> None:
            self.layers = [Layer(2.0), Layer(3.0)]

        @dusk.compile
        def forward(self, x: Any) -> Any:
            for layer in self.layers:
                x = layer(x)
            return x

    model, other = Model(), Model()
    first = model.layers[0]

    def check(m: Any, expected: float) -> None:
        for _ in range(2):
            assert_array_equal(numpy.array(m.forward(np.ones(2))), [expected] * 2)

    check(model, 6)
    traced = first.calls
    first.w = np.ones(2) * 5
    check(model, 15)
    first.w += 1
    check(model, 18)
    assert first.calls == traced, "another array of the same type needs no trace"
    first.rate = 0.5
    check(model, 9)
    model.layers.append(Layer(4.0))
    check(model, 36)
    model.layers[2] = Layer(1.0)
    check(model, 9)
    check(other, 6)
    check(model, 9)


OFFSET = 1.0


def shifted(x: Any) -> Any:
    return x + OFFSET


def test_globals_of_functions_that_are_called_are_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    f = dusk.compile(lambda x: shifted(x) * 2)
    assert float(f(np.ones(1))[0]) == 4
    monkeypatch.setitem(globals(), "OFFSET", 2.0)
    assert float(f(np.ones(1))[0]) == 6


def test_a_captured_dict_of_arrays_is_followed(tier: str) -> None:
    params = {"w": np.ones(2), "b": numpy.zeros(2)}
    body = Counted(lambda x: x * params["w"] + params["b"])
    f = dusk.compile(body)
    assert_array_equal(numpy.array(f(np.ones(2))), [1, 1])
    params["w"] = np.ones(2) * 3
    params["b"][0] = 1
    assert_array_equal(numpy.array(f(np.ones(2))), [4, 3])
    params["b"] = numpy.ones(2)
    assert_array_equal(numpy.array(f(np.ones(2))), [4, 4])
    assert body.runs == 1


def test_an_argument_that_is_also_captured_is_one_array() -> None:
    w = np.ones(2)

    @dusk.compile
    def f(x: Any) -> Any:
        x += 1
        return w * x

    assert_array_equal(numpy.array(f(np.ones(2))), [2, 2])
    assert_array_equal(numpy.array(f(w)), [4, 4])
    assert "captured" in f.explain()
    assert_array_equal(numpy.array(f(np.ones(2))), [4, 4])


def test_numpy_arguments_of_every_layout(tier: str) -> None:
    @dusk.compile
    def f(x: Any, y: Any) -> None:
        x[0] = 7
        x += y

    memory = numpy.zeros((3, 4))
    for part in (memory[1:2, ::2].T, memory[2], memory.T[0], memory[0, 1:3]):
        expected = part.copy()
        expected[0] = 7
        expected += 1
        f(part, np.ones(1))
        assert_array_equal(part, expected)
    f(memory[0], memory[1])
    before = memory.copy()
    f(memory[0, :3], memory[0, 1:])  # overlap: as NumPy does it
    before[0, 0] = 7
    before[0, :3] += before[0, 1:].copy()
    assert_array_equal(memory, before)
    assert "overlap" in f.explain()


def test_a_write_to_a_read_only_numpy_argument_is_refused() -> None:
    memory = numpy.ones(2)
    memory.flags.writeable = False
    double = dusk.compile(lambda x: x * 2)
    assert_array_equal(numpy.array(double(memory)), [2, 2])
    with pytest.raises(ValueError, match="read-only"):
        dusk.compile(lambda x: x.fill(0))(memory)
    assert_array_equal(memory, [1, 1])


def test_a_result_of_numpy_arguments_is_theirs_at_the_call(tier: str) -> None:
    f = dusk.compile(lambda x, y: x + y)
    memory = numpy.ones(2)
    for i in range(3):
        pending = np.ones(2) * i
        found = f(memory, pending)
        memory += 1
        assert_array_equal(numpy.array(found), [1 + 2 * i] * 2)


def test_arrays_that_are_numpys_alone_run_imperatively() -> None:
    f = dusk.compile(lambda x: x + x)
    assert f(numpy.array(["a"], dtype=object))[0] == "aa"
    assert "object" in f.explain()


def test_math_is_honoured_by_calls_and_by_explain() -> None:
    x = np.array([1e20])
    assert float(dusk.compile(lambda a: (a + 1.0) - a)(x)[0]) == 0
    f = dusk.compile(lambda a: (a + 1.0) - a, math="relaxed")
    f(x)
    g = dusk.compile(lambda a: (a + 1.0) - a)
    g(x)
    assert len(f.program.graph.nodes if hasattr(f.program, "graph") else f.graph.nodes) <= len(g.graph.nodes)
    assert f.explain() != g.explain()


@needs_native
def test_from_its_third_length_on_a_call_compiles_nothing() -> None:
    weights = [np.ones((4, 4)) * 0.3, np.ones((4,)) * 0.1]

    @dusk.compile
    def step(x: Any, y: Any) -> Any:
        loss, gradients = dusk.value_and_grad(lambda w: ((np.tanh(x @ w[0] + w[1]) - y) ** 2).mean())(weights)
        for w, g in zip(weights, gradients, strict=True):
            w -= g * 0.1
        return loss

    mine = [numpy.array(w) for w in weights]
    rng = numpy.random.default_rng(0)
    lengths = [5, 8, *range(10, 22), 5, 11, 21]  # more than there are programs kept
    before = 0
    for i, n in enumerate(lengths):
        if i == 2:
            before = dusk.stats()["compiled"]
        x, y = rng.standard_normal((n, 4)), rng.standard_normal((n, 4))
        for _ in range(3):
            h = numpy.tanh(x @ mine[0] + mine[1])
            d = 2 * (h - y) / h.size * (1 - h * h)
            loss = step(np.array(x), np.array(y))
            assert_allclose(loss, ((h - y) ** 2).mean(), rtol=1e-12)
            mine[0] -= 0.1 * (x.T @ d)
            mine[1] -= 0.1 * d.sum(axis=0)
        assert_allclose(weights[0], mine[0], rtol=1e-11)
        assert_allclose(weights[1], mine[1], rtol=1e-11)
    assert dusk.stats()["compiled"] == before


@needs_native
def test_lengths_that_mean_something_else_have_programs_of_their_own() -> None:
    f = dusk.compile(lambda x: x.sum() * x.shape[0] if x.shape[0] % 2 else x.max() - x.shape[0])
    for n in (3, 4, 5, 6, 7, 8, 1, 2, 9):
        x = numpy.arange(float(n)) + 1
        assert float(f(np.array(x))) == (x.sum() * n if n % 2 else x.max() - n)
