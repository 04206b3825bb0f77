"""Batches come as they should, in whatever way they are made, and go on where a state was taken."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dusk.numpy
from data_functions import Squares, doubled, jitter, noisy
from dusk import data
from dusk.data import Loader, Padded

X, Y = np.arange(46).reshape(23, 2), np.arange(23) * 10


def lists(batches: Any) -> list[Any]:
    def plain(tree: Any) -> Any:
        if isinstance(tree, dict):
            return {key: plain(value) for key, value in tree.items()}
        return [plain(value) for value in tree] if isinstance(tree, tuple) else getattr(tree, "tolist", lambda: tree)()

    return [plain(batch) for batch in batches]


def test_arrays_come_in_batches_of_rows() -> None:
    found = list(data.batches(X, Y, size=10))
    assert [x.shape for x, _ in found] == [(10, 2), (10, 2), (3, 2)]
    np.testing.assert_array_equal(np.concatenate([x for x, _ in found]), X)
    np.testing.assert_array_equal(np.concatenate([y for _, y in found]), Y)


def test_shuffled_rows_stay_together() -> None:
    for x, y in data.batches(X, Y, size=5, shuffle=True):
        assert (x[:, 0] * 5 == y).all()


def test_a_batch_is_the_readers_own() -> None:
    for x in data.batches(X, size=10):
        x[...] = -1
    assert X.min() == 0


@pytest.mark.parametrize(
    "source",
    [
        pytest.param((X, Y), id="columns"),
        pytest.param(list(zip(X, Y)), id="samples"),
        pytest.param(lambda: zip(X, Y), id="function"),
        pytest.param((X.tolist(), dusk.numpy.array(Y)), id="others"),
    ],
)
def test_every_kind_of_source_gives_the_same(source: Any) -> None:
    assert lists(Loader(source, 10)) == lists(data.batches(X, Y, size=10))


def test_dicts_of_arrays_give_dicts() -> None:
    for source in ({"x": X, "y": Y}, [{"x": x, "y": y} for x, y in zip(X, Y)]):
        first = next(iter(Loader(source, 4)))
        assert list(first) == ["x", "y"] and first["x"].tolist() == X[:4].tolist()


class Hugging:
    """As a data set of Hugging Face: rows are dicts of lists, and many are taken at once."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def __len__(self) -> int:
        return 5

    def __getitem__(self, key: Any) -> Any:
        raise AssertionError("one by one")

    def __getitems__(self, indices: list[int]) -> Any:
        self.asked.append(indices)
        return [{"ids": [i, i + 1], "text": f"t{i}", "label": i} for i in indices]


def test_a_source_that_takes_many_is_asked_for_many() -> None:
    source = Hugging()
    assert lists(Loader(source, 3))[1] == {"ids": [[3, 4], [4, 5]], "text": ["t3", "t4"], "label": [3, 4]}
    assert source.asked == [[0, 1, 2], [3, 4]]


class Foreign:
    """An array of another library, as far as NumPy knows it."""

    def __init__(self, values: Any) -> None:
        self.values = np.asarray(values)
        self.shape = self.values.shape

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.values


def test_batches_of_another_librarys_loader_are_delivered_as_arrays() -> None:
    class Other:
        def __iter__(self) -> Iterator[Any]:
            yield from ([Foreign(X[i : i + 4]), Foreign(Y[i : i + 4])] for i in range(0, 23, 4))

    assert lists(Loader(Other())) == lists(data.batches(X, Y, size=4))


@pytest.mark.torch
def test_pytorch_data_are_sources() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    rows = torch.utils.data.TensorDataset(torch.tensor(X), torch.tensor(Y))
    assert lists(Loader(rows, 10)) == lists(data.batches(X, Y, size=10))
    assert lists(Loader(torch.utils.data.DataLoader(rows, batch_size=10))) == lists(data.batches(X, Y, size=10))


def test_hugging_face_data_are_sources() -> None:
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    rows = datasets.Dataset.from_dict({"x": X.tolist(), "y": Y.tolist()})
    assert lists(Loader(rows, 10)) == lists(Loader({"x": X, "y": Y}, 10))


