"""Texts of graphs: types, places and lines; what each pass did, and the rules that did it."""

import doctest
import importlib
import io
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn, reports, symbol
from dusk.errors import NativeUnavailable
from dusk.kernel import native
from dusk.transform.pipeline import PIPELINE, optimise


def loss(w: Any, x: Any) -> Any:
    h = np.tanh(x @ w)
    return (h**2).mean()


ARRAYS = np.ones((3, 2)), np.ones((4, 3))
PARTS = ("allocation", "document", "drawing", "explanation", "sides", "subject", "text")


@pytest.mark.parametrize("name", PARTS)
def test_examples_give_what_they_say(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"dusk.reports.{name}")).failed == 0


def test_a_dump_has_a_column_of_lines() -> None:
    told = reports.dump(loss, *ARRAYS)
    line = next(line for line in told.splitlines() if "= tanh(" in line)
    assert line.endswith(f"test_texts.py:{loss.__code__.co_firstlineno + 1}")
    assert told.splitlines()[0] == "arg0: float64[3, 2]" and told.splitlines()[-1].startswith("return %")


def test_a_dump_of_what_is_computed_says_where_it_lies() -> None:
    if not native.available():
        with pytest.raises(NativeUnavailable):
            reports.dump(loss, *ARRAYS, memory=True)
        return
    rows = {line.split(":")[0]: line for line in reports.dump(loss, *ARRAYS, memory=True).splitlines()}
    assert "input 1" in rows["arg1"] and "arena + 0" in rows["%0"] and "in step 1" in rows["%1"]
    last = rows[next(row for row in rows if row.startswith("return")).removeprefix("return ")]
    assert "output 0" in last and "test_texts.py" in last


def test_a_summary_counts_what_ops_do(capsys: pytest.CaptureFixture[str]) -> None:
    reports.print_summary(loss, *ARRAYS)
    told = capsys.readouterr().out
    rows = {line.split()[1]: line.split() for line in told.splitlines()[1:] if len(line.split()) > 2}
    assert rows["matmul"][-2] == str(2 * 4 * 3 * 2) and rows["tanh"][-2] == "8"
    ops = [line.split() for line in told.splitlines() if "test_texts" in line]
    assert f"{sum(int(words[-2]) for words in ops):,} operations" in told
    reports.print_summary(nn.Linear(3), np.zeros((2, 4)), file=(into := io.StringIO()))
    assert "15 parameters" in into.getvalue() and capsys.readouterr().out == ""


def test_passes_are_those_of_the_pipeline_and_end_as_it_does() -> None:
    graph = reports.graph_of(dusk.value_and_grad(loss), *ARRAYS)
    found = reports.passes(graph)
    assert [p.name for p in found] == [step.__name__ for step in PIPELINE]
    log: list[Any] = []
    assert found[-1].graph == optimise(graph, log=log)
    for a, b in zip(found, found[1:]):  # noqa: RUF007
        assert a.after == b.before
    pairs = [(rule.rule, rule.origin) for p in found for rule in p.fired]
    assert set(log) <= set(pairs)
    left = reports.passes(graph, exclude=["strength", "algebra"])
    assert not {"strength", "algebra"} & {p.name for p in left}


def test_compiled_functions_are_looked_at_as_they_were_asked_for() -> None:
    f = dusk.compile(loss, exclude=["strength"])
    f(*ARRAYS)
    assert "strength" not in {p.name for p in reports.passes(f)}
    assert "strength" not in {p.name for p in reports.explain(f).programs[0].passes}
    assert "strength" in {p.name for p in reports.passes(f, exclude=["cse"])}
    if native.available():
        kept = dusk.compile(lambda x: (np.tanh(np.tanh(x) * x) * np.tanh(x)).sum(), memory="1MB")
        kept(np.ones(1000))
        assert reports.plan(kept).program.report == kept.memory()


