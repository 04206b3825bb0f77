"""Copies between devices: how many there are, whom they are counted for, and which policies refuse them."""

import os
import random
import threading
import warnings
from collections.abc import Callable
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
import random_programs
from dusk import ops
from dusk.record import local
from dusk.record.flush import flush
from dusk.record.stats import Stats


def both() -> tuple[Any, Any]:
    return np.array([1.0, 2.0, 3.0]), np.array([10.0, 20.0, 30.0]).to_device("cpu:1")


# --- counting


def counted(run: Callable[[], Any]) -> tuple[int, int, int]:
    """The copies that a run makes: all, those nobody asked for, their bytes."""
    names = ("transfers", "implicit_transfers", "transfer_bytes")
    flush(local.context)
    before = dusk.stats()
    made = run()
    dusk.eval(made)
    after = dusk.stats()
    return tuple(after[n] - before[n] for n in names)  # type: ignore[return-value]


COUNTED: dict[str, tuple[Callable[[Any, Any], Any], tuple[int, int, int]]] = {
    "none": (lambda a, b: a + a, (0, 0, 0)),
    "one": (lambda a, b: a + b, (1, 1, 24)),
    "asked for": (lambda a, b: a + b.to_device("cpu"), (1, 0, 24)),
    "there and back": (lambda a, b: b.to_device("cpu").to_device("cpu:1"), (2, 0, 48)),
    "once for two calls": (lambda a, b: (a + b) * (a - b), (1, 1, 24)),
    "once on each device": (lambda a, b: (a + b, a.to_device("cpu:2") * b), (3, 2, 72)),
    "a dead one": (lambda a, b: (a + b, a)[1], (0, 0, 0)),
    "scalars": (lambda a, b: a.sum() * b, (0, 0, 0)),
    "Python's numbers": (lambda a, b: 2 * b + 1, (0, 0, 0)),
    "a part": (lambda a, b: a[:2] + b[1:], (1, 1, 16)),
    "another dtype": (lambda a, b: a + b.astype("f4"), (1, 1, 12)),
    "a result written elsewhere": (lambda a, b: np.add(a, a, out=np.zeros(3, device="cpu:1")), (1, 1, 24)),
    "broadcast there, not here": (lambda a, b: np.ones((4, 3)) + b, (1, 1, 24)),
    "of a gradient": (lambda a, b: dusk.grad(lambda x: (x * b).sum())(a), (1, 1, 24)),
    "of a gradient, back": (lambda a, b: dusk.grad(lambda x: (b * x).sum())(a), (1, 1, 24)),
    "of both gradients": (lambda a, b: dusk.grad(lambda x, y: (x * y).sum(), (0, 1))(a, b), (2, 2, 48)),
}


@pytest.mark.parametrize("name", COUNTED)
def test_copies_are_counted(name: str, tier: str) -> None:
    run, expected = COUNTED[name]
    for _ in range(3):
        a, b = both()
        dusk.eval(a, b)
        assert counted(lambda: run(a, b)) == expected  # noqa: B023 - run at once


def test_copies_are_listed_by_line_with_their_calls() -> None:
    a, b = both()
    for _ in range(3):
        dusk.eval(a * b)  # copies here
    found = [line for line in dusk.stats().lines if line.file == __file__ and "copies here" in line.text]
    assert [(line.transfers, line.transfer_bytes, line.moved) for line in found] == [(3, 72, {"multiply": 3})]


def test_copies_are_printed_where_there_are_any() -> None:
    counts = Stats()
    assert "between" not in str(counts.summary())
    counts.transferred("multiply", 24, False, (("a.py", 7),))
    counts.transferred("multiply", 1000, True, (("a.py", 7),))
    shown = str(counts.summary())
    assert "2 transfers, 1 implicit_transfers, 1024 transfer_bytes" in shown.replace("\n", " ").replace("  ", " ")
    assert "a.py:7" in shown and "multiply x2" in shown and "1,024" in shown


# --- policies


def program(a: Any, b: Any) -> Any:
    return (a + b).sum() * 2


def test_one_program_under_three_policies() -> None:
    a, b = both()
    with dusk.policy(transfer="transparent"):
        assert counted(lambda: program(a, b))[0] == 1
    for rule in ("explicit", "exclusive"):
        match = r"add\(float64\[3\], float64\[3\]@cpu:1\) of arrays on cpu:0 and cpu:1, called at .*transfers\.py:\d+"
        match += rf".*{rule}.*to_device\('cpu:0'\)"
        with dusk.policy(transfer=rule):
            with pytest.raises(dusk.errors.PolicyError, match=match):
                program(a, b)
            assert float(program(a, b.to_device(a.device))) == 132


@pytest.mark.parametrize("rule", ["explicit", "exclusive"])
def test_what_was_followed_before_is_refused_as_well(rule: str) -> None:
    a, b = both()
    compiled = dusk.compile(program)
    for _ in range(5):
        assert float(program(a, b)) == float(compiled(a, b)) == 132
    for run in (program, compiled):
        with dusk.policy(transfer=rule), pytest.raises(dusk.errors.PolicyError, match=r"cpu:0 and cpu:1|cpu:0.*cpu:1"):
            run(a, b)
        assert float(run(a, b)) == 132
        with dusk.policy(transfer=rule), dusk.policy(transfer="transparent"):
            assert float(run(a, b)) == 132