OPTIONS = [
    pytest.param({}, id="alone"),
    pytest.param({"workers": 3}, id="threads"),
    pytest.param({"workers": 2, "prefetch": 5}, id="far-ahead"),
]


def loaders(**options: Any) -> list[Loader]:
    shuffled: dict[str, Any] = {"shuffle": True, "seed": 5, **options}
    return [
        Loader(Squares(23), 4, transform=noisy, **shuffled),
        data.batches(X, Y, size=4, last="roll", augment=jitter, **shuffled),
        Loader(lambda: iter(range(23)), 4, buffer=7, **shuffled),
        data.bucketed([[i] * (i % 6 + 1) for i in range(23)], size=3, boundaries=2, **shuffled),
    ]


@pytest.mark.parametrize("options", OPTIONS[1:])
def test_workers_deliver_what_would_come_without_them(options: dict[str, Any]) -> None:
    for alone, helped in zip(loaders(), loaders(**options), strict=True):
        assert lists(alone) + lists(alone) == lists(helped) + lists(helped)


@pytest.mark.parametrize("options", OPTIONS)
@settings(max_examples=30)
@given(steps=st.integers(0, 20), which=st.integers(0, 3))
def test_a_state_goes_on_with_what_would_have_come_next(options: dict[str, Any], steps: int, which: int) -> None:
    def row(loader: Loader, epochs: int) -> Iterator[tuple[Any, Any]]:
        while loader.epoch < epochs:
            for batch in loader:
                yield lists([batch])[0], loader.state_dict()

    whole = list(row(loaders()[which], 3))
    state = loaders()[which].state_dict()
    if steps:
        steps = min(steps, len(whole))
        stopped = row(loaders(**options)[which], 3)
        for _ in range(steps):
            _, state = next(stopped)
        stopped.close()
    resumed = loaders(**options)[which]
    resumed.load_state_dict(state)
    assert list(row(resumed, 3)) == whole[steps:]


def test_a_loop_that_is_left_begins_the_next_epoch() -> None:
    loader = data.batches(X, size=4, shuffle=True)
    first = next(iter(loader)).tolist()
    assert loader.state_dict()["position"] == 1
    whole = lists(loader)
    assert loader.epoch == 2 and len(whole) == 6
    assert first == lists(data.batches(X, size=4, shuffle=True))[0] != whole[0]


def test_two_loops_over_one_loader_are_two_epochs() -> None:
    loader = data.batches(X, size=4, shuffle=True)
    pairs = list(zip(loader, loader))
    again = data.batches(X, size=4, shuffle=True)
    assert lists(p for p, _ in pairs) == lists(again) and lists(p for _, p in pairs) == lists(again)


def test_an_epoch_has_a_length() -> None:
    assert len(data.batches(X, size=4)) == 6 and len(data.batches(X, size=4, last="drop")) == 5
    with pytest.raises(TypeError, match="stream"):
        len(Loader(iter(X), 4))


def test_random_numbers_are_those_of_the_epoch_and_the_sample() -> None:
    loader = Loader(Squares(6), 3, transform=noisy)
    one, two = lists(loader), lists(loader)
    assert one != two
    shuffled = Loader(Squares(6), 3, transform=noisy, shuffle=True)
    noise = {i: row for ids, rows in shuffled for i, row in zip(ids.tolist(), rows.tolist())}
    assert noise == {i: row for ids, rows in one for i, row in zip(ids, rows)}


def test_sequences_of_other_lengths_do_not_stack_but_are_padded() -> None:
    samples = [([1, 2], 0), ([3], 1)]
    with pytest.raises(ValueError, match=r"shapes \(2,\) \(at 0\) and \(1,\) \(at 1\) do not stack: pad") as caught:
        list(Loader(samples, 2))
    assert "the samples of batch 0 of epoch 0 (samples 0, 1)" in caught.value.__notes__
    x, lengths, y = next(iter(Loader(samples, 2, collate=Padded((4,)))))
    assert x.tolist() == [[1, 2, 0, 0], [3, 0, 0, 0]] and lengths.tolist() == [2, 1] and y.tolist() == [0, 1]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=30), st.integers(1, 4))
