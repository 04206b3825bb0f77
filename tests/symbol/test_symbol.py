"""Symbols: the founding programs as written, gradients of gradients, files that carry no code and no harm."""

import contextlib
import random
import re
import time
import tracemalloc
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk import symbol
from dusk.errors import DuskError, FormatError
from dusk.symbol import Constant, Group, Symbol, Variable, load
from dusk.symbol import compile as compile_symbol
from subprocess_script import run_script


def test_the_founding_programs_run_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tier: str) -> None:
    monkeypatch.chdir(tmp_path)
    import numpy as np

    from dusk.symbol import Constant, Variable, compile, load

    A = Variable("A")
    B = Variable("B")
    C = B * A
    D = C + Constant(1)
    f = compile(D)
    d = f(A=np.ones(10), B=np.ones(10) * 2)
    assert_array_equal(numpy.array(d), numpy.full(10, 3.0))
    gA, gB = D.grad(wrt=[A, B])
    f = compile([gA, gB])
    grad_a, grad_b = f(A=np.ones(10), B=np.ones(10) * 2)
    assert_array_equal(numpy.array(grad_a), numpy.full(10, 2.0))
    assert_array_equal(numpy.array(grad_b), numpy.ones(10))
    D.save("mygraph")
    D2 = load("mygraph")
    f = compile([D2])
    (d,) = f(A=np.ones(10), B=np.ones(10) * 2)
    assert_array_equal(numpy.array(d), numpy.full(10, 3.0))


def test_a_closure_makes_many_functions_of_one_expression(tier: str) -> None:
    """Functions made by a function, as plain Python closures, each differentiated and compiled by itself (B3)."""

    def make_layer(n_in: int, n_out: int, rng: Any) -> tuple[list[Any], Any]:
        params = [rng.standard_normal((n_in, n_out)) / 3, np.zeros(n_out)]

        def forward(x: Any) -> Any:
            w, b = params
            return np.tanh(x @ w + b)

        return params, forward

    rng = np.random.default_rng(0)
    (p1, f1), (p2, f2) = make_layer(3, 4, rng), make_layer(4, 1, rng)
    x, y = rng.standard_normal((8, 3)), rng.standard_normal((8, 1)) / 4

    def loss(params: Any) -> Any:
        (p1[0], p1[1]), (p2[0], p2[1]) = params
        return ((f2(f1(x)) - y) ** 2).mean()

    values = []
    held = [list(p1), list(p2)]
    for _ in range(20):
        value, gradients = dusk.value_and_grad(loss)([list(held[0]), list(held[1])])
        for group, gs in zip(held, gradients, strict=True):
            for p, g in zip(group, gs, strict=True):
                p -= 0.5 * g
        values.append(float(value))
    assert values[-1] < values[0]


def test_a_symbol_is_typed_when_it_is_called() -> None:
    f = compile_symbol(Variable("A") * 2 + Constant(1))
    assert f(A=np.arange(3)).dtype == numpy.int64
    assert f(A=np.arange(3, dtype=np.float32)).dtype == numpy.float32
    assert f(A=np.ones((2, 2))).shape == (2, 2)


def test_every_op_by_name() -> None:
    a = Variable("a")
    f = compile_symbol(symbol.exp(a) + symbol.tanh(a))
    assert_allclose(f(a=np.ones(2)), numpy.exp(1) + numpy.tanh(numpy.ones(2)))
    with pytest.raises(AttributeError, match="no_such_op"):
        symbol.no_such_op


@pytest.mark.parametrize(
    "f",
    [
        lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b,
        lambda a, b: a**b, lambda a, b: a @ b,
        lambda a, b: a // b, lambda a, b: a % b, lambda a, b: 2 - a, lambda a, b: 3 / b,
        lambda a, b: 2**a, lambda a, b: -a + abs(b),
        lambda a, b: a < b, lambda a, b: a >= b, lambda a, b: numpy.ones(2) * a,
    ],
)  # fmt: skip
def test_pythons_operators_build_symbols(f: Any) -> None:
    expression = f(Variable("a"), Variable("b"))
    assert isinstance(expression, Symbol)
    a, b = numpy.array([2.0, 3.0]), numpy.array([1.5, 4.0])
    given = {name: {"a": a, "b": b}[name] for name in expression.list_arguments()}
    assert_allclose(numpy.array(compile_symbol(expression)(**given)), f(a, b))


def test_gradients_can_be_used_in_further_expressions(tier: str) -> None:
    x = Variable("x")
    (g,) = (x**3).grad(wrt=[x])
    (h,) = (g * x).grad(wrt=[x])
    assert_allclose(compile_symbol(h)(x=np.array([1.0, 2.0])), [9, 36])


