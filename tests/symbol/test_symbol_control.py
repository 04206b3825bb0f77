"""Branches and loops of symbols: what they give, are typed as, capture, and are in files; their derivatives."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
import plain_control
from dusk import symbol
from dusk.errors import FormatError
from dusk.symbol import Constant, Group, Symbol, Variable, load
from dusk.symbol import compile as compile_symbol
from dusk.testing import check_grads
from dusk.tree import flatten

V = numpy.array([0.3, -1.2, 2.0])
F = numpy.float64


def newton(lax: Any, op: Any, a: Any) -> Any:
    return lax.while_loop(lambda x: op.absolute(x * x - a) > 1e-12, lambda x: (x + a / x) / 2, 1.0)


def branches(lax: Any, op: Any, flag: Any, x: Any, y: Any) -> Any:
    return lax.cond(flag > 0, lambda x: (op.sin(x), x * y), lambda x: (y, op.cos(x) + 1), x)


def nearest(lax: Any, op: Any, i: Any, x: Any) -> Any:
    return lax.switch(i, [lambda x: x, lambda x: -x, lambda x: x * x], x)


def powers(lax: Any, op: Any, n: Any, x: Any) -> Any:
    return lax.fori_loop(1, n, lambda i, y: y * x + i, x)


def powers_of_known_bounds(lax: Any, op: Any, x: Any) -> Any:
    return lax.fori_loop(1, 4, lambda i, y: y * x * i, x)


def running(lax: Any, op: Any, x: Any, w: Any) -> Any:
    total, left = lax.scan(lambda c, y: (c * w + y, op.sin(c)), 0.5, x)
    return total, left


def running_back(lax: Any, op: Any, x: Any) -> Any:
    return lax.scan(lambda c, y: (c * 0.5 + y, c), 0.0, x, reverse=True)


def steps_of_a_length(lax: Any, op: Any, x: Any) -> Any:
    return lax.scan(lambda c, nothing: (c * x, {"c": c}), x, None, length=4)


def trees(lax: Any, op: Any, n: Any, x: Any) -> Any:
    def body(s: Any) -> Any:
        return {"i": s["i"] + 1, "parts": (s["parts"][1], s["parts"][0] * x), "name": "as it is"}

    start = {"i": 0, "parts": (x, x + 1), "name": "as it is"}
    made = lax.while_loop(lambda s: s["i"] < n, body, start)
    assert made["name"] == "as it is"
    return made["i"], made["parts"]


def nested(lax: Any, op: Any, n: Any, x: Any) -> Any:
    scaled = op.tanh(x)

    def row(i: Any, y: Any) -> Any:
        inner = lax.fori_loop(0, i + 1, lambda j, z: z * 0.5 + scaled * j, y)
        return lax.cond(i > 1, lambda: inner + y, lambda: op.sin(inner) * scaled)

    return lax.fori_loop(0, n, row, x)


PROGRAMS: dict[str, tuple[Any, tuple[Any, ...], int]] = {
    "newton": (newton, (F(3.0),), 2),
    "cond true": (branches, (F(1.0), V, V + 2), 1),
    "cond false": (branches, (F(-1.0), V, V + 2), 1),
    "switch 1": (nearest, (numpy.int64(1), V), 1),
    "switch 9": (nearest, (numpy.int64(9), V), 2),
    "fori": (powers, (numpy.int64(4), V), 1),
    "fori of no rounds": (powers, (numpy.int64(1), V), 1),
    "fori of known bounds": (powers_of_known_bounds, (V,), 2),
    "scan": (running, (V, F(0.7)), 2),
    "scan from the end": (running_back, (V,), 1),
    "scan of a length": (steps_of_a_length, (F(0.7),), 2),
    "while of trees": (trees, (numpy.int64(3), V), 1),
    "nested": (nested, (numpy.int64(4), V), 1),
}


def compiled(function: Any, args: tuple[Any, ...]) -> tuple[Any, list[Symbol]]:
    """A program as a function of arrays, by symbols; and these."""
    names = "abcdef"[: len(args)]
    leaves, _ = flatten(function(dusk, symbol, *map(Variable, names)))
    f = compile_symbol(Group(leaves))
    return lambda *given: f(**dict(zip(names, given, strict=True))), leaves


@pytest.mark.parametrize("name", PROGRAMS)
def test_symbols_give_what_pythons_statements_give(name: str, tier: str) -> None:
    function, args, _ = PROGRAMS[name]
    wanted = plain_control.leaves(function(plain_control, numpy, *args))
    found, _ = compiled(function, args)
    for a, b in zip(found(*args), wanted, strict=True):
        assert numpy.shape(a) == numpy.shape(b)
        assert numpy.asarray(a).dtype == numpy.asarray(b).dtype
        numpy.testing.assert_allclose(numpy.asarray(a), b, rtol=1e-12)


@pytest.mark.parametrize("name", PROGRAMS)
def test_derivatives_through_what_symbols_make(name: str) -> None:
    function, args, order = PROGRAMS[name]
    check_grads(compiled(function, args)[0], args, order=order)


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_that_are_symbols(name: str) -> None:
    function, args, _ = PROGRAMS[name]
    names = "abcdef"[: len(args)]
    variables = [*map(Variable, names)]
    leaves = [x for x in flatten(function(dusk, symbol, *variables))[0]]
    total = sum((symbol.sum(x * 1.0) for x in leaves), Constant(0))
    moving = [i for i, x in enumerate(args) if x.dtype.kind == "f"]
    found = compile_symbol(total.grad(wrt=[variables[i] for i in moving]))(**dict(zip(names, args, strict=True)))

    def plain(*given: Any) -> Any:
        return sum(np.sum(x * 1.0) for x in flatten(function(dusk, np, *given))[0])

    wanted = dusk.grad(plain, moving)(*map(np.array, args))
    for a, b in zip(found, wanted, strict=True):
        numpy.testing.assert_allclose(numpy.asarray(a), numpy.asarray(b), rtol=1e-11)


@pytest.mark.parametrize("name", PROGRAMS)
def test_files_keep_branches_and_loops(name: str, tmp_path: Path) -> None:
    function, args, _ = PROGRAMS[name]
    names = "abcdef"[: len(args)]
    leaves, _ = flatten(function(dusk, symbol, *map(Variable, names)))
    Group(leaves).save(tmp_path / "f")
    again = load(tmp_path / "f")
    given = dict(zip(names, args, strict=True))
    again = [again] if isinstance(again, Symbol) else list(again)
    for a, b in zip(compile_symbol(again)(**given), compile_symbol(leaves)(**given), strict=True):
        numpy.testing.assert_array_equal(numpy.asarray(a), numpy.asarray(b))
    Group(again).save(tmp_path / "g")
    assert (tmp_path / "f").read_bytes() == (tmp_path / "g").read_bytes()
    assert load(tmp_path / "g") is not None


def test_the_text_of_a_loop(tmp_path: Path) -> None:
    newton(dusk, symbol, Variable("a")).save(tmp_path / "f")
    assert (tmp_path / "f").read_text() == (
        """dusk symbol 1