def test_buckets_pad_every_sequence_to_one_of_few_lengths(lengths: list[int], count: int) -> None:
    sequences = [np.arange(n) + 1 for n in lengths]
    seen, shapes = [], set()
    for x, n, i in data.bucketed(sequences, range(len(lengths)), size=4, boundaries=count, shuffle=True):
        shapes.add(x.shape[1])
        for row, length, number in zip(x, n, i):
            np.testing.assert_array_equal(row[:length], sequences[number])
            assert not row[length:].any()
            seen.append(int(number))
    assert sorted(seen) == list(range(len(lengths))) and len(shapes) <= count


def test_a_stream_that_can_be_read_once_says_so() -> None:
    loader = Loader((i for i in range(5)), 2)
    assert lists(loader) == [[0, 1], [2, 3], [4]]
    with pytest.raises(ValueError, match="gives its samples once"):
        list(loader)


@pytest.mark.parametrize("workers", [0, 2])
def test_an_exception_comes_in_its_turn_with_the_sample(workers: int) -> None:
    loader = Loader(Squares(20, raises=13), 4, transform=doubled, workers=workers)
    found = []
    with pytest.raises(ZeroDivisionError, match="sample 13 is bad") as caught:
        found.extend(loader)
    assert len(found) == 3 and loader.position == 3
    assert caught.value.__notes__ == ["reading sample 13, in batch 3 of epoch 0"]

    def stream() -> Iterator[int]:
        yield from range(9)
        raise OSError("the line is dead")

    found = []
    with pytest.raises(OSError, match="the line is dead"):
        found.extend(Loader(stream, 2, workers=workers))
    assert len(found) == 4


def test_a_state_of_other_data_is_refused() -> None:
    state = data.batches(X, size=4).state_dict()
    with pytest.raises(ValueError, match="size=4, this one has 5"):
        data.batches(X, size=5).load_state_dict(state)
    with pytest.raises(ValueError, match="samples=23, this one has 22"):
        data.batches(X[1:], size=4).load_state_dict(state)
    with pytest.raises(ValueError, match="position is missing"):
        data.batches(X, size=4).load_state_dict({"epoch": 1, "seed": 0, "size": 4, "samples": 23})


BAD = {
    "of one length.*\\(23, 2\\), \\(22,\\)": lambda: data.batches(X, Y[1:], size=4),
    "23 samples do not fill one batch of 24": lambda: data.batches(X, size=24, last="drop"),
    "has no samples": lambda: Loader([], 4),
    "size 1 or more, not 0": lambda: data.batches(X, size=0),
    "gave no samples": lambda: list(Loader(lambda: iter(()), 4)),
    "no samples that fill a batch of 4": lambda: list(Loader(lambda: iter("abc"), 4, last="drop")),
    '"keep", "drop", "pad" or "roll", not \'discard\'': lambda: data.batches(X, size=4, last="discard"),  # type: ignore[arg-type]
    '"threads" or "processes"': lambda: Loader([1], 1, kind="greenlets"),  # type: ignore[arg-type]
    "the i-th of n parts": lambda: Loader([1], 1, part=(2, 2)),
    "length of a stream is not known": lambda: Loader(iter([1]), 1, last="roll"),
    "buckets of 2 lengths are not for 3": lambda: Loader([1, 2, 3], 1, buckets=data.Buckets([1, 2])),
    "out of range": lambda: Loader([1], 1, workers=-1),
}


@pytest.mark.parametrize("message", BAD)
def test_what_cannot_be_is_said_at_once(message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BAD[message]()
    with pytest.raises(TypeError, match="int is none of these"):
        Loader(3, 1)


def test_throughput_leaves_the_loader_where_it_was() -> None:
    loader = data.batches(X, Y, size=4)
    for _ in loader:
        break
    state = loader.state_dict()
    measured = data.throughput(loader)
    assert measured.samples_s > measured.batches_s > 0 and measured.bytes_s > 0
    assert loader.state_dict() == state and len(list(loader)) == 5
