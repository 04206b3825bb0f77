"""The two followers are twins: the same programs give the same values and the same counters under both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
import random_programs
from dusk.config import config
from dusk.record.follower import unfit
from subprocess_script import run_script

HERE = Path(__file__).parent
SHARED = (
    *("test_follower.py", "test_followed.py", "test_follower_objects.py", "test_follower_loading.py"),
    *("test_following.py", "../array/test_scalars_at_hand.py"),
)
ROUNDS = 5


def training() -> Callable[[int], Any]:
    rng = np.random.default_rng(0)
    weights, x = [rng.standard_normal((4, 4)) for _ in range(3)], rng.standard_normal((8, 4))

    def loss(weights: list[Any]) -> Any:
        h = x
        for w in weights:
            h = np.maximum(h @ w, 0.0)
        return (h**2).mean()

    step = dusk.value_and_grad(loss)

    def round_(i: int) -> Any:
        value, gradients = step(weights)
        for w, g in zip(weights, gradients, strict=True):
            w -= 0.01 * g
        return [float(value), *weights] if i % 2 else weights

    return round_


def scalars() -> Callable[[int], Any]:
    x = np.arange(4.0)
    values = (0.5, 0.0, -0.0, 3, True, 2**40, float("nan"), float("inf"), 0.5, numpy.float32(2), 1e300)
    return lambda i: [(x + v) * values[-1 - k] - i * 0.25 for k, v in enumerate(values)]


def slices() -> Callable[[int], Any]:
    u = np.arange(60.0).reshape(6, 10)

    def round_(i: int) -> Any:
        u[i : i + 2, ::2] += u[1:3, i : i + 5] * 0.5
        u[i] = u[-1 - i] + i
        u.T[i, ::-1] -= u[:, 2]
        return u, u[i, i + 1] * 2, u[:, i].sum()

    return round_


def in_place() -> Callable[[int], Any]:
    x, y, n = np.ones(5), np.arange(5.0), np.arange(5)

    def round_(i: int) -> Any:
        nonlocal x
        z = x
        x += y
        x *= x
        x /= x.sum()
        n.__iadd__(i)
        s = x.sum()
        s += 1
        np.add(x, y, out=y)
        x = x.copy() if i % 2 else x
        return x, y, z, n, s

    return round_


def branches() -> Callable[[int], Any]:
    x = np.ones(3)

    def round_(i: int) -> Any:
        nonlocal x
        x = x + 2 if float(x.sum()) < 5 else x - 3
        y = x * 2 if i % 2 else 2 - x
        return np.where(y > 1, y, x)

    return round_


def long() -> Callable[[int], Any]:
    x, y = np.ones(3), np.zeros(3)

    def round_(i: int) -> Any:
        nonlocal x
        for k in range(70):
            x = np.tanh(x) * 0.5 + 1
            if k % 7 == 0:
                y[1:] = x[:-1]
        return x, y

    return round_


def keywords() -> Callable[[int], Any]:
    x = np.arange(24.0).reshape(2, 3, 4)
    return lambda i: [
        x.sum(axis=1),
        np.concatenate([x, x * i, x + 1, x, x, x * i], axis=1),
        x.astype("float32") + 1,
        np.clip(x, 1.0, 7.0 + i),
        np.einsum("ijk,ijk->i", x, x),
        x.reshape(6, 4).T @ np.ones(6),
        np.multiply(x, 3, dtype="float32"),
        x.mean(axis=(0, 2), keepdims=bool(i % 2)),
    ]


def sharing() -> Callable[[int], Any]:
    x = np.ones(4)
    seen = numpy.asarray(x)

    def round_(i: int) -> Any:
        nonlocal x
        x += i
        seen[0] = i
        y = x * 2
        x[1:] *= y[1:]
        numpys = numpy.arange(4.0)
        numpys += x
        return x, y, numpys, numpy.array(seen)

    return round_


def errors() -> Callable[[int], Any]:
    x, y = np.ones(3), np.ones(4)

    def round_(i: int) -> Any:
        z = x * 2
        met: list[str] = []
        for bad in (lambda: z + y, lambda: z.sum(axis=2), lambda: z[9], lambda: z.__iadd__(y), lambda: z @ "text"):
            try:
                bad()
            except Exception as error:
                met.append(type(error).__name__)
        return z + 1, len(met), sum(map(len, met))

    return round_


def compiled() -> Callable[[int], Any]:
    f = dusk.compile(lambda x, n: np.exp(-x) * n + np.sin(x))
    x = np.arange(5.0)

    def round_(i: int) -> Any:
        nonlocal x
        x = x + 1
        return f(x, 2.0), f(x * 2, 3.0) + x

    return round_


def hessian() -> Callable[[int], Any]:
    c = np.arange(3.0)

    def loss(x: Any) -> Any:
        y = np.exp(x * c)
        y[1:] += x[:-1]
        return (y * y).sum()

    second = dusk.grad(lambda x: (dusk.grad(loss)(x) * c).sum())
    return lambda i: (second(np.ones(3) * i), dusk.grad(loss)(c))


def threads() -> Callable[[int], Any]:
    x = np.arange(3.0)

    def round_(i: int) -> Any:
        made: list[Any] = []
        mine = x * 2 + i

        def work() -> None:
            y = x * 3
            y += mine
            made.append(y - 1)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        return mine, made[0] * 2

    return round_


PROGRAMS = (
    training,
    scalars,
    slices,
    in_place,
    branches,
    long,
    keywords,
    sharing,
    errors,
    compiled,
    hessian,
    threads,
)


def looked(values: Any) -> list[Any]:
    values = values if isinstance(values, tuple | list) else [values]
    arrays = [x if isinstance(x, np.ndarray | numpy.generic) else numpy.array(x) for x in values]
    return [(a.dtype.str, a.shape, a.tobytes().hex()) for a in arrays]


def run(tier: str, seeds: int) -> dict[str, Any]:
    """Values and counters of every round of every program."""
    found: dict[str, Any] = {"unfit": unfit}

    def note(name: str, round_: Callable[[int], Any]) -> None:
        rounds: list[Any] = []
        for i in range(ROUNDS):
            before = dusk.stats()
            try:
                values = looked(round_(i))
            except Exception as error:  # random programs may divide by zero and the like
                values = [type(error).__name__]
            after = dusk.stats()
            rounds.append([values, {k: after[k] - before[k] for k in after}])
        found[name] = rounds

    with config.using(tier=tier, cut=60):
        for make in PROGRAMS:
            note(make.__name__, make())
        for seed in range(seeds):
            program = random_programs.write(seed)
            scope: dict[str, Any] = {}
            exec(compile(program.source, f"program {seed}", "exec"), scope)

            def round_(i: int, program: Any = program, scope: dict[str, Any] = scope, seed: int = seed) -> Any:
                with numpy.errstate(all="ignore"):
                    inputs = random_programs.changed(program.inputs, i, seed)
                    return scope["program"](np, numpy, *map(np.array, inputs))

            note(f"random program {seed}", round_)
    return found


@pytest.mark.skipif(unfit is not None, reason=f"there is no native follower to compare with: {unfit}")
@pytest.mark.parametrize(("tier", "seeds"), [("interpreter", 100), ("native", 10)])
def test_values_and_counters_are_the_same(tier: str, seeds: int) -> None:
    source = f"""
        import json, sys
        sys.path.insert(0, {str(HERE)!r})
        import test_follower_twins
        print(json.dumps(test_follower_twins.run({tier!r}, {seeds})))
        """
    native, portable = (json.loads(run_script(source, 250, DUSK_FOLLOWER=w).stdout) for w in ("native", "portable"))
    assert native.pop("unfit") is None
    assert "DUSK_FOLLOWER" in portable.pop("unfit")
    assert native.keys() == portable.keys()
    for name in native:
        for i, (mine, other) in enumerate(zip(native[name], portable[name], strict=True)):
            assert mine[1] == other[1], f"{name}, round {i}: counters"
            assert mine[0] == other[0], f"{name}, round {i}: values"
        steady = name in {make.__name__ for make in PROGRAMS} - {"threads"}  # each thread begins anew
        assert native[name][-1][1]["misses"] == 0 or not steady, f"{name} is never followed"


@pytest.mark.skipif(os.environ.get("DUSK_FOLLOWER") == "portable", reason="this is the portable follower's run")
def test_the_portable_follower_passes_the_same_tests() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(str(HERE / name) for name in SHARED)],
        env={**os.environ, "DUSK_FOLLOWER": "portable", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=HERE.parent.parent,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
