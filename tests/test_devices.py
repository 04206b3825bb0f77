"""Devices: where arrays are made, what calls of arrays on several devices do, what is copied and counted."""

import asyncio
import copy
import os
import pickle
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
from dusk.devices import Device, beside
from dusk.record import Handle, local
from dusk.record.flush import flush

MADE: dict[str, Callable[[], Any]] = {
    "array": lambda: np.array([1.0, 2.0]),
    "array of integers": lambda: np.array(range(5000)),
    "asarray": lambda: np.asarray([[1, 2], [3, 4]]),
    "asarray of NumPy's": lambda: np.asarray(onp.ones(3)),
    "ascontiguousarray": lambda: np.ascontiguousarray(onp.ones((3, 2)).T),
    "zeros": lambda: np.zeros(3),
    "zeros, large": lambda: np.zeros((300, 100)),
    "ones": lambda: np.ones((2, 2), np.float32),
    "full": lambda: np.full(4, 2.5),
    "full of -0": lambda: np.full(4, -0.0),
    "empty": lambda: np.empty((2, 3)),
    "ndarray": lambda: np.ndarray((2, 3)),
    "arange": lambda: np.arange(5),
    "arange, large": lambda: np.arange(50000),
    "arange of floats": lambda: np.arange(0.0, 1.0, 0.25),
    "linspace": lambda: np.linspace(0, 1, 7),
    "geomspace": lambda: np.geomspace(1, 8, 4),
    "eye": lambda: np.eye(3),
    "identity": lambda: np.identity(3),
    "tri": lambda: np.tri(3),
    "indices": lambda: np.indices((2, 3)),
    "indices, large": lambda: np.indices((200, 300)),
    "meshgrid": lambda: np.meshgrid(np.arange(2), np.arange(3))[0],
    "fromiter": lambda: np.fromiter(iter([1.0, 2.0]), float),
    "frombuffer": lambda: np.frombuffer(b"12345678"),
    "fftfreq": lambda: np.fft.fftfreq(5),
    "random.rand": lambda: np.random.rand(3),
    "random.normal, large": lambda: np.random.normal(size=5000),
    "Generator": lambda: np.random.default_rng(1).random(2000),
    "dusk.random": lambda: dusk.random.normal(dusk.random.key(1), (40,)),
    "dusk.random.key": lambda: dusk.random.key(1),
    "tril_indices": lambda: np.tril_indices(3)[0],
    "diag": lambda: np.diag([1.0, 2.0]),
    "hanning": lambda: np.hanning(5),
    "concatenate": lambda: np.concatenate([[1.0], [2.0]]),
}


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_lies_on_the_device_in_force(name: str) -> None:
    make = MADE[name]
    for _ in range(3):  # found anew, and followed
        here = make()
        with dusk.cpu(1):
            there = make()
            with dusk.cpu(0):
                inner = make()
        with beside("cpu:2"):
            elsewhere = make()
        again = make()
        assert [x.type.device for x in (here, there, inner, again)] == ["cpu:0", "cpu:1", "cpu:0", "cpu:0"]
        assert elsewhere.type.device in ("cpu:0", "cpu:2")
        assert dusk.eval(there) is None and there.buffer.device == "cpu:1"
        assert there.shape == here.shape and there.dtype == here.dtype


KEYWORDS: dict[str, Callable[[Any], Any]] = {
    "zeros": lambda d: np.zeros(3, device=d),
    "ones": lambda d: np.ones((200, 30), device=d),
    "full": lambda d: np.full(3, 1.5, device=d),
    "full of an array": lambda d: np.full((2, 3), np.arange(3.0), device=d),
    "empty": lambda d: np.empty(3, device=d),
    "zeros_like": lambda d: np.zeros_like(np.ones(3), device=d),
    "ones_like": lambda d: np.ones_like([1, 2], device=d),
    "full_like": lambda d: np.full_like(np.ones(3), 4, device=d),
    "asarray": lambda d: np.asarray([1.0, 2.0], device=d),
    "asarray of ours": lambda d: np.asarray(np.ones(3), device=d),
    "arange": lambda d: np.arange(3, device=d),
    "arange, large": lambda d: np.arange(30000, device=d),
    "linspace": lambda d: np.linspace(0, 1, 3, device=d),
    "eye": lambda d: np.eye(3, device=d),
    "fftfreq": lambda d: np.fft.fftfreq(3, device=d),
    "from_dlpack": lambda d: np.from_dlpack(onp.ones(3), device=d),
}


