"""What is recorded, run by the ops' bodies without a graph being made: NumPy's values, whatever the types."""

import itertools
from collections.abc import Iterator

import numpy as onp
import pytest

import dusk
import dusk.numpy as np

N = 20_000  # elements: such arrays are recorded
RNG = onp.random.default_rng(0)
ARRAYS = [RNG.integers(1, 100, N).astype(t) for t in ("i1", "u2", "i8", "f2", "f4", "f8", "c16")]
ARRAYS.append(RNG.random(N) < 0.5)
SCALARS = [2, 2.5, True, onp.float32(1.5), onp.int8(3)]


@pytest.fixture(autouse=True)
def bodies() -> Iterator[None]:
    with dusk.config.using(tier="interpreter"):
        yield


NAMES = ["add", "divide", "power", "arctan2", "less_equal", "logical_or", "logaddexp", "maximum"]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", NAMES)
def test_operands_of_several_types_give_what_they_give_numpy(name: str) -> None:
    for a, b in itertools.product(ARRAYS, [*ARRAYS, *SCALARS]):
        try:
            wanted = getattr(onp, name)(a, b)
        except TypeError:
            with pytest.raises(TypeError):
                getattr(np, name)(np.array(a), b)
            continue
        found = getattr(np, name)(np.array(a), np.array(b) if isinstance(b, onp.ndarray) else b)
        assert found.dtype == wanted.dtype
        onp.testing.assert_array_equal(found, wanted)


def test_windows_are_written_from_where_they_lie() -> None:
    for write in (
        lambda x: x.__setitem__(slice(1, None), x[:-1]),
        lambda x: x.__setitem__(slice(None), x[::-1]),
        lambda x: x.__setitem__((slice(1, -1), slice(None)), x[:-2] + x[2:]),
        lambda x: x.__setitem__((slice(1, 2), slice(None)), x[5]),
        lambda x: x.__setitem__((slice(None), 3), 7),
    ):
        theirs = RNG.random((200, 100))
        ours = np.array(theirs)
        for _ in range(2):
            write(theirs)
            write(ours)
        onp.testing.assert_array_equal(ours, theirs)