def test_an_unused_variable_has_gradient_zero() -> None:
    x, y = Variable("x"), Variable("y")
    _, gy = (x * 2).grad(wrt=[x, y])
    assert_array_equal(numpy.array(compile_symbol(gy)(x=np.ones(2), y=np.ones(3))), [0, 0, 0])


def test_list_arguments_and_infer_shape() -> None:
    x, w = Variable("x"), Variable("w")
    y = symbol.tanh(x @ w) + Constant(1)
    assert y.list_arguments() == ["x", "w"]
    assert y.infer_shape(x=(8, 3), w=(3, 2)) == ([(8, 3), (3, 2)], [(8, 2)], [])
    with pytest.raises(ValueError, match=r"matmul.*x \(8, 3\) by what is given \(test_symbol.py:\d+\)"):
        y.infer_shape(x=(8, 3), w=(4, 2))
    with pytest.warns(UserWarning, match="w, .* do not follow"):
        assert y.infer_shape(x=(8, 3)) == (None, None, None)
    with pytest.raises(KeyError, match="no variable is named z"):
        y.infer_shape(z=(8, 3))


def test_missing_and_unknown_arguments_are_named() -> None:
    f = compile_symbol(Variable("A") * Variable("B"))
    with pytest.raises(TypeError, match="missing: B"):
        f(A=np.ones(2))
    with pytest.raises(TypeError, match="unknown: C"):
        f(A=np.ones(2), B=np.ones(2), C=1)


def test_a_symbol_called_from_imperative_code_differentiates(tier: str) -> None:
    f = compile_symbol(symbol.tanh(Variable("a")) * Variable("a"))
    g = dusk.grad(lambda x: f(a=x * 2).sum())(np.array([0.3]))
    t = numpy.tanh(0.6)
    assert_allclose(g, [2 * (t + 0.6 * (1 - t * t))])


def test_a_symbol_without_variables_is_a_constant() -> None:
    assert float(compile_symbol(Constant(2) + Constant(3))()) == 5
    assert_array_equal(numpy.array(compile_symbol(symbol.exp(Constant(numpy.zeros(2))))()), [1, 1])


def test_dusk_compile_and_load_take_symbols(tmp_path: Path) -> None:
    x = Variable("x")
    (x * 2).save(tmp_path / "f")
    assert float(dusk.compile(dusk.load(tmp_path / "f"))(x=np.array(3.0))) == 6


def test_shared_parts_are_built_once() -> None:
    x = Variable("x")
    y = x
    for _ in range(60):
        y = y + y
    assert float(compile_symbol(y)(x=np.array(1.0))) == 2.0**60


def test_long_chains_need_no_recursion(tmp_path: Path) -> None:
    x = Variable("x")
    y = x
    for _ in range(5000):
        y = y + 1
    y.save(tmp_path / "long")
    assert float(compile_symbol(load(tmp_path / "long"))(x=np.array(0.0))) == 5000


# --- files


def expression() -> Group:
    x, w = Variable("x"), Variable('a name, with "quotes"\nand lines % {}')
    y = symbol.softmax(x @ w, axis=-1) + Constant(numpy.arange(3, dtype=numpy.float32)) * Constant(1.5)
    (g,) = (y * y).grad(wrt=[x])
    return Group([y, g, symbol.sum(x, axis=(0, 1)) if hasattr(symbol, "sum") else x])


def test_saved_and_loaded_is_the_same(tmp_path: Path) -> None:
    group = expression()
    group.save(tmp_path / "g")
    again = load(tmp_path / "g")
    assert isinstance(again, Group)
    given = {"x": numpy.ones((2, 3), numpy.float32), group[0].list_arguments()[1]: numpy.eye(3, dtype=numpy.float32)}
    for f, g in zip(compile_symbol(group)(**given), compile_symbol(again)(**given), strict=True):
        assert f.dtype == g.dtype
        assert_array_equal(numpy.array(f), numpy.array(g))
    again.save(tmp_path / "h")
    assert (tmp_path / "g").read_bytes() == (tmp_path / "h").read_bytes()


