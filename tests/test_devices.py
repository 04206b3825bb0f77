"""Devices: where arrays are made, what calls of arrays on several devices do, what is copied and counted."""

import asyncio
import copy
import pickle
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk import ops
from dusk.devices import Device, beside
from dusk.record import Handle

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


@pytest.fixture(params=["recorded", "at once"])
def at_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """Small arrays are done at once only where compiling goes on in the background."""
    with dusk.config.using(background=request.param == "at once"):
        yield


@pytest.mark.usefixtures("at_once")
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


@pytest.mark.usefixtures("at_once")
def test_small_arrays_elsewhere_are_not_done_at_once() -> None:
    a, b = np.ones(3), np.ones(3, device="cpu:1")
    dusk.eval(a, b)
    for _ in range(3):
        made = a + b
        assert made.device == "cpu" and made.buffer is None  # it is recorded: a copy is to be made, and counted
        assert (b + b).buffer is None and (b + b).type.device == "cpu:1"
        assert np.exp(b).device == np.add(b, 1).device == (b @ np.ones((3, 3))).device == "cpu:1"
        assert b.copy().device == b[1:].device == np.sort(b).device == b.astype(int).device == "cpu:1"
        assert np.concatenate([b, b]).device == (b > 0).device == (-b).device == b.cumsum().device == "cpu:1"
        b += 1
        b[0] = 7
        b[1:] = a[1:]
        b *= a
        assert b.device == "cpu:1" and b.tolist() == [7, 1, 1] and float(b[0]) == b[0].item() == 7


@pytest.mark.usefixtures("at_once")
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
