"""NumPy's documentation examples print here what they print in NumPy."""

import re

import pytest

import docstring_examples
from docstring_examples import Outcome

pytestmark = pytest.mark.once

SLOW = ("random.negative_binomial", "random.rayleigh", "random.hypergeometric")  # Python's sum() of 100,000 elements
ALL = [(name, function) for name, function in docstring_examples.names() if name not in SLOW]
PARTS = 4

KNOWN = {
    "asarray": "recarray is a subclass of NumPy's ndarray",
    "var": "it prints how long two calls take",
    "std": "it prints how long two calls take",
    "ravel": "Dusk's arrays lie in C order",
    "bmat": "it looks for names in its caller's variables",
    "broadcast_arrays": "a list, as the array API 2024.12 asks for",
    "unique_values": "in ascending order, not in that of a hash table",
    "bitwise_invert": "aliases of a function are objects of their own",
    "conj": "aliases of a function are objects of their own",
    "cos": "other words for an out= that does not fit",
    "sinh": "other words for an out= that does not fit",
    "tan": "other words for an out= that does not fit",
    "tanh": "other words for an out= that does not fit",
    "matmul": "other words for an operand without axes",
    "linalg.matmul": "other words for an operand without axes",
    "geterr": "errors name the user's line",
    "flatiter": "the type of x.flat is Dusk's",
    "lexsort": "numpy.testing.assert_equal compares Dusk's arrays as objects",
    "unique": "rows are no records",
    "random.default_rng": "printed with its address",
    "random.Generator": "printed with its address",
    "random.multivariate_normal": "a sum in another order, in the last place",
}
"""Functions with examples that differ, and why."""


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("part", range(PARTS))
def test_examples_print_what_numpy_prints(part: int) -> None:
    outcomes = [docstring_examples.outcome(name, function) for name, function in ALL[part::PARTS]]
    differing = {o.name: o.differing for o in outcomes if o.differing}
    assert not differing.keys() - KNOWN, {name: differing[name] for name in differing.keys() - KNOWN}
    counted, wrong = sum(o.counted for o in outcomes), sum(map(len, differing.values()))
    assert counted > 800
    assert wrong < 0.03 * counted


def test_an_example_that_differs_is_noticed() -> None:
    def different() -> None:
        """
        >>> np.ndarray.__module__
        'numpy'
        """

    found = docstring_examples.outcome("different", different)
    assert isinstance(found, Outcome)
    assert found.counted == 1
    assert re.search("dusk", found.differing[0][2])