@pytest.mark.parametrize("name", KEYWORDS)
def test_the_keyword_says_where_an_array_is_made(name: str) -> None:
    for device in (dusk.cpu(3), "cpu:3"):
        made = KEYWORDS[name](device)
        assert made.device == "cpu:3" and made.device == dusk.cpu(3)
    assert KEYWORDS[name]("cpu").device == "cpu"
    assert KEYWORDS[name](None).device == "cpu"
    with pytest.raises(ValueError, match="no device is named 'tpu:0'"):
        KEYWORDS[name]("tpu:0")
    onp.testing.assert_array_equal(onp.asarray(KEYWORDS[name]("cpu:3")), onp.asarray(KEYWORDS[name]("cpu:0")))


def test_a_device_is_known_by_its_text() -> None:
    assert (str(dusk.cpu(0)), str(dusk.cpu(2)), repr(dusk.cpu(2))) == ("cpu", "cpu:2", "cpu(2)")
    assert dusk.device("cpu") == dusk.device("cpu:0") == dusk.cpu() == "cpu"
    assert dusk.device(dusk.cpu(2)) == dusk.cpu(2) != dusk.cpu(1)
    assert {dusk.cpu(1): 1}["cpu:1"] == 1 and len({dusk.cpu(1), dusk.cpu(1), "cpu:1"}) == 1
    for same in (pickle.loads(pickle.dumps(dusk.cpu(2))), copy.deepcopy(dusk.cpu(2))):
        assert type(same) is Device and (same.name, same.kind, same.index) == ("cpu:2", "cpu", 2)
    assert onp.zeros(3, device=np.zeros(3).device).shape == (3,)  # NumPy takes it for its own


NO_NAMES = ["cpu:", "cpu:-1", "cpu:x", "cpu:1024", "cpu:²", "cpu:00000000000001", "gpu", "", ":0"]


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_names_no_device_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"device"):
        dusk.device(name)


def test_what_is_no_device_is_refused() -> None:
    with pytest.raises(TypeError, match=r"dusk\.cpu\(i\)"):
        dusk.device(1)
    with pytest.raises(ValueError, match=r"cpu\(-1\)"):
        dusk.cpu(-1)
    with pytest.raises(ValueError, match="no device is named"):
        np.ones(2).to_device("disk")
    with pytest.raises(ValueError, match="stream"):
        np.ones(2).to_device("cpu", stream=1)


def test_a_cuda_device_says_what_there_is_and_what_to_write() -> None:
    with pytest.raises(RuntimeError, match=r"cuda\(0\).*this machine has.*dusk\.cpu\(i\)"):
        dusk.cuda(0)
    with pytest.raises(RuntimeError, match=r"cuda\(1\)"):
        dusk.device("cuda:1")


def test_a_device_is_a_decorator_and_nests() -> None:
    @dusk.cpu(1)
    def make() -> Any:
        return np.zeros(2), dusk.current_device()

    made, device = make()
    assert made.device == device == "cpu:1" and dusk.current_device() == "cpu"
    with dusk.device("cpu:1"), dusk.cpu(2):
        assert dusk.current_device() == dusk.cpu(2)
    with pytest.raises(KeyError), dusk.cpu(1):
        raise KeyError
    assert dusk.current_device() == dusk.cpu(0) and np.zeros(2).device == "cpu"


def test_threads_and_tasks_have_devices_of_their_own() -> None:
    found: dict[str, Any] = {}

    async def task(i: int) -> str:
        with dusk.cpu(i):
            await asyncio.sleep(0)
            return str(np.zeros(2).device)

    async def tasks() -> list[str]:
        return await asyncio.gather(*map(task, range(4)))

    with dusk.cpu(5):
        worker = threading.Thread(target=lambda: found.update(other=np.zeros(2).device))
        worker.start()
        worker.join()
        assert np.zeros(2).device == "cpu:5"
    assert found["other"] == "cpu"
    assert asyncio.run(tasks()) == ["cpu", "cpu:1", "cpu:2", "cpu:3"]


# --- calls


def both() -> tuple[Any, Any]:
    return np.array([1.0, 2.0, 3.0]), np.array([10.0, 20.0, 30.0]).to_device("cpu:1")