REFUSED: dict[str, Callable[[Any, Any], Any]] = {
    "an operand": lambda a, b: a * b,
    "the first": lambda a, b: b - a,
    "a function": lambda a, b: np.concatenate([a, b]),
    "a condition": lambda a, b: np.where(a > 1, b, a),
    "a write": lambda a, b: a.__setitem__(slice(None), b),
    "a write by indices": lambda a, b: a.__setitem__(np.array([0, 1, 2]), b),
    "in place": lambda a, b: a.__iadd__(b),
    "out": lambda a, b: np.add(a, a, out=b),
    "an index": lambda a, b: b[np.array([0, 1])],
    "a mask": lambda a, b: b[a > 1],
    "a product": lambda a, b: a @ b,
    "a gradient": lambda a, b: dusk.grad(lambda x: (x * b).sum())(a),
    "a trace": lambda a, b: dusk.compile(lambda x, y: x + y)(a, b),
    "a fallback": lambda a, b: np.lexsort((a, b)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_calls_that_mix_devices_are_refused_and_change_nothing(name: str) -> None:
    run = REFUSED[name]
    for _ in range(2):
        a, b = both()
        if name != "a fallback":
            with dusk.policy(transfer="explicit"), pytest.raises(dusk.errors.PolicyError, match=r"test_transfers\.py"):
                run(a, b)
        with dusk.policy(transfer="exclusive"), pytest.raises(dusk.errors.PolicyError, match=r"test_transfers\.py"):
            run(a, b)
        assert (a.tolist(), b.tolist()) == ([1, 2, 3], [10, 20, 30])
        run(a, b)


def test_the_exclusive_policy_refuses_numpys_arrays_that_nobody_placed() -> None:
    _, b = both()
    host = onp.ones(3)
    with dusk.policy(transfer="explicit"):
        assert (b + host).tolist() == [11, 21, 31]
    with dusk.policy(transfer="exclusive"):
        with pytest.raises(dusk.errors.PolicyError, match=r"24 bytes.*asarray\(x, device='cpu:1'\)"):
            b + host
        assert (b + np.asarray(host, device="cpu:1")).tolist() == [11, 21, 31]
        assert (np.ones(3) + host).tolist() == [2, 2, 2]


def test_a_policy_holds_for_its_own_thread() -> None:
    a, b = both()
    dusk.eval(a, b)
    found: list[float] = []
    with dusk.policy(transfer="explicit"):
        worker = threading.Thread(target=lambda: found.append(float(program(a, b))))
        worker.start()
        worker.join()
    assert found == [132]


# --- gradients and loops


def test_gradients_lie_where_their_variables_do(tier: str) -> None:
    for _ in range(3):
        a, b = both()
        value, (ga, gb) = dusk.value_and_grad(lambda x, y: (np.tanh(x / 10) * y).sum(), (0, 1))(a, b)
        assert (ga.device, gb.device, value.type.device) == ("cpu", "cpu:1", "cpu:0")
        one = dusk.value_and_grad(lambda x, y: (np.tanh(x / 10) * y).sum(), (0, 1))(a, b.to_device("cpu"))
        assert float(one[0]) == float(value) and one[1][0].tolist() == ga.tolist() and one[1][1].tolist() == gb.tolist()


def test_loops_run_where_their_arrays_lie(tier: str) -> None:
    a, b = both()

    def turn(carry: Any, x: Any) -> tuple[Any, Any]:
        return carry * 0.5 + x, carry.sum()

    xs = np.ones((4, 3), device="cpu:1")
    end, left = dusk.scan(turn, b, xs)
    assert (end.device, left.device) == ("cpu:1", "cpu:1") and end.tolist() == [2.5, 3.125, 3.75]
    assert counted(lambda: dusk.scan(turn, b, xs)) == (0, 0, 0)
    mixed, _ = dusk.scan(lambda c, x: (c + a * x, None), b, xs)
    assert mixed.device == "cpu:1" and mixed.tolist() == [14, 28, 42]
    whole = dusk.while_loop(lambda x: x.sum() < 1000, lambda x: x * 2, b)
    assert whole.device == "cpu:1" and whole.tolist() == [320, 640, 960]
    gradient = dusk.grad(lambda x: dusk.scan(turn, x, xs)[0].sum())(b)
    assert gradient.device == "cpu:1" and gradient.tolist() == [0.0625] * 3
    flag = (a > 0).all()
    assert dusk.cond(flag, lambda x: x + 1, lambda x: x, b).tolist() == [11, 21, 31]
    rows = dusk.vmap(lambda x: x * 2 + a)(xs)
    assert rows.device == "cpu:1" and rows.tolist()[0] == [3, 4, 5]


# --- compiled functions


def test_compiled_functions_are_of_their_arguments_devices(tier: str) -> None:
    @dusk.compile
    def f(x: Any) -> Any:
        return x * 2 + np.ones(3), np.arange(3.0)

    a, b = both()
    for _ in range(3):
        assert [x.device for x in f(a)] == ["cpu", "cpu"] and [x.device for x in f(b)] == ["cpu:1", "cpu"]
        with dusk.cpu(2):
            assert [x.device for x in f(a)] == ["cpu", "cpu:2"]
    assert f(a)[0].tolist() == [3, 5, 7] and f(b)[0].tolist() == [21, 41, 61]
    assert len(f.every()) == 3  # one trace for each


def test_what_compiled_functions_write_stays_where_it_is(tier: str) -> None:
    @dusk.compile
    def step(x: Any, y: Any) -> None:
        x -= y
        y[0] = x[1]

    for _ in range(3):
        a, b = both()
        dusk.eval(a, b)
        assert counted(lambda: step(a, b))[0] == 1  # noqa: B023 - run at once
        assert (a.device, a.tolist(), b.device, b.tolist()) == ("cpu", [-9, -18, -27], "cpu:1", [-18, 20, 30])


# --- random programs


def run_on(seed: int, places: Callable[[], str]) -> list[bytes]:
    """What a random program gives, bit for bit, with its arrays on some devices."""
    written = random_programs.write(seed, 14)
    scope: dict[str, Any] = {}
    exec(compile(written.source, f"program {seed}", "exec"), scope)
    found: list[bytes] = []
    for turn in range(3):
        inputs = written.inputs if turn == 0 else random_programs.changed(written.inputs, turn, seed)
        given = [np.array(x).to_device(places()) for x in inputs]
        with warnings.catch_warnings(), onp.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                made = scope["program"](np, onp, *given)
                found += [onp.array(x).tobytes() + str(onp.asarray(x).dtype).encode() for x in made]
            except (ValueError, IndexError, ZeroDivisionError, OverflowError) as error:
                found.append(type(error).__name__.encode())
    return found


PROGRAMS = int(os.environ.get("DUSK_DEVICE_PROGRAMS", "24"))


@pytest.mark.parametrize("block", range(PROGRAMS // 8))
def test_random_programs_give_the_same_on_whatever_devices(block: int, tier: str) -> None:
    for seed in range(block * 8, block * 8 + 8):
        choose = random.Random(seed).randrange
        with dusk.config.using(reproducible=tier == "native"):
            alone = run_on(seed, lambda: "cpu")
            mixed = run_on(seed, lambda: f"cpu:{choose(3)}")  # noqa: B023 - run at once
            with dusk.cpu(1):
                there = run_on(seed, lambda: "cpu:1")
        assert alone == mixed, f"seed {seed}"
        assert alone == there, f"seed {seed}"


def test_a_function_is_computed_on_the_device_it_is_compiled_for(tier: str) -> None:
    w = np.ones(3)

    @dusk.compile(device="cpu:2")
    def f(x: Any, y: Any) -> Any:
        y[0] = 5
        return (x * y * w).sum(), x + np.arange(3)

    for _ in range(3):
        x, y = both()
        dusk.eval(x, y)
        with dusk.policy(transfer="explicit"):
            total, made = f(x, y)
        assert (total.type.device, made.device, x.device, y.device) == ("cpu:2", "cpu:2", "cpu", "cpu:1")
        assert (float(total), made.tolist(), y.tolist()) == (135, [1, 3, 5], [5, 20, 30])
        assert counted(lambda: f(x, y)) == (4, 0, 96)  # noqa: B023 - run at once: x, y and w there, y back
    assert dusk.grad(lambda x: f(x, y)[0])(x).device == "cpu"
    jumps = dusk.compile(lambda x: x + 1 if float(x.sum()) > 0 else x - 1, device=dusk.cpu(1))
    assert [jumps(x).device for _ in range(2)] == ["cpu:1"] * 2 and jumps(x).tolist() == [2, 3, 4]
    with pytest.raises(TypeError, match="takes a function"):
        dusk.compile(dusk.symbol.Variable("x"), device="cpu:1")
    with pytest.raises(ValueError, match="no device is named"):
        dusk.compile(lambda x: x, device="nowhere")


def test_what_runs_on_the_host_is_reported_where_it_is_compiled() -> None:
    def doubled(x: Any) -> Any:
        return ops.host(x, function=lambda v: v * 2, types=(x.type,))

    x, _ = both()
    compiled = dusk.compile(doubled)
    looks = dusk.compile(lambda x: x if float(x.sum()) > 0 else -x)
    for _ in range(2):
        assert compiled(x).tolist() == [2, 4, 6] and looks(x).tolist() == [1, 2, 3]
        with dusk.policy(transfer="exclusive"):
            with pytest.raises(dusk.errors.PolicyError, match=r"on the host run host at .*test_transfers\.py:\d+"):
                compiled(x)
            with pytest.raises(dusk.errors.PolicyError, match=r"test_transfers\.py:\d+"):
                looks(x)