%0 = constant constant() {value=1.0}
%1 = variable variable() {name="a"}
%2 = flow while_loop(%0, %1) {given=1, carries=0, length=None, reverse=False}
  (%3) {
    %4 = op multiply(%3, %3)
    %5 = op subtract(%4, %1)
    %6 = op absolute(%5)
    %7 = constant constant() {value=1e-12}
    %8 = op greater(%6, %7)
    return %8
  }
  (%9) {
    %10 = op divide(%1, %9)
    %11 = op add(%9, %10)
    %12 = constant constant() {value=2}
    %13 = op divide(%11, %12)
    return %13
  }
%14 = part part(%2) {position=0}
return %14
"""
    )


def test_arguments_of_an_expression_are_also_those_that_bodies_capture() -> None:
    x, w, n = Variable("x"), Variable("w"), Variable("n")
    made = dusk.fori_loop(0, n, lambda i, y: dusk.cond(i > 1, lambda: y * w, lambda: y + Variable("b")), x)
    assert sorted(made.list_arguments()) == ["b", "n", "w", "x"]
    found = compile_symbol(made)(x=2.0, w=3.0, b=1.0, n=3)
    assert float(found) == (2.0 + 1 + 1) * 3


def test_types_and_shapes_are_those_of_the_same_calls_of_arrays() -> None:
    x, n = Variable("x"), Variable("n")
    made = dusk.fori_loop(0, n, lambda i, y: y * i + 0.5, x)
    single, count = numpy.ones((2, 3), "f4"), numpy.int32(4)
    wanted = dusk.fori_loop(0, 4, lambda i, y: y * i + 0.5, np.array(single)).dtype
    assert made.infer_type(x=single, n=count) == ([count.dtype, single.dtype], [wanted], [])
    _, left = dusk.scan(lambda c, y: (c + y, c * y), 0.0, x)
    assert left.infer_shape(x=(7,)) == ([(7,)], [(7,)], [])
    assert left.infer_type(x=numpy.ones(7)) == ([numpy.float64], [numpy.float64], [])
    assert dusk.switch(n, [symbol.sin, symbol.cos], x).infer_shape(x=(2,), n=()) == ([(), (2,)], [(2,)], [])


def test_only_the_side_taken_runs_and_what_was_there_before_runs_once() -> None:
    x = Variable("x")
    outside = symbol.exp(x)
    made = dusk.cond(symbol.sum(x) > 0, lambda: symbol.log(x) * outside, lambda: outside)
    graph = compile_symbol(made, exclude=["all"])
    graph(x=V)
    text = str(graph.graph)
    assert text.count(" = exp(") == 1 and text.index(" = exp(") < text.index(" = cond(")
    assert text.index(" = log(") > text.index("then=")


def test_a_symbol_with_a_loop_in_imperative_code_compiled_functions_and_maps() -> None:
    f = compile_symbol(newton(dusk, symbol, Variable("a")))
    a = np.array([2.0, 9.0, 0.5])
    wanted = numpy.sqrt(numpy.array([2.0, 9.0, 0.5]))
    mapped = dusk.vmap(lambda a: f(a=a))
    numpy.testing.assert_allclose(mapped(a), wanted, rtol=1e-14)
    numpy.testing.assert_allclose(dusk.compile(mapped)(a), wanted, rtol=1e-14)
    numpy.testing.assert_allclose(dusk.grad(lambda a: mapped(a).sum())(a), 0.5 / wanted, rtol=1e-12)
    total = dusk.fori_loop(0, 3, lambda i, s: s + f(a=s), np.float64(4.0))
    assert float(total) == pytest.approx(6 + 6**0.5 + (6 + 6**0.5) ** 0.5)


def test_gradients_inside_of_bodies() -> None:
    x = Variable("x")
    y = dusk.fori_loop(0, 50, lambda i, y: y - 0.1 * ((y * y - x) * (y * y - x)).grad(y), x)
    assert float(compile_symbol(y)(x=2.0)) == pytest.approx(2**0.5)
    z = dusk.cond(x > 0, lambda: (x * x * x).grad(x), lambda: x)
    assert float(compile_symbol(z)(x=2.0)) == 12.0
    assert float(compile_symbol(z.grad(x))(x=2.0)) == 12.0


def test_gradients_by_what_bodies_capture_and_by_what_a_loop_gives() -> None:
    x, w = Variable("x"), Variable("w")
    y = dusk.fori_loop(0, 3, lambda i, y: y * w, x)
    z = y * y
    gx, gw, gy = z.grad([x, w, y])
    found = [float(v) for v in compile_symbol([gx, gw, gy])(x=2.0, w=3.0)]
    assert found == pytest.approx([2 * 2.0 * 3.0**6, 6 * 4.0 * 3.0**5, 2 * 54.0])


def test_known_conditions_choose_at_once() -> None:
    x = Variable("x")
    assert float(compile_symbol(dusk.cond(True, lambda x: x * 2, lambda x: x, x))(x=3.0)) == 6.0
    assert float(compile_symbol(dusk.switch(7, [lambda x: x * 2, lambda x: x * 5], x))(x=3.0)) == 15.0


def test_constants_and_arrays_in_bodies() -> None:
    x, three = Variable("x"), numpy.arange(3.0)
    y = dusk.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] + three), (0, x))[1]
    numpy.testing.assert_array_equal(compile_symbol(y)(x=V), V + 3 * three)
    sides = dusk.cond(symbol.sum(x) > 0, lambda: (1, three), lambda: (2.5, x))
    number, array = compile_symbol(list(sides))(x=V)
    assert float(number) == 1.0 and number.dtype == numpy.float64
    numpy.testing.assert_array_equal(array, three)


def _leaked() -> Symbol:
    kept = []
    dusk.while_loop(lambda s: s < 3, lambda s: kept.append(s * 2) or s + 1, Variable("x"))
    return kept[0]


@pytest.mark.parametrize(
    ("error", "says", "make"),
    [
        (TypeError, "another structure", lambda x: dusk.cond(x > 0, lambda: x, lambda: (x, x))),
        (TypeError, "another structure", lambda x: dusk.switch(x, [lambda: x, lambda: None])),
        (TypeError, "keep its structure", lambda x: dusk.while_loop(lambda s: s < 3, lambda s: (s, s), x)),
        (TypeError, "keep its structure", lambda x: dusk.scan(lambda c, y: ((c, c), y), 0.0, x)),
        (TypeError, "a pair", lambda x: dusk.scan(lambda c, y: c, 0.0, x)),
        (TypeError, "one number", lambda x: dusk.while_loop(lambda s: (s < 3, s), lambda s: s, x)),
        (TypeError, "one number", lambda x: dusk.while_loop(lambda s: s < 3, lambda s: s + 1, x)),
        (TypeError, "one number", lambda x: dusk.cond(x > 0, lambda: x, lambda: x)),
        (TypeError, "float64|integer", lambda x: dusk.fori_loop(0, x, lambda i, s: s, 1.0)),
        (ValueError, "one length", lambda x: dusk.scan(lambda c, y: (c, y), 0.0, x, length=4)[0]),
        (ValueError, "at least one branch", lambda x: dusk.switch(x, [])),
        (TypeError, "looks at", lambda x: dusk.while_loop(lambda s: s < 3, lambda s: s if s > 1 else s + 1, x)),
        (ValueError, "outside of it", lambda x: _leaked() + x),
    ],
)
def test_what_is_refused(error: Any, says: str, make: Any) -> None:
    with pytest.raises(error, match=says):
        compile_symbol(make(Variable("x")))(x=numpy.ones(3))


def test_what_changes_its_type_is_named_with_both_lines() -> None:
    x = Variable("x")
    y = dusk.while_loop(
        lambda s: symbol.sum(s) < 5,
        lambda s: symbol.concatenate(s, s),
        x,
    )
    line = test_what_changes_its_type_is_named_with_both_lines.__code__.co_firstlineno + 2
    says = (
        rf"float64\[2\] \(loop at test_symbol_control\.py:{line}\).*float64\[4\] \(made at .*control\.py:{line + 2}\)"
    )
    with pytest.raises(TypeError, match=says):
        compile_symbol(y)(x=numpy.ones(2))


GOOD = """dusk symbol 1
%0 = variable variable() {name="x"}
%1 = flow while_loop(%0, %0) {given=1, carries=0, length=None, reverse=False}
  (%2) {
    %3 = op less(%2, %0)
    return %3
  }
  (%4) {
    %5 = op add(%4, %0)
    return %5
  }
