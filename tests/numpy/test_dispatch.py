"""NumPy's own functions on Dusk's arrays: `numpy.sum(x)` stays in Dusk, and is what NumPy gives."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
import numpy_samples
from dusk.record import Handle

# --- functions (__array_function__)

TO_NUMPY = {"array", "asanyarray", "asarray", "asarray_chkfinite", "ascontiguousarray", "asfortranarray", "require"}
"""They ask for NumPy's own array."""
TO_NUMPY |= {"asmatrix", "bmat"}
"""They make matrices, which are NumPy's."""
TO_NUMPY |= {"from_dlpack", "poly", "roots"}
"""No protocol leads from them to Dusk: of polynomials NumPy asks the elements of what it is given."""
NO_TWINS = {"empty", "empty_like"}
"""Functions whose values are chance."""

SAMPLES = [
    name for name in numpy_samples.names() if numpy_samples.expression(name) is not None and "ndarray." not in name
]


def parts(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list):
        for part in value:
            yield from parts(part)
    else:
        yield value


def of_numpys_functions(name: str, made_by: Any) -> list[Any]:
    """What NumPy's function gives for the sample's operands, made by another namespace."""
    text = numpy_samples.expression(name)
    assert text is not None
    with numpy.errstate(all="ignore"):
        return list(parts(eval(text, {"np": numpy, "numpy": numpy, **numpy_samples.data(made_by)})))


def is_given_arrays(name: str) -> bool:
    return re.search(r"\b[vwmnijb]\b(?!\")", numpy_samples.expression(name) or "") is not None


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("name", SAMPLES)
def test_a_function_of_numpys_given_dusk_arrays_stays_in_dusk(name: str) -> None:
    stays = is_given_arrays(name) and name not in TO_NUMPY
    found, expected = of_numpys_functions(name, dnp), of_numpys_functions(name, numpy)
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        if not isinstance(theirs, numpy.ndarray | numpy.generic):
            assert type(ours) is type(theirs)
            continue
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        if stays and isinstance(theirs, numpy.ndarray) and theirs.dtype.kind in "biufc":
            assert type(ours) is dnp.ndarray
        if name == "unique_values":
            ours, theirs = numpy.sort(ours), numpy.sort(theirs)
        if name not in NO_TWINS and theirs.dtype.kind in "biufc":
            numpy.testing.assert_allclose(numpy.asarray(ours), theirs, rtol=1e-12, atol=1e-12)


def test_what_numpys_functions_do_is_recorded() -> None:
    a = dnp.arange(6.0).reshape(2, 3)
    before = dusk.stats()["flushes"]
    made = numpy.sum(numpy.concatenate([numpy.exp(a), numpy.float64(2) * a, a / numpy.float32(2)]), axis=0)
    made = numpy.where(made > 1, numpy.tanh(made), numpy.square(made)) @ numpy.ones(3)
    assert dusk.stats()["flushes"] == before
    assert isinstance(made, Handle)


def test_gradients_flow_through_numpys_functions() -> None:
    def loss(np: Any, x: Any) -> Any:
        return np.sum(np.stack([np.cumsum(x), np.sort(x), np.clip(x, 0.2, 0.7)]) ** 2) + np.dot(x, x)

    x = dnp.array([0.5, 0.1, 0.9])
    ours, theirs = (dusk.grad(lambda x, np=np: loss(np, x))(x) for np in (dnp, numpy))
    numpy.testing.assert_array_equal(ours, theirs)


MADE_LIKE: list[Callable[[Any], Any]] = [
    lambda like: numpy.zeros(3, like=like),
    lambda like: numpy.ones((2, 2), "f4", like=like),
    lambda like: numpy.full(2, 3, like=like),
    lambda like: numpy.array([1, 2], like=like),
    lambda like: numpy.asarray([1.0], like=like),
    lambda like: numpy.arange(3, like=like),
    lambda like: numpy.eye(2, like=like),
    lambda like: numpy.fromiter([1, 2], int, like=like),
    lambda like: numpy.frombuffer(b"1234", numpy.uint8, like=like),
]


@pytest.mark.parametrize("make", MADE_LIKE)
def test_what_is_made_like_a_dusk_array_is_one(make: Callable[[Any], Any]) -> None:
    ours, theirs = make(dnp.ones(1)), make(numpy.ones(1))
    assert type(ours) is dnp.ndarray
    assert (ours.dtype, ours.tolist()) == (theirs.dtype, theirs.tolist())


# --- universal functions (__array_ufunc__)

UFUNCS = [name for name in sorted(numpy.__all__) if isinstance(getattr(numpy, name), numpy.ufunc) and name != "isnat"]
SHAPES = {"matmul": ((2, 3), (3, 2)), "vecdot": ((2, 3), (2, 3)), "matvec": ((2, 3), (3,)), "vecmat": ((2,), (2, 3))}
MASK = numpy.array([[True, False, True], [False, True, True]])


def operands(name: str, kind: str) -> list[Any] | None:
    """Operands of a kind that the function takes (None: it takes none of it)."""
    function, rng = getattr(numpy, name), numpy.random.default_rng(5)
    values = [rng.integers(1, 5, shape) for shape in SHAPES.get(name, ((2, 3),) * function.nin)]
    values = [x / 6 if kind == "d" else x > 2 if kind == "?" else x.astype(kind) for x in values]
    try:
        with numpy.errstate(all="ignore"):
            function(*values)
    except TypeError:
        return None
    return values


