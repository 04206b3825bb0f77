"""Memory written down: the text prints and parses back, every plan passes the check, and edits that would spoil a value
are refused with both names."""

import dataclasses
import time
from typing import Any

import pytest

import dusk
import dusk.numpy as np
import graph_zoo
from dusk import reports
from dusk.errors import FormatError, GraphError, NativeUnavailable
from dusk.kernel import native
from dusk.reports.allocation import Allocation, Move, Storage, Stored, parse_storage, storage, verify_storage

TEXT = """dusk storage 1
storage s0: 256 bytes at input 0
storage s1: 512 bytes at arena 0
storage s2: 512 bytes at arena 512
storage s3: 8 bytes at output 0
input x: 256 bytes in s0
step 0: contract(x) -> %0: 512 bytes in s1
step 1: loops(%0) -> %1: 512 bytes in s1 over %0
step 2: loops(%1, x) -> %2: 512 bytes in s2, %3: 8 bytes in s3
return %3
"""


def needs_plans() -> None:
    if not native.available():
        with pytest.raises(NativeUnavailable, match="there is no plan"):
            storage(np.tanh, np.ones(3))
        pytest.skip("plans are made for native code, and there is none here")


def test_texts_print_and_parse_back() -> None:
    assert str(parse_storage(TEXT)) == TEXT
    with_words = TEXT.replace("return", "# a remark\n\n  return")
    assert str(verify_storage(with_words)) == TEXT


@pytest.mark.parametrize(("old", "new", "told"), [
    ("%0: 512 bytes in s1", "%0: 512 bytes in s0", "%0 has 512 bytes and s0 only 256"),
    ("%1: 512 bytes in s1 over %0", "%1: 512 bytes in s1", "%0 and %1 are both needed at step 1 and .* 0 to 512"),
    ("%2: 512 bytes in s2", "%2: 512 bytes in s1", "%1 and %2 are both needed at step 2"),
    ("s2: 512 bytes at arena 512", "s2: 512 bytes at arena 448", "%1 and %2 .* share bytes 448 to 512"),
    ("s1: 512 bytes at arena 0", "s1: 512 bytes at input 0", "x and %0 are both needed at step 0"),
    ("return %3", "return %3, %0", "%0 and %1 are both needed at step 1"),
    ("%3: 8 bytes in s3", "%3: 8 bytes in s2", "%2 and %3 are both needed at step 2 and share bytes 512 to 520"),
])  # fmt: skip
def test_edits_that_spoil_a_value_are_refused_with_both_names(old: str, new: str, told: str) -> None:
    assert old in TEXT
    with pytest.raises(GraphError, match=told):
        verify_storage(TEXT.replace(old, new))


@pytest.mark.parametrize(("old", "new"), [
    ("%1: 512 bytes in s1 over %0", "%1: 512 bytes in s2"),  # where nothing is yet
    ("s2: 512 bytes at arena 512", "s2: 512 bytes at arena 100000"),
    ("input x: 256 bytes in s0\n", "input x: 256 bytes in s0 donated\n"),
])  # fmt: skip
def test_edits_that_spoil_nothing_pass(old: str, new: str) -> None:
    text = TEXT.replace(old, new)
    if "%1: 512 bytes in s2" in text:
        text = text.replace("%2: 512 bytes in s2", "%2: 512 bytes in s1")
    assert str(verify_storage(text)) == text


def test_an_input_that_may_be_used_for_others_is_free_after_its_last_reader() -> None:
    text = "\n".join([
        "dusk storage 1", "storage s0: 8 bytes at input 0", "storage s1: 8 bytes at arena 0", "input x: 8 bytes in s0",
        "step 0: loops(x) -> %0: 8 bytes in s1", "step 1: loops(%0) -> %1: 8 bytes in s0", "return %1",
    ])  # fmt: skip
    with pytest.raises(GraphError, match="x and %1 are both needed at step 1"):
        verify_storage(text)
    verify_storage(text.replace("input x: 8 bytes in s0", "input x: 8 bytes in s0 donated"))


