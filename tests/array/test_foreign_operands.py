"""What is no array of numbers meets arrays: None, text, objects, and the classes that NumPy's users make of arrays."""

import copy
import operator
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.array import ndarray
from dusk.kernel import native

pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
NATIVE = pytest.param("native", marks=pytest.mark.skipif(not native.available(), reason="no native code"))
TIERS = ["auto", "interpreter", NATIVE]


@pytest.fixture(params=TIERS, autouse=True)
def tier(request):
    with dusk.config.using(tier=request.param):
        yield request.param


class Anything:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize("other", [None, "x", b"x", {}, object(), Anything()], ids=lambda o: type(o).__name__)
def test_arrays_compare_with_what_is_no_number_element_by_element(other):
    for x in (np.arange(3.0), np.zeros((2, 0)), np.array(2.0), np.array([True, False])):
        ours = dnp.array(x)
        for found, expected in ((ours == other, x == other), (ours != other, x != other), (other == ours, other == x)):
            np.testing.assert_array_equal(np.asarray(found), expected)
            assert np.shape(found) == np.shape(expected)
        assert (other in ours) == (other in x)


def test_no_value_is_looked_at_to_compare_with_none():
    looked = dusk.compile(lambda x: dnp.where(x == None, 1.0, x))  # noqa: E711
    np.testing.assert_array_equal(looked(dnp.arange(3.0)), [0, 1, 2])
    assert "compiled" in looked.explain()


OPERATIONS = ["x + y", "y + x", "x * y", "y * x", "y.T @ x", "x < y", "y >= x", "x == y", "x / y", "2 ** x - y"]


@pytest.mark.parametrize("text", OPERATIONS)
def test_masked_arrays_and_matrices_do_what_they_do_with_numpys_arrays(text):
    x = np.array([[1.5, 2.0, 4.0]])
    masked = np.ma.array([[1.0, 2.0, 3.0]], mask=[[False, True, False]])
    matrix = np.matrix([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    for other in (masked, matrix):
        def outcome(x, other=other):
            try:
                return eval(text, {"x": x, "y": other})
            except ValueError as error:
                return type(error)
        found, expected = outcome(dnp.array(x)), outcome(x)
        assert type(found) is type(expected)
        assert str(found) == str(expected)


def test_masked_arrays_and_matrices_are_arrays_to_what_is_written_in_place():
    x = dnp.arange(3.0)
    same = x
    x += np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])
    assert type(x) is ndarray
    expected = np.arange(3.0)
    expected += np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])
    np.testing.assert_array_equal(same, expected)
    y = dnp.ones((1, 3))
    y *= np.matrix([[1.0, 2.0, 3.0]])
    np.testing.assert_array_equal(y, [[1.0, 2.0, 3.0]])


def test_integers_to_negative_powers_are_refused():
    i = dnp.arange(3) + 1
    for exponent in (-1, np.array([1, -2, 3]), dnp.array([1, -2, 3])):
        with pytest.raises(ValueError, match="negative integer powers"):
            np.asarray(i**exponent)
    np.testing.assert_array_equal(i**np.array([0, 3, 40]), (np.arange(3) + 1) ** np.array([0, 3, 40]))
    for n in (0, 1, 2, 3, 7, 63, 64, 100, 70000):
        np.testing.assert_array_equal(i**n, (np.arange(3) + 1) ** n)
    small = np.array([-3, 5], np.int8)
    np.testing.assert_array_equal(dnp.array(small) ** 5, small**5)


def test_resizing_is_refused_where_something_refers_to_the_array():
    x = dnp.arange(6.0)
    view = x[1:]
    with pytest.raises(ValueError, match="cannot resize"):
        x.resize(3)
    np.testing.assert_array_equal(view, np.arange(1.0, 6))
    del view
    x.resize(3)
    np.testing.assert_array_equal(x, [0, 1, 2])
    x.resize()
    x.resize(None)
    np.testing.assert_array_equal(x, [0, 1, 2])