def test_a_pass_says_which_rule_fired_on_whose_line() -> None:
    found = {p.name: p for p in reports.passes(loss, *ARRAYS) if p.fired}
    rule = next(rule for rule in found["strength"].fired if rule.rule == "strength.power_two")
    (file, line), *_ = rule.origin
    assert file == __file__ and line == loss.__code__.co_firstlineno + 2 and rule.op == "power"
    assert str(rule) == f"strength.power_two at power, test_texts.py:{line}"


def test_sides_are_the_lines_before_and_after_and_what_stays_keeps_its_name() -> None:
    for p in reports.passes(dusk.value_and_grad(loss), *ARRAYS):
        pairs = list(p.pairs())
        assert tuple(a for kind, a, _ in pairs if kind != "new") == p.before
        assert tuple(b for kind, _, b in pairs if kind != "gone") == p.after
        assert all((a == b) == (kind == "same") for kind, a, b in pairs)
        names = [line.split(":")[0] for line in p.after]
        assert len(names) == len(set(names))
        if not p.changed:
            assert {kind for kind, _, _ in pairs} == {"same"}
    strength = next(p for p in reports.passes(loss, *ARRAYS) if p.name == "strength")
    changed = [(a, b) for kind, a, b in strength.pairs() if kind == "changed"]
    same = [a for kind, a, _ in strength.pairs() if kind == "same"]
    assert any("tanh" in line for line in same)
    assert all(a.split(":")[0] == b.split(":")[0] for a, b in changed)


def test_a_long_graph_is_followed_without_taking_long() -> None:
    def long(x: Any) -> Any:
        for k in range(400):
            x = np.sin(x) * k + 1
        return x.sum()

    found = reports.passes(long, np.ones(4), exclude=["roll"])
    assert sum(p.changed for p in found) >= 1


def symbols() -> Any:
    net = symbol.Convolution(symbol.Variable("data"), num_filter=8, kernel=(3, 3), name="conv1")
    net = symbol.BatchNorm(symbol.Activation(net, act_type="relu", name="relu1"), name="bn")
    net = symbol.FullyConnected(symbol.Flatten(net, name="flat"), num_hidden=10, name="fc1")
    return symbol.SoftmaxOutput(net, name="softmax")


def test_a_symbol_is_summed_up_by_layers(capsys: pytest.CaptureFixture[str]) -> None:
    reports.print_summary(symbols(), {"data": (4, 1, 28, 28)})
    told = capsys.readouterr().out
    rows = {line.split()[0]: line for line in told.splitlines()}
    assert rows["conv1"].split("  ")[-1].strip() == "data" and " 80 " in rows["conv1"]
    assert "(4, 8, 26, 26)" in rows["relu1"] and " 16 " in rows["bn"]  # gamma and beta; states are no parameters
    assert f"{8 * 26 * 26 * 10 + 10:,}" in rows["fc1"] and " 0 " in rows["softmax"]
    assert f"{80 + 16 + 8 * 26 * 26 * 10 + 10:,} parameters" in told


def test_a_symbol_has_a_graph_for_shapes() -> None:
    graph = reports.graph_of(symbols(), {"data": numpy.zeros((4, 1, 28, 28), "float32")})
    kinds = {v.node.keywords["name"]: v.type for v in graph.inputs}
    assert len(graph.inputs) == 10 and str(graph.outputs[0].type) == "float32[4, 10]", kinds
    assert "conv" in reports.dump(symbols(), {"data": (4, 1, 28, 28)})
    with pytest.raises(ValueError, match=r"do not follow .* give more of them"):
        reports.graph_of(symbols(), {})
    with pytest.raises(TypeError, match="one dict of shapes"):
        reports.graph_of(symbols(), np.ones(3))


def test_outputs_that_are_parts_have_rows_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    a, b = symbol.SliceChannel(symbol.Variable("data"), num_outputs=2, name="cut")
    reports.print_summary(symbol.Group([a, b * 2]), {"data": (2, 4, 3)})
    assert capsys.readouterr().out.count("(2, 2, 3)") >= 3
