"""`dusk.stats()`: totals, and what each line of a program did."""

import json
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
from dusk.config import config
from dusk.kernel import native
from dusk.numpy.fallback import fallback
from subprocess_script import run_script

lexsort: Any = fallback(onp.lexsort)  # whatever `np.lexsort` does: functions that NumPy does
spacing: Any = fallback(onp.spacing)


def line_of(text: str) -> Any:
    """What the one line of this file with that text did so far."""
    found = [line for line in dusk.stats().lines if line.file == __file__ and text in line.text]
    assert len(found) == 1, found
    return found[0]


def test_fallbacks_are_listed_by_line_with_their_functions() -> None:
    v = np.array([2.0, 1.0])
    before = dusk.stats()["fallbacks"]
    for _ in range(3):
        lexsort((v,)), spacing(v)  # two of them
    spacing(v)  # another line
    assert dusk.stats()["fallbacks"] == before + 7
    line = line_of("two of them")
    assert (line.fallbacks, line.functions) == (6, {"lexsort": 3, "spacing": 3})
    assert line_of("another line").functions == {"spacing": 1}


def test_copies_are_counted_in_and_out_and_large_ones_by_line() -> None:
    large, small = onp.ones(8000), onp.ones(3)
    before = dusk.stats()
    a = np.array(large)  # comes in
    np.array(small)
    after = dusk.stats()
    assert after["copies"] - before["copies"] == 1
    assert after["copied_bytes"] - before["copied_bytes"] == 64_000
    assert (line_of("comes in").copies, line_of("comes in").copied_bytes) == (1, 64_000)
    onp.array(a)  # goes out
    onp.asarray(a), a.numpy()  # is shared
    assert dusk.stats()["copied_bytes"] - after["copied_bytes"] in (0, 64_000)  # NumPy may copy what it is shown
    before = dusk.stats()
    a.__array__("f4")  # is cast: NumPy itself asks for the memory, and casts that
    a.tolist()  # as a list
    assert dusk.stats()["copied_bytes"] - before["copied_bytes"] == 96_000
    assert line_of("is cast").copied_bytes == 32_000
    assert not [line for line in dusk.stats().lines if line.file == __file__ and "is shared" in line.text]


@pytest.mark.skipif(not native.available(), reason="compiles")
@pytest.mark.parametrize("follower", ["launches", "python"])
def test_programs_are_counted_by_the_line_that_needs_them_first(follower: str) -> None:
    x = np.ones(50)
    dusk.eval(x)
    with config.using(tier="native"):
        for _ in range(10):
            y = np.tanh(x) * 3.5 + (0.25 if follower == "python" else 0.125)
            if follower == "python":
                dusk.eval(y)  # by eval
            else:
                float(y.sum())  # by float
    line = line_of("by eval" if follower == "python" else "by float")
    assert (line.runs, line.programs, line.compiled, line.cache_hits) == (10, 1, 1, 9)


@pytest.mark.skipif(not native.available(), reason="compiles")
def test_calls_of_compiled_functions_are_counted() -> None:
    f = dusk.compile(lambda x: np.tanh(x) * 2.5)
    x = np.ones(50)
    dusk.eval(x)
    for _ in range(10):
        f(x)  # compiled call
    line = line_of("compiled call")
    assert (line.runs, line.programs, line.compiled) == (10, 1, 1)


def test_the_summary_is_a_dict_and_prints_as_a_table() -> None:
    found = dusk.stats()
    assert json.loads(json.dumps(found)) == dict(found)
    program = """
    import dusk, dusk.numpy as np
    np.array2string(np.ones(2))
    print(dusk.stats())
    """
    text = run_script(program).stdout
    assert "1 fallbacks" in text
    assert "cache hits" in text
    assert [line for line in text.splitlines() if "<string>:3" in line and "array2string x1" in line]


def test_lines_are_those_of_the_user_not_of_numpys_code() -> None:
    m = onp.ones((3, 3))
    lexsort((np.array(m),), axis=0)  # own line
    onp.array2string(np.array(m))  # numpys function
    assert line_of("own line").fallbacks == line_of("numpys function").fallbacks == 1
