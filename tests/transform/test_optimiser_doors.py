"""What the optimiser promises users: rows E1 to E15 of the feature table, through `dusk.compile` and `dusk.rewrite`."""

from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk import ops
from dusk.config import config
from dusk.errors import GraphError
from dusk.kernel import native
from dusk.testing import assert_same_graph
from dusk.transform import PIPELINE, optimise, unregister

needs_native = pytest.mark.skipif(not native.available(), reason="no native code here")


def counts(compiled: Any, *args: Any, **options: Any) -> dict[str, int]:
    """How many nodes of each op are left of a function."""
    compiled = dusk.compile(compiled, **options)
    compiled(*args)
    found: dict[str, int] = {}
    for node in optimise(compiled.graph, **options).nodes:
        found[node.op.name] = found.get(node.op.name, 0) + 1
    return found


X = np.linspace(0.1, 2, 6)


def test_names_switch_passes_and_rules_of_compiled_functions() -> None:
    def f(x: Any) -> Any:
        return (x + 1) * 2, (x + 1) * 3, x**2, x / x

    def left(**options: Any) -> str:
        compiled = dusk.compile(f, **options)
        onp.testing.assert_allclose(compiled(X)[0], (onp.array(X) + 1) * 2)
        return str(compiled.graph)

    assert left(include="cse").count("add") == 1  # the same passes as without a word
    assert left(exclude="cse").count("add(") == 2
    assert "power" in left(exclude=["strength"])
    assert "power" in left(exclude=["strength.power_two"])
    assert "divide" in left(math="exact")
    assert "divide" not in left(math="relaxed")
    assert "divide" not in left(include=["algebra.divide_by_itself"])
    nothing = dusk.compile(f, exclude="all")
    nothing(X)
    plain = dusk.compile(f)
    plain(X)
    assert_same_graph(nothing, plain)  # as recorded


@pytest.mark.parametrize("name", ["cze", "algebra.nothing"])
def test_unknown_names_are_refused_at_once(name: str) -> None:
    with pytest.raises(ValueError, match=f"no pass or rule is named {name}"):
        dusk.compile(lambda x: x, exclude=[name])
    with pytest.raises(ValueError, match="math is 'exact' or 'relaxed'"):
        dusk.compile(lambda x: x, math="fast")


