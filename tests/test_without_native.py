"""Where native code cannot be built, everything works and one notice says so."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

from subprocess_script import NOTICE

HIDDEN = Path(__file__).parent / "without_native"  # a folder whose llvmlite cannot be imported

PROGRAM = """
    import numpy, dusk, dusk.numpy as np
    from dusk.symbol import Variable

    def loss(w, x):
        return (np.tanh(x @ w) ** 2).sum()

    def by_hand(w, x):
        t = numpy.tanh(x @ w)
        return (t * t).sum(), x.T @ (2 * t * (1 - t * t))

    numpys = numpy.arange(6.0).reshape(3, 2) / 10, numpy.arange(12.0).reshape(4, 3) / 10
    for tier in ("auto", "native", "interpreter"):
        step = dusk.compile(dusk.value_and_grad(loss))
        with dusk.config.using(tier=tier):
            for k in range(4):
                (w, x), expected = (np.array(v + k) for v in numpys), by_hand(*(v + k for v in numpys))
                for value, gradient in (step(w, x), dusk.value_and_grad(loss)(w, x)):
                    assert numpy.allclose(value, expected[0]) and numpy.allclose(gradient, expected[1])
                x[1:, ::2] += 1
                assert numpy.allclose(x.sum(), (numpys[1] + k).sum() + 6)
    assert list(dusk.compile(Variable("a") * 2)(a=np.arange(3.0))) == [0, 2, 4]
    print("all right")
    """


def test_everything_works_and_one_notice_says_so() -> None:
    paths = f"import sys; sys.path[:0] = {[str(HIDDEN), *sys.path]!r}\n"
    done = subprocess.run(
        [sys.executable, "-c", paths + textwrap.dedent(PROGRAM)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "all right\n"), done.stderr
    assert re.fullmatch(NOTICE, done.stderr), done.stderr