@pytest.mark.parametrize(
    "value",
    [0, -1, 2**70, 1.5, -0.0, float("inf"), float("-inf"), float("nan"), 1e-320,
     True, 1 + 2j, numpy.float32(0.1), numpy.array([numpy.nan, 1]),
     numpy.zeros((0, 3)), numpy.array(["x"]).size, numpy.arange(6, dtype=numpy.uint8).reshape(1, 2, 3),
     numpy.array([1 + 1j]), numpy.array(True)],
)  # fmt: skip
def test_constants_survive_a_file(value: Any, tmp_path: Path) -> None:
    Constant(value).save(tmp_path / "c")
    found = load(tmp_path / "c").params[0][1]
    expected = Constant(value).params[0][1]
    assert type(found) is type(expected)
    assert repr(found) == repr(expected)


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (Variable("x") * 2).save(tmp_path / "f")
    before = (tmp_path / "f").read_bytes()
    monkeypatch.setattr("os.replace", lambda *a: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        (Variable("y") * 3).save(tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["f"]


HEAD = "dusk symbol 1\n"
HOSTILE = {
    "empty": "",
    "no header": '%0 = variable variable() {name="x"}\nreturn %0\n',
    "other version": "dusk symbol 2\nreturn %0\n",
    "no outputs": HEAD + "return\n",
    "nothing": HEAD,
    "undefined": HEAD + "return %0\n",
    "defined later": HEAD + '%0 = op add(%1, %1)\n%1 = variable variable() {name="x"}\nreturn %0\n',
    "itself": HEAD + "%0 = op add(%0, %0)\nreturn %0\n",
    "twice": HEAD + "%0 = constant constant() {value=1}\n%0 = constant constant() {value=2}\nreturn %0\n",
    "unknown op": HEAD + '%0 = op os.system() {cmd="true"}\nreturn %0\n',
    "unknown kind": HEAD + "%0 = host print()\nreturn %0\n",
    "python": "import os; os.system('touch pwned')\n",
    "pickle": "\x80\x04cos\nsystem\n(S'touch pwned'\ntR.",
    "expression as value": HEAD
    + "%0 = constant constant() {value=__import__('os').system('touch pwned')}\nreturn %0\n",
    "deep nesting": HEAD + "%0 = constant constant() {value=" + "(" * 100000 + ")" * 100000 + "}\nreturn %0\n",
    "deep brackets": HEAD + "%0 = constant constant() {value=" + "[" * 50000,
    "deep graphs": HEAD + "%0 = op call() {graph=" + "graph(" * 20000,
    "huge number": HEAD + "%0 = constant constant() {value=1" + "0" * 6000 + "}\nreturn %0\n",
    "huge float": HEAD + "%0 = constant constant() {value=1e999999999}\nreturn %0\n",
    "unfinished string": HEAD + '%0 = variable variable() {name="x',
    "grad of nothing": HEAD + "%0 = grad grad() {position=0}\nreturn %0\n",
    "grad position": HEAD + '%0 = variable variable() {name="x"}\n%1 = grad grad(%0, %0) {position=7}\nreturn %1\n',
    "negative position": HEAD
    + '%0 = variable variable() {name="x"}\n%1 = grad grad(%0, %0) {position=-1}\nreturn %1\n',
    "null bytes": HEAD + "\0" * 100,
    "not utf-8": None,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = HOSTILE[name]
    Path("f").write_bytes(b"dusk symbol 1\n\xff\xfe\xfd" if text is None else text.encode("utf-8"))
    started = time.process_time()
    try:
        found = load("f")
    except FormatError:
        pass
    else:  # read as harmless data: using it must not do harm either
        assert name in ("huge number", "huge float")
        with contextlib.suppress(DuskError, TypeError, ValueError, OverflowError):
            compile_symbol(found)()
    assert time.process_time() - started < 5
    assert not Path("pwned").exists()


def test_huge_shapes_allocate_nothing(tmp_path: Path) -> None:
    for params in (
        "{shape=(1000000000000,), value=1.0, dtype=float64}",
        "{shape=(4000000000, 4000000000), value=1.0, dtype=dtype(float64)}",
    ):
        (tmp_path / "f").write_text(HEAD + f"%0 = op full() {params}\nreturn %0\n")
        tracemalloc.start()
        with contextlib.suppress(DuskError):
            load(tmp_path / "f")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1 << 20


def test_a_literal_that_claims_more_than_it_has_allocates_nothing(tmp_path: Path) -> None:
    Constant(numpy.arange(4.0)).save(tmp_path / "c")
    text = (tmp_path / "c").read_text()
    assert "4" in text
    for claimed in ("400000000000", "(99999999, 99999999)", "-4", "3", "5"):
        changed = re.sub(
            r"\[4\]|\(4,?\)", lambda m, c=claimed: m.group()[0] + c.strip("()") + m.group()[-1], text, count=1
        )
        (tmp_path / "d").write_text(changed)
        if changed == text:
            pytest.fail(f"the test knows another text form: {text!r}")
        tracemalloc.start()
        with pytest.raises(FormatError):
            load(tmp_path / "d")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1 << 20


def test_truncated_files_are_refused_or_another_expression(tmp_path: Path) -> None:
    expression().save(tmp_path / "g")
    data = (tmp_path / "g").read_bytes()
    refused = 0
    for end in range(0, len(data), 7):
        (tmp_path / "t").write_bytes(data[:end])
        try:
            load(tmp_path / "t")
        except DuskError:
            refused += 1
    assert refused >= len(range(0, len(data), 7)) - 3


def test_flipped_bits_are_refused_or_another_expression(tmp_path: Path) -> None:
    expression().save(tmp_path / "g")
    data = (tmp_path / "g").read_bytes()
    rng = random.Random(0)
    started = time.process_time()
    for _ in range(1500):
        changed = bytearray(data)
        for _ in range(rng.choice((1, 1, 2, 5))):
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        (tmp_path / "t").write_bytes(bytes(changed))
        with contextlib.suppress(DuskError):
            load(tmp_path / "t")
    assert time.process_time() - started < 60


def test_spliced_files_are_refused_or_another_expression(tmp_path: Path) -> None:
    expression().save(tmp_path / "g")
    lines = (tmp_path / "g").read_text().splitlines(keepends=True)
    rng = random.Random(1)
    for _ in range(500):
        changed = [rng.choice(lines) if rng.random() < 0.2 else line for line in lines]
        rng.random() < 0.5 and changed.pop(rng.randrange(len(changed)))
        text = "".join(changed)
        at = rng.randrange(len(text))
        text = text[:at] + text[at + rng.randrange(6) :]
        (tmp_path / "t").write_text(text)
        with contextlib.suppress(DuskError):
            load(tmp_path / "t")


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    with open(tmp_path / "big", "wb") as file:
        file.truncate((1 << 30) + 1)
    with pytest.raises(FormatError, match="bytes"):
        load(tmp_path / "big")


def test_loading_runs_in_bounded_memory() -> None:
    run_script(
        """
        import resource, tempfile, pathlib
        import dusk
        from dusk.symbol import load
        resource.setrlimit(resource.RLIMIT_DATA, (1 << 29, 1 << 29))
        path = pathlib.Path(tempfile.mkdtemp()) / "f"
        for body in ("%0 = op full() {shape=(10**15,), value=1.0}",
                     "%0 = constant constant() {value=" + "9" * 4000 + "}",
                     "%0 = constant constant() {value=" + "(" * 300000):
            path.write_text("dusk symbol 1\\n" + body + "\\nreturn %0\\n")
            try:
                load(path)
            except dusk.errors.DuskError:
                pass
        """
    )


def test_missing_files_raise_pythons_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none")


# --- what looks for values


@pytest.mark.parametrize(
    "look",
    [lambda x: 1 if x > 1 else 2, lambda x: x > 1 and x < 2, lambda x: not x, lambda x: x in [1.0, 2.0]],
    ids=["if", "and", "not", "in"],
)
def test_a_condition_on_a_symbol_is_refused_with_what_to_write(look: Any) -> None:
    with pytest.raises(TypeError, match=r"condition at test_symbol\.py:\d+ .* write dusk\.symbol\.where"):
        look(Variable("x"))


@pytest.mark.parametrize(
    ("look", "instead"),
    [
        (numpy.sum, "dusk.symbol.sum"),
        (numpy.add.reduce, "dusk.symbol"),
        (np.exp, "dusk.symbol.exp"),
        (lambda x: numpy.exp(x, out=numpy.ones(3)), "dusk.symbol.exp"),
        (float, "the ops in dusk.symbol"),
        (numpy.asarray, "the ops in dusk.symbol"),
        (list, "the ops in dusk.symbol"),
        (len, "the ops in dusk.symbol"),
    ],
)
def test_what_needs_a_symbols_value_is_refused_with_what_to_write(look: Any, instead: str) -> None:
    with pytest.raises(TypeError, match=rf"test_symbol\.py:\d+.*{re.escape(instead)}"):
        look(Variable("x"))


def test_numpys_element_wise_functions_and_arrays_take_symbols() -> None:
    x = Variable("x")
    three = numpy.arange(3.0)
    f = compile_symbol([numpy.exp(x), numpy.maximum(three, x), three - x, np.array(three) - x, numpy.float64(2.0) / x])
    found = f(x=np.array([2.0, 2.0, 0.5]))
    given = numpy.array([2.0, 2.0, 0.5])
    wanted = [numpy.exp(given), numpy.maximum(three, given), three - given, three - given, 2.0 / given]
    for a, b in zip(found, wanted, strict=True):
        assert_allclose(numpy.asarray(a), b, rtol=1e-14)