@needs_native
def test_no_pass_runs_that_was_excluded(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def counting(step: Any) -> Any:
        def run(graph: Any, options: Any) -> Any:
            ran.append(step.__name__)
            return step(graph, options)

        run.__name__ = step.__name__
        return run

    steps = tuple(counting(step) for step in PIPELINE)
    monkeypatch.setattr("dusk.transform.pipeline.PIPELINE", steps)
    with config.using(tier="native"):
        x = np.arange(3.0)
        assert float(dusk.compile(lambda x: (x + 1).sum(), exclude="all", include="cse")(x)) == 6
    assert set(ran) == {"cse"}


@pytest.mark.parametrize(
    ("function", "gone", "kept"),
    [
        (lambda x: ((x + 1) * 2, (x + 1) * 3), {"add": 1}, {"multiply": 2}),  # E1
        (lambda x: x * (np.sqrt(np.full(3, 4.0)).sum() + 0 * 7), {"sqrt": 0, "sum": 0, "full": 0}, {"multiply": 1}),
        (lambda x: np.negative(np.negative(x * 1)) - 0.0, {"multiply": 0, "negative": 0, "subtract": 0}, {}),  # E4
        (lambda x: x.reshape(2, 3).reshape(3, 2).reshape(6).T, {"reshape": 0, "transpose": 0}, {}),
        (lambda x: (x**2, x**0.5), {"power": 0}, {"square": 1, "sqrt": 1}),  # E7
        (lambda x: np.log(1 + np.exp(x)), {"log": 0, "exp": 0}, {"softplus": 1}),  # E9
        (lambda x: 1 / (1 + np.exp(-x)), {"exp": 0, "divide": 0}, {"sigmoid": 1}),  # E10
    ],
    ids=["common", "constants", "signs", "shapes", "powers", "stability", "sigmoid"],
)
def test_rows_of_the_feature_table(function: Any, gone: dict[str, int], kept: dict[str, int]) -> None:
    found = counts(function, X, exclude=["decompose"])
    assert {name: found.get(name, 0) for name in {**gone, **kept}} == {**gone, **kept}


@needs_native
def test_a_scaled_product_plus_a_scaled_array_is_one_step() -> None:
    rng = onp.random.default_rng(0)
    a, b, c = (np.array(rng.normal(size=s)) for s in ((40, 30), (30, 50), (40, 50)))
    bias = np.array(rng.normal(size=50))
    with config.using(tier="native"):
        for function in (
            lambda a, b, c, bias: 0.5 * (a @ b) + 3.0 * c,
            lambda a, b, c, bias: np.tanh(2.0 * (a @ b) + bias),
            lambda a, b, c, bias: np.maximum(a @ b + bias, 0) + 0.1 * c,
        ):
            compiled = dusk.compile(function)
            onp.testing.assert_allclose(compiled(a, b, c, bias), function(*map(onp.array, (a, b, c, bias))), 1e-12)
            assert len(str(compiled.program).splitlines()) == 1, str(compiled.program)


def test_users_rewrite_in_five_lines() -> None:
    @dusk.rewrite(when=lambda x: x.dtype.kind == "f")
    def cube(x: Any) -> Any:
        return ops.multiply(ops.multiply(x, x), x), ops.power(x, 3.0)

    try:
        assert counts(lambda x: x * x * x, X) == {"power": 1, "constant": 1, "broadcast_to": 1}
        assert counts(lambda x: x * x * x, X, exclude="cube") == {"multiply": 2}
    finally:
        unregister("cube")


def test_a_rewrite_that_changes_a_type_is_named_with_types_and_line() -> None:
    @dusk.rewrite
    def narrower(x: Any) -> Any:
        return ops.exp(x), ops.astype(x, dtype=onp.dtype("float32"))

    def user(x: Any) -> Any:
        return np.exp(x) + 1

    try:
        line = user.__code__.co_firstlineno + 1
        wanted = (
            rf"rule narrower replaces exp, typed \(float64\[6\],\), by float32\[6\] \(test_optimiser_doors.py:{line}\)"
        )
        with config.using(tier="native"), pytest.raises(GraphError, match=wanted):
            dusk.compile(user, exclude=["fold"])(X)
    finally:
        unregister("narrower")


def test_an_error_in_a_rewrite_names_the_rule_and_the_line() -> None:
    @dusk.rewrite
    def misfit(x: Any, y: Any) -> Any:
        return ops.arctan2(x, y), ops.matmul(x, ops.reshape(y, shape=(5, 1)))

    try:
        with config.using(tier="native"), pytest.raises(ValueError, match="cannot") as caught:
            dusk.compile(lambda x: np.arctan2(x, x + 1), math="exact")(X)
        assert "in the rule misfit, at arctan2 (test_optimiser_doors.py" in "".join(caught.value.__notes__)
    finally:
        unregister("misfit")


@needs_native
def test_an_error_in_a_fused_kernel_lists_all_its_lines() -> None:
    def user(x: Any, i: Any) -> Any:
        j = i * 2
        j = j + 1
        y = x * 3
        z = y[j]
        return np.exp(z)

    first = user.__code__.co_firstlineno
    with config.using(tier="native"), pytest.raises(IndexError, match="index 15 is out of bounds") as caught:
        dusk.compile(user)(np.arange(5.0), np.array([0, 1, 7]))
    note = "".join(caught.value.__notes__)
    assert f"in gather, from test_optimiser_doors.py:{first + 4}, in one kernel with" in note
    assert all(f":{first + i}" in note for i in (1, 2, 3, 5))
