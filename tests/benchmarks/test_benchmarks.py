"""Every workload of the benchmarks runs at a tiny size in every framework installed, and their results agree."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import ml_dtypes
import pytest

pytestmark = pytest.mark.once

ROOT = str(Path(__file__).parents[2])
sys.path.insert(0, ROOT)
try:
    from benchmarks.workload import Form, Goal, Workload
    from benchmarks.workloads import (
        FAMILIES,
        attention,
        chain,
        conv,
        find,
        gemm,
        lstm_lm,
        mlp,
        models,
        options,
        recurrent,
        rows,
    )

    from benchmarks import frameworks, measure, page, processes
finally:
    sys.path.remove(ROOT)

RESNET = models.Model(
    "residual network",
    lambda zoo: zoo.resnet.Sequential(
        zoo.resnet._conv(4, 3), zoo.resnet.BatchNorm(), zoo.resnet.relu, zoo.resnet.Block(4),
        zoo.resnet.Block(8, 2, True), zoo.resnet.GlobalAvgPool(), zoo.resnet.Linear(10)),
    models.resnet, (3, 6, 6), 1.0)  # fmt: skip
GPT = models.transformer(2, 8, 2, 5, 7)
TINY = [
    mlp.step(8, 4),
    mlp.forward(8, 4),
    *(recurrent.step(kind, 4, 3) for kind in recurrent.STEPS),
    lstm_lm.step(7, 4, 2, 3),
    models.LENET.inference(1),
    *(model.step(3) for model in (models.LENET, RESNET, GPT)),
    *(model.inference(2) for model in (RESNET, GPT)),
    *options.options(10),
    *rows.rows((3, 5)),
    *chain.calls(20, True),
    gemm.gemm(3, 4, 5),
    gemm.gemm(3, 4, 5, ml_dtypes.bfloat16),
    gemm.gemm(3, 4, 5, times=3),
    *attention.both(2, 5, 3, False),
    *attention.both(1, 6, 4, True),
    *conv.convolutions(conv.Layer(2, 7, (3, 4), 3, 2)),
]


@pytest.mark.parametrize("workload", TINY, ids=lambda workload: workload.name)
def test_contenders_run_and_agree(workload: Workload) -> None:
    there = frameworks.installed()
    names = [
        name
        for name, (of, *_) in frameworks.forms(workload).items()
        if of in there and not name.startswith("torch compile")
    ]
    calls, failed = measure.prepare(workload, names)
    assert failed == {}
    assert {"Dusk imperative", "Dusk compiled"} <= set(calls)


def test_names_of_workloads_are_unique_and_goals_name_contenders() -> None:
    every = [workload for family in FAMILIES.values() for workload in family(True)]
    assert len({workload.name for workload in every}) == len(every)
    for workload in every:
        names = set(frameworks.forms(workload))
        assert {name for goal in workload.goals for name in (goal.contender, goal.other) if name} <= names
    for workload, names, *_ in (*processes.FIRST_CALLS, *processes.MEMORY):
        assert set(names) <= set(frameworks.forms(find(workload.name)))


def test_a_contender_that_is_wrong_or_raises_does_not_count() -> None:
    def wrong(np: Any, x: Any) -> Any:
        return rows.softmax(np, x) * 1.01

    def raising(np: Any, x: Any) -> Any:
        raise ValueError("no | such\nthing")

    data = lambda: rows.matrix((3, 5))  # noqa: E731
    forms = {"Dusk wrong": Form(wrong), "Dusk raising": Form(raising)}
    workload = Workload("planted", "value", rows.softmax, data, forms, without=("torch", "jax"), bytes=120)
    calls, failed = measure.prepare(workload, frameworks.forms(workload))
    assert set(calls) == {"NumPy by hand", "Dusk imperative", "Dusk compiled", "Dusk symbol"}
    assert failed["Dusk compiled wrong"].startswith("its results differ from those of NumPy by hand in float64 by ")
    assert failed["Dusk imperative raising"] == "ValueError: no | such"


@pytest.mark.parametrize("workload", [mlp.step(8, 4), mlp.step(64), recurrent.step("LSTM", 4, 3)], ids=lambda w: w.name)
@pytest.mark.parametrize("factor", [0.0, 0.9, -1.0])
def test_a_wrong_gradient_of_one_parameter_is_noticed(workload: Workload, factor: float) -> None:
    import dusk

    def wrong(np: Any, params: Any, *rest: Any) -> Any:
        at = "h" if isinstance(params, dict) else len(params) // 2
        mine = dict(params) if isinstance(params, dict) else list(params)
        mine[at] = factor * mine[at] + dusk.stop_gradient((1.0 - factor) * mine[at])  # the same value
        return workload.function(np, mine, *rest)

    planted = replace(workload, forms=dict(workload.forms) | {"Dusk wrong": Form(wrong)})
    calls, failed = measure.prepare(planted, ["Dusk compiled", "Dusk imperative wrong", "Dusk compiled wrong"])
    assert set(calls) == {"Dusk compiled"}
    assert set(failed) == {"Dusk imperative wrong", "Dusk compiled wrong"}


def test_what_only_later_runs_get_wrong_is_noticed() -> None:
    def later(np: Any, x: Any) -> Any:
        runs.append(1)
        return x * (1.0 if len(runs) < 3 else 1.01)

    runs: list[int] = []
    data = lambda: rows.matrix((3, 5))  # noqa: E731
    workload = Workload("planted", "value", lambda np, x: x * 1.0, data, {"NumPy later": Form(later)})
    _, failed = measure.prepare(workload, ["NumPy by hand", "NumPy by hand later"])
    assert set(failed) == {"NumPy by hand later"}


def test_a_measured_table_is_kept_and_read_back_and_written(tmp_path: Path) -> None:
    goals = (Goal("Dusk compiled", "best peer", 0.0), Goal("Dusk compiled", "at most", 1e-12))
    data = gemm.gemm(3, 4, 5).data
    workload = Workload("tiny", "value", gemm.products, data, without=("torch", "jax"), flops=1, goals=goals)
    table = measure.measure(workload, 0.0)
    family = page.Family("f", "today", "a machine", "versions", None, 1.0, [table])
    family.save(tmp_path)
    assert page.load(tmp_path / "f.json") == family
    text = "\n".join(page.lines([family]))
    assert "| tiny | Dusk compiled | >= 0 x best peer |" in text
    assert "| met |" in text
    assert "**missed**" in text
    assert "limit: 1e-09 GF" in text


def test_ratios_and_goals_follow_from_the_rows() -> None:
    found = [
        page.Row("NumPy by hand", "s", 4.0, 6.0),
        page.Row("torch eager", "s", 3.0, 9.0),
        page.Row("Dusk x", "s", 2.0, 3.0),
    ]
    table = page.Table("t", found, limit=1.0)
    ask = {"best peer": 1.5, "limit": 0.5, "at most": 2.0}
    for measured, value in ask.items():
        assert page.reached(table, Goal("Dusk x", measured, 1), "least") == value  # type: ignore[arg-type]
    assert page.reached(table, Goal("Dusk x", "best peer", 1), "median") == 2.0
    assert page.reached(table, Goal("Dusk x", "of", 1, "torch eager"), "least") == pytest.approx(2 / 3)
    assert page.reached(table, Goal("Dusk y", "limit", 1), "least") is None