@pytest.mark.parametrize("rounds", [1, 4])
def test_a_call_is_done_where_its_first_operand_with_dimensions_lies(rounds: int, tier: str) -> None:
    for _ in range(rounds):
        a, b = both()
        assert [(x.device, x.tolist()) for x in (a + b, b + a)] == [("cpu", [11, 22, 33]), ("cpu:1", [11, 22, 33])]
        assert (2 * b).device == (b * onp.float32(2)).device == (np.float64(3) + b).device == "cpu:1"
        total = a.sum()
        assert (total * b).device == "cpu:1" and (total * b).tolist() == [60, 120, 180]
        assert np.sum(b).type.device == "cpu:1" and float(np.sum(b)) == 60
        assert np.where(b > 15, b, a).tolist() == [1, 20, 30]
        assert np.concatenate([a, b]).device == "cpu" and np.stack([b, a]).device == "cpu:1"


def test_numpys_arrays_go_where_the_others_are() -> None:
    before = dusk.stats()
    _, b = both()
    host = onp.array([1.0, 1.0, 1.0])
    assert [(x.device, x.tolist()) for x in (host + b, b + host)] == [("cpu:1", [11, 21, 31])] * 2
    b[...] = host
    b[1:] = onp.array([5.0, 6.0])
    assert b[onp.array([0, 2])].device == b[[0, 2]].device == b[b > 2].device == "cpu:1"
    assert b[[0, 2]].tolist() == [1, 6] and b.tolist() == [1, 5, 6]
    b[[0, 1]] = [7.0, 8.0]
    b[b > 7.5] = 0
    assert b.tolist() == [7, 0, 6] and b.device == "cpu:1"
    assert dusk.stats()["implicit_transfers"] == before["implicit_transfers"]


OWN: dict[str, Callable[[Any], Any]] = {
    "cov": lambda x: np.cov(x),
    "gradient": lambda x: np.gradient(x)[0],
    "median": lambda x: np.median(x, axis=0),
    "percentile": lambda x: np.percentile(x, [10, 50], axis=0),
    "sort": lambda x: np.sort(x, axis=0),
    "argsort": lambda x: np.argsort(x),
    "unique": lambda x: np.unique(x),
    "lexsort": lambda x: np.lexsort((x[0], x[1])),
    "einsum": lambda x: np.einsum("ij,kj->ik", x, x),
    "inverse": lambda x: np.linalg.inv(x @ x.T + np.eye(3, device="cpu:1")),
    "svd": lambda x: np.linalg.svd(x)[0],
    "fft": lambda x: np.fft.fft(x),
    "interp": lambda x: np.interp(x[0], [0.0, 1.0], [0.0, 2.0]),
    "convolve": lambda x: np.convolve(x[0], [1.0, 2.0]),
    "cumsum": lambda x: np.cumsum(x),
    "pad": lambda x: np.pad(x, 1),
    "tril": lambda x: np.tril(x),
    "diff": lambda x: np.diff(x),
    "searchsorted": lambda x: np.searchsorted(np.sort(x[0]), [0.5]),
    "histogram": lambda x: np.histogram(x[0], bins=3)[0],
    "apply_along_axis": lambda x: np.apply_along_axis(np.sum, 0, x),
    "take_along_axis": lambda x: np.take_along_axis(x, np.argsort(x), axis=1),
    "nonzero": lambda x: np.nonzero(x > 0.5)[0],
    "astype": lambda x: x.astype("f4"),
    "copy": lambda x: x.copy(),
    "deepcopy": lambda x: copy.deepcopy(x),
    "view": lambda x: x.T[1:],
    "reshape": lambda x: x.reshape(-1),
    "zeros_like": lambda x: np.zeros_like(x),
    "full_like": lambda x: np.full_like(x, 3),
    "array": lambda x: np.array(x),
    "asarray": lambda x: np.asarray(x),
    "softmax": lambda x: ops.softmax(x, axis=(1,)),
}


@pytest.mark.parametrize("name", OWN)
def test_what_functions_give_lies_where_their_arrays_do(name: str) -> None:
    values = onp.random.default_rng(1).random((3, 4))
    for _ in range(2):
        x = np.asarray(values, device="cpu:1")
        with dusk.policy(transfer="explicit"):
            made = OWN[name](x)
            assert made.device == "cpu:1"
        theirs = OWN[name](x.to_device("cpu")) if name != "inverse" else made
        onp.testing.assert_allclose(onp.asarray(made), onp.asarray(theirs), rtol=1e-12)


def test_small_arrays_elsewhere_are_not_done_at_once() -> None:
    a, b = np.ones(3), np.ones(3, device="cpu:1")
    for _ in range(3):
        made = a + b
        assert made.device == "cpu" and made.buffer is None  # it is recorded: a copy is to be made, and counted
        assert (b + b).buffer is None and (b + b).type.device == "cpu:1"
        assert np.exp(b).device == np.add(b, 1).device == (b @ np.ones((3, 3))).device == "cpu:1"