%6 = part part(%1) {position=0}
return %6
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("given=1", "given=0"), ("given=1", "given=3"), ("given=1", "given=-1"), ("given=1", 'given="1"'),
        ("given=1, ", ""), ("while_loop", "print"), ("while_loop", "cond"), ("while_loop", "scan"),
        ("position=0", "position=1"), ("position=0", "position=-1"), ("part(%1)", "part(%0)"),
        ("return %3", "return %3, %3"), ("return %5", "return"), ("return %5", "return %3"), ("(%2)", "(%2, %7)"),
        ("(%2)", "()"), ("(%2)", "(%0)"), ("  }\n%6", "%6"), ("(%0, %0) {given", "(%0) {given"),
        ("return %6", "return %4"),
    ],
)  # fmt: skip
def test_a_damaged_loop_is_refused(old: str, new: str, tmp_path: Path) -> None:
    (tmp_path / "f").write_text(GOOD)
    assert float(compile_symbol(load(tmp_path / "f"))(x=2.0)) == 2.0
    assert old in GOOD
    (tmp_path / "f").write_text(GOOD.replace(old, new))
    with pytest.raises(FormatError):
        load(tmp_path / "f")


def test_bodies_nested_too_deeply_are_refused(tmp_path: Path) -> None:
    opened = "".join(f"%{i + 1} = flow while_loop(%0, %0) {{given=1}} (%{10_000 + i}) {{" for i in range(5000))
    (tmp_path / "f").write_text('dusk symbol 1\n%0 = variable variable() {name="x"}\n' + opened)
    with pytest.raises(FormatError):
        load(tmp_path / "f")
    opened = re.sub("given=1", "given=1, carries=0, length=None, reverse=False", opened)
    (tmp_path / "f").write_text('dusk symbol 1\n%0 = variable variable() {name="x"}\n' + opened)
    with pytest.raises(FormatError, match="deep"):
        load(tmp_path / "f")