def outputs(made: Any) -> list[Any]:
    return list(made) if isinstance(made, tuple) else [made]


def compare(call: Callable[[Any], Any], arrays: bool = True) -> None:
    """A call under both: the same values and dtypes, in Dusk's arrays (NumPy's own scalars are at hand), or an error of
    the same kind."""
    with numpy.errstate(all="ignore"):
        try:
            expected = outputs(call(numpy))
        except (TypeError, ValueError) as error:
            with pytest.raises((TypeError, ValueError) if isinstance(error, TypeError) else ValueError):
                call(dnp)
            return
        found = outputs(call(dnp))
    for ours, theirs in zip(found, expected, strict=True):
        if theirs is not None:
            assert isinstance(ours, Handle) or isinstance(theirs, numpy.generic) or not arrays
            assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
            precision = {"e": 2e-3, "f": 1e-6, "F": 1e-6}.get(theirs.dtype.char, 1e-12)
            numpy.testing.assert_allclose(numpy.asarray(ours), theirs, precision, precision)


@pytest.mark.filterwarnings("ignore:Passing more than 2 positional:DeprecationWarning")
@pytest.mark.parametrize("kind", ["?", "l", "d", "D"])
@pytest.mark.parametrize("name", UFUNCS)
def test_a_universal_function_of_numpys_stays_in_dusk(name: str, kind: str) -> None:
    function, values = getattr(numpy, name), operands(name, kind)
    if values is None:
        return

    def given(np: Any) -> list[Any]:
        return [np.array(x) for x in values]

    def written(np: Any) -> list[Any]:
        with numpy.errstate(all="ignore"):
            return [np.zeros(x.shape, x.dtype) for x in outputs(function(*values))]

    def into(np: Any, *operands: Any, **rest: Any) -> Any:
        out = written(np)
        made = outputs(function(*operands, out=tuple(out), **rest))
        assert all(a is b for a, b in zip(made, out, strict=True))
        return tuple(out)

    compare(lambda np: function(*given(np)))
    compare(lambda np: into(np, *given(np)))
    compare(lambda np: into(np, *values))
    compare(lambda np: function(*given(np), *written(np)))
    compare(lambda np: into(numpy, *given(np)), arrays=False)
    if function.signature is None:
        compare(lambda np: into(np, *given(np), where=np.array(MASK)))
        compare(lambda np: function(*[x.reshape(-1)[0] for x in given(np)]))
    if function.nin == 2 and function.signature is None:
        compare(lambda np: function(values[0], np.array(values[1])))
        compare(lambda np: function(values[0].reshape(-1)[0], np.array(values[1])))
        compare(lambda np: function(np.array(values[0]), values[1].tolist()))


COMBINING = [name for name in UFUNCS if (f := getattr(numpy, name)).nin == 2 and f.nout == 1 and f.signature is None]
METHODS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "reduce": lambda f, np, x: f.reduce(np.array(x)),
    "reduce all": lambda f, np, x: f.reduce(np.array(x), axis=None),
    "reduce axes": lambda f, np, x: f.reduce(np.array(x), axis=(0, 1), keepdims=True),
    "reduce from": lambda f, np, x: f.reduce(np.array(x), axis=-1, initial=1),
    "reduce where": lambda f, np, x: f.reduce(np.array(x), axis=1, where=np.array(MASK), initial=1),
    "reduce in": lambda f, np, x: f.reduce(np.array(x), axis=1, dtype="f8"),
    "accumulate": lambda f, np, x: f.accumulate(np.array(x), axis=1),
    "outer": lambda f, np, x: f.outer(np.array(x), np.array(x[0])),
    "reduceat": lambda f, np, x: f.reduceat(np.array(x), [0, 1, 0], axis=1),
}


# NumPy's vector loops of these lose the running result: `np.power.reduce([3.0, 2.0, 2.0])` may be 9.
LOST = {"power", "pow", "arctan2", "atan2", "ldexp"}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", COMBINING)
def test_a_method_of_a_universal_function_stays_in_dusk(name: str, method: str) -> None:
    if name in LOST and method.startswith("reduce"):
        pytest.skip("NumPy's own results are wrong")
    for kind in "ld":
        values = operands(name, kind)
        if values is not None:
            compare(lambda np, x=values[0]: METHODS[method](getattr(numpy, name), np, x))


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "negative", "logical_not"])
def test_at_writes_into_a_dusk_array(name: str) -> None:
    def program(np: Any) -> Any:
        a = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        operand = (np.array([2.0, 3.0]),) if getattr(numpy, name).nin == 2 else ()
        getattr(numpy, name).at(a, (np.array([0, 0]), np.array([1, 1])), *operand)
        return a

    compare(program)


def test_numpys_scalars_on_the_left_are_recorded() -> None:
    a = dnp.arange(3.0)
    before = dusk.stats()["flushes"]
    two, one = numpy.float64(2), numpy.int64(1)
    made = [two * a, two - a, two / (a + one), two**a, two > a, numpy.float32(3) + a, numpy.True_ & (a > one)]
    assert all(type(x) is dnp.ndarray for x in made)
    assert dusk.stats()["flushes"] == before
    assert made[0].tolist() == [0, 2, 4]