def test_memory_of_a_device_goes_back_to_its_own_pool() -> None:
    from dusk.engine import pool

    first = np.zeros(8, device="cpu:6")
    dusk.eval(first)
    address = first.buffer.address
    live = pool("cpu:6").stats().bytes_live
    assert live >= 64 and {d.device: d.bytes_live for d in dusk.list_devices()}["cpu:6"] == live
    del first
    assert pool("cpu:6").stats().bytes_live == live - 64
    others = [np.zeros(8) + i for i in range(50)]
    dusk.eval(*others)
    assert all(x.buffer.address != address for x in others if isinstance(x, Handle))


def test_devices_are_listed_with_what_they_have() -> None:
    keep = np.ones(100, device="cpu:7") + 1
    dusk.eval(keep)
    found = dusk.list_devices()
    numbers = [d.device.index for d in found]
    assert found[0].device == "cpu" and numbers == sorted(numbers)
    mine = next(d for d in found if d.device == "cpu:7")
    assert mine.cores >= 1 and mine.memory > 1 << 20 and mine.bytes_reserved >= mine.bytes_live >= 800
    assert dusk.memory_in_use() >= sum(d.bytes_live for d in found if d.device == "cpu:7")


# --- reading, sharing, files


def test_reading_a_value_is_free_whatever_the_policy() -> None:
    _, b = both()
    dusk.eval(b)
    before = dusk.stats()["transfers"]
    with dusk.policy(transfer="exclusive"):
        assert repr(b) == "array([10., 20., 30.])" and b.tolist() == [10, 20, 30]
        assert float(b[0]) == 10 and bool((b > 5).all()) and onp.asarray(b).tolist() == [10, 20, 30]
        assert b.numpy().tolist() == list(b) == [10, 20, 30] and len(b) == 3 and 20 in b
    assert dusk.stats()["transfers"] == before


def test_memory_of_a_device_is_shared_with_numpy() -> None:
    _, b = both()
    seen = b.numpy()
    seen[0] = 5
    b[1] = 6
    b += 1
    assert b.tolist() == seen.tolist() == [6, 7, 31] and b.device == "cpu:1"
    assert onp.from_dlpack(b).tolist() == [6, 7, 31]
    onp.multiply(b, 2, out=b)
    assert b.tolist() == [12, 14, 62] and b.device == "cpu:1"


def test_what_is_written_is_written_where_the_target_lies(tier: str) -> None:
    for _ in range(3):
        a, b = both()
        a[1:] = b[:2]
        b[...] = a
        np.add(a, b, out=b)
        np.add(b, b, out=a)
        a -= b
        view = b[::2]
        view += a[::2]
        assert (a.device, b.device) == ("cpu", "cpu:1")
        assert (a.tolist(), b.tolist()) == ([2, 20, 40], [4, 20, 80])


def test_pickles_and_copies_keep_the_device() -> None:
    _, b = both()
    for same in (pickle.loads(pickle.dumps(b)), copy.copy(b), copy.deepcopy(b)):
        assert same.device == "cpu:1" and same.tolist() == b.tolist()
    assert pickle.loads(pickle.dumps(np.ones(2))).device == "cpu"


def test_to_device_copies_but_where_it_lies_already() -> None:
    a, _ = both()
    there = a.to_device("cpu:1")
    assert a.to_device("cpu") is a and there.to_device(dusk.cpu(1)) is there
    there += 1
    assert a.tolist() == [1, 2, 3] and there.tolist() == [2, 3, 4] and there.to_device("cpu").device == "cpu"
    with pytest.raises(ValueError, match="on cpu:1 as a copy"):
        np.asarray(a, device="cpu:1", copy=False)


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
    shown = str(dusk.stats())
    assert "between" in shown and "multiply x3" in shown


# --- policies


def program(a: Any, b: Any) -> Any:
    return (a + b).sum() * 2


def test_one_program_under_three_policies() -> None:
    a, b = both()
    with dusk.policy(transfer="transparent"):
        assert counted(lambda: program(a, b))[0] == 1
    for rule in ("explicit", "exclusive"):
        match = r"add\(float64\[3\], float64\[3\]@cpu:1\) of arrays on cpu:0 and cpu:1, called at .*devices\.py:\d+"
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
            with dusk.policy(transfer="explicit"), pytest.raises(dusk.errors.PolicyError, match=r"test_devices\.py"):
                run(a, b)
        with dusk.policy(transfer="exclusive"), pytest.raises(dusk.errors.PolicyError, match=r"test_devices\.py"):
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