def test_a_dtype_is_set_in_place():
    x, expected = dnp.arange(6.0), np.arange(6.0)
    x.dtype = expected.dtype = np.dtype("i8")
    np.testing.assert_array_equal(x, expected)
    x.dtype = expected.dtype = np.dtype("f4")
    x[1] = expected[1] = 7
    np.testing.assert_array_equal(x, expected)
    np.testing.assert_array_equal(x + 1, expected + 1)
    view = x[2:]
    with pytest.raises(ValueError, match="view"):
        x.dtype = "i4"
    view.dtype = "i4"
    np.testing.assert_array_equal(view, expected[2:].view("i4"))
    with pytest.raises(ValueError, match="divisor"):
        view[:3].dtype = "f8"
    with pytest.raises(TypeError):
        view.dtype = "U1"


def test_copies_keep_the_order_of_their_elements():
    x = dnp.ones((40, 50))
    for made in (copy.copy(x.T), copy.deepcopy(x.T), x.copy("F")):
        assert made.flags.f_contiguous


OPTIONS = [{}, {"precision": 2, "suppress": True}, {"threshold": 4, "edgeitems": 1}, {"legacy": "1.13"},
           {"formatter": {"all": repr}}, {"floatmode": "fixed", "sign": "+"}]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_printing_is_numpys_under_its_options(options):
    rng = np.random.default_rng(0)
    arrays = [(rng.normal(size=(2, 3)) * 100).astype(t) for t in "?bilefdFD"]
    arrays += [np.array([1e-10, 1e10, np.nan, -np.inf, -0.0]), np.array(1.5), np.zeros((0, 3)), np.arange(3000)]
    with dnp.printoptions(**options):
        for x in arrays:
            ours = dnp.array(x)
            assert repr(ours) == repr(x)
            assert str(ours) == str(x)
            assert f"{ours}" == f"{x}"
            assert dnp.array2string(ours, separator=",") == np.array2string(x, separator=",")
            if x.size:
                assert repr([ours.ravel()[0], ours.max()]) == repr([x.ravel()[0], x.max()])
                assert dnp.array_repr(ours.max()) == np.array_repr(x.max())


STRANGERS = [Fraction(1, 2), Decimal(2), timedelta(1), object(), "ab", b"a", {}, {1}, range(1, 4), ..., int, None]
OPERATORS = ["add", "sub", "mul", "truediv", "floordiv", "mod", "matmul", "and_", "lshift", "lt", "ge", "eq", "ne"]


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("dtype", [int, float])
def test_arrays_beside_what_they_do_not_know_do_what_numpys_do(name, dtype):
    operate = getattr(operator, name)
    for other in STRANGERS:
        for turn in (lambda x, y: (x, y), lambda x, y: (y, x)):
            x = np.arange(1, 4).astype(dtype)
            try:
                expected = operate(*turn(x, other))
            except (TypeError, ValueError, AttributeError) as error:
                with pytest.raises((type(error), TypeError)):
                    operate(*turn(dnp.array(x) * 1, other))
            else:
                found = operate(*turn(dnp.array(x) * 1, other))
                assert np.asarray(found).dtype == np.asarray(expected).dtype
                assert np.asarray(found).tolist() == np.asarray(expected).tolist()


class Sum:
    """What takes arrays as they are."""

    def __radd__(self, other):
        return "sum", other

    def __add__(self, other):
        return NotImplemented


def test_what_has_operators_for_arrays_uses_them():
    x = dnp.ones(3)
    assert (x + Sum())[1] is x
    with pytest.raises(TypeError):
        Sum() + x


def test_sparse_matrices_and_arrays_have_sums_and_products():
    sparse = pytest.importorskip("scipy.sparse")
    eye, ones = sparse.csr_array(np.eye(3)), dnp.ones((3, 3))
    for found in (eye + ones, ones + eye):
        assert found.tolist() == (np.eye(3) + 1).tolist()
        assert isinstance(found, ndarray)
    assert (ones - eye).tolist() == (1 - np.eye(3)).tolist()
    assert (ones @ eye).tolist() == (eye @ ones).tolist() == np.ones((3, 3)).tolist()
    assert (eye * ones[0]).toarray().tolist() == np.eye(3).tolist()