@pytest.mark.parametrize("text", [
    "", "graph", "dusk storage 2\nreturn", TEXT.replace("return %3\n", ""), TEXT + "input y: 8 bytes in s0",
    TEXT.replace("in s2", "in s9"), TEXT.replace("step 1", "step 7"), TEXT.replace("loops(%0)", "loops(%9)"),
    TEXT.replace("%2:", "%1:"), TEXT.replace("storage s1", "storage s0"), TEXT.replace("at arena 0", "at disk 0"),
    TEXT.replace("256 bytes in", "-256 bytes in"), TEXT.replace("512", "9" * 400), TEXT.replace("step 0:", "stop 0:"),
    TEXT.replace("->", "-> ->"), "dusk storage 1\n" + "storage " * 100_000, "dusk storage 1\n" + "(" * 1_000_000,
    "dusk storage 1\nstep 0: a(" + "x " * 200_000 + ")",
])  # fmt: skip
def test_damaged_texts_are_refused_by_line_and_at_once(text: str) -> None:
    began = time.thread_time()
    with pytest.raises(FormatError):
        verify_storage(text)
    assert time.thread_time() - began < 1


@pytest.mark.usefixtures("without_collections")
def test_many_values_that_are_needed_together_are_checked_quickly() -> None:
    made = Allocation()
    for i in range(20_000):
        made.storages[f"s{i}"] = Storage(f"s{i}", 64, "arena", 64 * i)
        made.steps.append(Move("loops", (), (Stored(f"%{i}", 64, f"s{i}"),)))
    made.outputs = [f"%{i}" for i in range(20_000)]
    began = time.thread_time()
    made.verify()
    assert time.thread_time() - began < 2
    made.storages["s7"] = Storage("s7", 64, "arena", 64 * 19_000 - 1)
    with pytest.raises(GraphError, match="%7 and %18999"):
        made.verify()


# --- of programs
def in_place(x: Any, y: Any) -> Any:
    x[1:] += y[:-1]
    x *= 2
    return x.sum()


def rounds(x: Any, y: Any) -> Any:
    return dusk.fori_loop(0, 20, lambda i, s: np.sin(s) * y + i, x)


@pytest.mark.parametrize("name", [*graph_zoo.ZOO, "in place", "rounds"])
def test_plans_of_programs_pass_and_print_and_parse_back(name: str) -> None:
    needs_plans()
    if name in graph_zoo.ZOO:
        model: Any = graph_zoo.ZOO[name]
        f, args = dusk.compile(model.step), model.arrays()
    else:
        f, args = dusk.compile(in_place if name == "in place" else rounds), (np.ones(8), np.ones(8))
    f(*args)
    found = storage(f)
    assert found.steps and {s.kind for s in found.storages.values()} >= {"input"}
    assert str(verify_storage(str(found), f)) == str(found)


def test_the_arena_is_as_large_as_the_text_says() -> None:
    needs_plans()
    model = graph_zoo.mlp()
    f = dusk.compile(model.step)
    f(*model.arrays())
    storages = storage(f).storages.values()
    top = max(s.at + s.nbytes for s in storages if s.kind == "arena")
    assert 0 <= reports.plan(f).program.tables.arena - top < 64


def test_every_value_moved_onto_another_that_is_needed_then_is_refused() -> None:
    needs_plans()
    model = graph_zoo.residual(blocks=2)
    f = dusk.compile(model.step)
    f(*model.arrays())
    good = storage(f)
    live = {name: number for number, step in enumerate(good.steps) for name in step.reads}
    at = {value.name: value.storage for step in good.steps for value in step.stores}
    refused = 0
    for number, step in enumerate(good.steps):
        for k, value in enumerate(step.stores):
            for other, where in at.items():
                fits = good.storages[where].nbytes >= value.nbytes > 0
                if fits and other not in value.over and other in step.reads and live[other] >= number:
                    steps = [*good.steps]
                    moved = dataclasses.replace(value, storage=where)
                    steps[number] = Move(step.kind, step.reads, (*step.stores[:k], moved, *step.stores[k + 1 :]))
                    bad = Allocation(good.storages, good.inputs, steps, good.outputs)
                    with pytest.raises(GraphError, match="both needed"):
                        bad.verify()
                    refused += 1
    assert refused > 5


def test_changing_more_than_storages_is_refused() -> None:
    needs_plans()
    f = dusk.compile(lambda x: np.tanh(x @ x.T) @ x)
    f(np.ones((4, 4)))
    text = str(storage(f))
    verify_storage(text, f)
    first = next(line for line in text.splitlines() if line.startswith("step 0"))
    edits = (first, first.replace("arg0", "")), ("input arg0: 128", "input arg0: 64"), ("0: contract", "0: loops")
    for old, new in edits:
        assert old in text and new not in text
        with pytest.raises(GraphError, match="was changed"):
            verify_storage(text.replace(old, new), f)
