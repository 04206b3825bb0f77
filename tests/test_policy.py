"""`dusk.policy`: what it refuses, where, and that nothing slips past it."""

import threading
from pathlib import Path
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk import ops
from dusk.errors import PolicyError
from dusk.graph import TensorType
from dusk.numpy.fallback import fallback
from dusk.record.fallbacks import INSTEAD

lexsort: Any = fallback(onp.lexsort)  # whatever `np.lexsort` does: a function that NumPy does


def refusing() -> Any:
    return dusk.policy(fallback="refuse")


def test_a_refusal_names_the_call_the_line_and_what_to_write() -> None:
    v = np.array([2.0, 1.0])
    with refusing(), pytest.raises(PolicyError, match=r"asmatrix\(\.\.\.\).*test_policy\.py:\d+.*np\.asa.*allow"):
        np.asmatrix(v)
    with refusing(), pytest.raises(PolicyError, match=r"lexsort\(\.\.\., axis=\.\.\.\)"):
        lexsort((v,), axis=0)
    with refusing(), pytest.raises(PolicyError, match=r"add\.reduceat.*numpy\.add\.reduceat on NumPy's own arrays"):
        fallback(onp.add.reduceat)(v, [0])


def test_functions_and_methods_that_numpy_does_are_refused(tmp_path: Path) -> None:
    v = np.array([2.0, 1.0])
    with refusing():
        for call in (
            lambda: onp.savetxt(tmp_path / "v", v),
            lambda: np.array2string(v),
            lambda: v.byteswap(),
            lambda: np.busday_count("2026-01-01", "2026-02-01"),
        ):
            with pytest.raises(PolicyError, match=r"test_policy\.py"):
                call()


def test_what_is_refused_changes_nothing() -> None:
    v = np.array([2.0, 1.0])
    before = dusk.stats()["fallbacks"]
    with refusing(), pytest.raises(PolicyError):
        fallback(onp.ndarray.sort)(v)
    assert v.tolist() == [2.0, 1.0]
    assert dusk.stats()["fallbacks"] == before


def test_one_policy_serves_threads_and_recursion() -> None:
    shared = refusing()
    inside, leave = threading.Event(), threading.Event()
    found: list[Any] = []

    def other() -> None:
        with shared:
            inside.set()
            leave.wait(10)
            found.append(refused())
        found.append(refused())

    thread = threading.Thread(target=other)
    thread.start()
    inside.wait(10)
    assert not refused()
    with shared:
        with shared:
            leave.set()
            thread.join()
            assert refused()
        assert refused()
    assert not refused()
    assert found == [True, False]


def refused() -> bool:
    try:
        lexsort((np.ones(2),))
    except PolicyError:
        return True
    return False


def test_an_exception_ends_the_policy() -> None:
    @dusk.policy(fallback="refuse")
    def fails(depth: int) -> None:
        if depth:
            fails(depth - 1)
        raise KeyError

    with pytest.raises(KeyError):
        fails(2)
    assert not refused()


def test_unknown_rules_are_errors() -> None:
    with pytest.raises(TypeError, match="transfers"):
        dusk.policy(transfers="explicit")
    with dusk.policy(fallback="refuse"), dusk.policy():
        assert refused()


def test_compiled_functions_are_refused_when_traced_and_afterwards() -> None:
    @dusk.compile
    def f(x: Any) -> Any:
        return x[lexsort((x,))] * 2

    v = np.array([2.0, 1.0])
    for _ in range(3):
        with refusing(), pytest.raises(PolicyError, match=r"lexsort.*test_policy\.py"):
            f(v)
        assert f(v).tolist() == [2.0, 4.0]


def test_policies_inside_compiled_functions_hold() -> None:
    @dusk.compile
    @dusk.policy(fallback="refuse")
    def f(x: Any) -> Any:
        return x[lexsort((x,))] * 2

    with pytest.raises(PolicyError):
        f(np.ones(2))


def twice(x: Any) -> Any:
    return x * 2


def on_host(x: Any) -> Any:
    kind = TensorType(x.shape, x.dtype)
    return ops.host(x, function=twice, types=(kind,))


@dusk.op(like=0)
def doubled(x: Any) -> Any:
    return x * 2


@dusk.op
def twofold(x: Any) -> Any:
    return x + x


@pytest.mark.parametrize("wrap", [lambda f: f, dusk.compile])
@pytest.mark.parametrize("op", [on_host, doubled])
def test_python_functions_as_ops_are_refused_however_often_they_ran(wrap: Any, op: Any) -> None:
    f = wrap(lambda x: op(x) + 1)
    v = np.array([2.0, 1.0])
    for _ in range(6):  # recorded, followed, compiled
        assert f(v).tolist() == [5.0, 3.0]
    with refusing():
        for _ in range(2):
            with pytest.raises(PolicyError, match=r"(host of twice|doubled), called at test_policy\.py"):
                f(v)
        assert wrap(twofold)(v).tolist() == [4.0, 2.0]
        assert (v * 2).tolist() == [4.0, 2.0]
    assert f(v).tolist() == [5.0, 3.0]


def test_loops_under_a_policy_are_followed() -> None:
    v = np.ones(300)
    with refusing():
        for i in range(40):
            if i == 20:
                before = dusk.stats()["misses"]
            dusk.eval(np.tanh(v) + 1.0)
    assert dusk.stats()["misses"] == before


HINTS = {  # a call, and what its hint says
    "asmatrix(m) * asmatrix(m)": "asarray(m) @ asarray(m)",
    "bmat([[m, m], [m, m]])": "block([[m, m], [m, m]])",
    "frompyfunc(lambda x: x * 2, 1, 1)(m)": "(lambda x: x * 2)(m)",
}


@pytest.mark.filterwarnings("ignore:the matrix subclass")
@pytest.mark.parametrize("call", HINTS)
def test_what_is_to_be_written_instead_is_the_same_and_not_refused(call: str) -> None:
    scope = {**{k: getattr(np, k) for k in dir(np) if not k.startswith("_")}, "m": np.array([[0.5, 1.0], [2.0, 0.0]])}
    assert call.partition("(")[0] in INSTEAD
    wanted = onp.asarray(eval(call, scope)).astype(float)
    with refusing():
        found = onp.asarray(eval(HINTS[call], scope))
    onp.testing.assert_array_equal(found, wanted)
    with refusing(), pytest.raises(PolicyError):
        eval(call, scope)
