"""Random programs with derivatives: functions of floats that write through views, choose, reduce, index, broadcast.

Their slopes along a random direction are NumPy's finite differences, and are what Dusk's gradients and tangents say.

    python tests/surface_gradients.py 1000 --first 0 --tier native

prints how many agreed, and each program that did not, as few lines of it as differ.
"""

from __future__ import annotations

import random
import sys
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import dusk
import dusk.numpy as dnp
from surface_programs import arguments

STEP = 2e-6
LIMIT = 400  # elements


@dataclass
class Program:
    """A function `program(np, x0, ...)` of float64 arrays that gives a number; a direction in which they move."""

    seed: int
    lines: list[str]
    inputs: list[np.ndarray]
    direction: list[np.ndarray]

    @property
    def source(self) -> str:
        names = ", ".join(f"x{i}" for i in range(len(self.inputs)))
        found = sorted({n for n in " ".join(self.lines).replace("(", " ").split() if n[0] == "v" and n[1:].isdigit()})
        return "\n".join(
            [
                f"def program(np, {names}):",
                *("    " + line for line in self.lines),
                "    total = 0.0",
                f"    for v in ({', '.join([*found, *names.split(', ')])},):",
                "        if v.dtype.kind == 'f':",
                "            total = total + (v * np.cos(np.arange(1.0 * v.size)).reshape(v.shape)).sum()",
                "    return total",
            ]
        )

    def function(self) -> Callable[..., Any]:
        scope: dict[str, Any] = {}
        exec(compile(self.source, f"<slope {self.seed}>", "exec"), scope)
        return scope["program"]


class Writer:
    """Writes a program while NumPy runs it: what is not finite, or too large, is left out."""

    def __init__(self, seed: int) -> None:
        self.rng, self.data = random.Random(seed), np.random.default_rng(seed)
        self.scope: dict[str, Any] = {"np": np}
        self.seed, self.lines, self.fresh = seed, [], 0

    def new(self) -> str:
        self.fresh += 1
        return f"v{self.fresh}"

    def pick(self, where: Callable[[Any], bool] = lambda v: True) -> str | None:
        names = [n for n, v in self.scope.items() if isinstance(v, np.ndarray) and v.dtype.kind == "f" and where(v)]
        names = names[-5:] if self.rng.random() < 0.7 else names
        return self.rng.choice(names) if names else None

    def own(self) -> str | None:
        """What may be written to: not what the function was given."""
        given = [v for n, v in self.scope.items() if n[0] == "x"]
        return self.pick(
            lambda v: v.ndim > 0 and v.flags.writeable and not any(np.may_share_memory(v, x) for x in given)
        )

    def fitting(self, shape: tuple[int, ...]) -> str:
        def fits(v: Any) -> bool:
            return v.ndim <= len(shape) and all(a in (1, b) for a, b in zip(v.shape[::-1], shape[::-1], strict=False))

        return self.pick(fits) or self.rng.choice(("0.5", "-1.25", "2"))

    def window(self, shape: tuple[int, ...]) -> str:
        r = self.rng
        parts = [
            r.choice((":", "::-1", "::2", f"{r.randrange(-n, n)}:", f":{r.randrange(1, n + 1)}", "::-2", f"-{n}",
                      f"{r.randrange(n)}")) if n else ":" for n in shape
        ]  # fmt: skip
        return ", ".join(parts[: r.randrange(1, len(parts) + 1)] + r.choice(([], [], [], ["None"], ["..."])))

    def index(self, shape: tuple[int, ...], name: str) -> str:
        r, n = self.rng, shape[0]
        several = [r.randrange(-n, n) for _ in range(r.randrange(1, 4))] if n else []
        return r.choice((self.window(shape), self.window(shape), str(several or "..."), f"np.array({several}, int)",
                         f"{name} > {r.choice((0, 0.3))}", f"np.arange({n}) % 2 == 0",
                         f"..., [{r.randrange(shape[-1])}, 0]" if shape[-1] else "..."))  # fmt: skip

    def statement(self) -> str | None:
        r = self.rng
        a = self.pick(lambda v: v.ndim > 0)
        if a is None:
            return None
        v, shape = self.scope[a], self.scope[a].shape
        b, i = self.fitting(shape), r.randrange(v.ndim)
        kind = r.random()
        if kind < 0.38:
            o = self.own()
            if o is None:
                return f"{self.new()} = {a} * {b}"
            s = self.scope[o].shape
            b, at = self.fitting(s), self.index(s, o)
            c = self.fitting(self.scope[o][eval(f"np.s_[{at}]", self.scope)].shape)
            mask = f"{self.fitting(s)} > 0.1"
            return r.choice((
                f"{o}[{at}] = {c}", f"{o}[{at}] {r.choice(('+=', '-=', '*='))} {c}", f"{o}[{at}] = np.sin({o}[{at}])",
                f"{o} {r.choice(('+=', '-=', '*='))} {b}", f"{o} /= 1.5 + np.square({b})",
                f"{o}[{at}] = {o}[{at}] * {c}", f"np.multiply({o}, {b}, out={o})", f"np.sin({o}, out={o})",
                f"np.add({o}, {b}, out={o}, where={mask})", f"np.copyto({o}, {b}, where={mask})",
                f"{o}.T[...] *= 0.5", f"{o}[1:] += {o}[:-1]", f"{o}[::-1] = {o}",
                f"np.add.at({o}, [0, -1, 0], 0.5)", f"np.multiply.at({o}, [0, -1, 0], 1.5)", f"{o}.fill(0.25)",
                f"{o}.sort(axis={r.randrange(len(s))})", f"np.cumsum({o}, axis=0, out={o})", f"{o} **= 2",
                f"np.subtract({o}[1:], {o}[:-1], out={o}[1:])", f"for row in {o}[:2]: row *= 0.5",
                f"{o}.reshape(-1)[::2] = 0.75", f"{o}[{at}], {o}[:1] = {c}, {o}[-1:]", f"np.putmask({o}, {mask}, {c})",
            ))  # fmt: skip
        if kind < 0.5:
            return f"{self.new()} = " + r.choice((
                f"{a}[{self.window(shape)}]", f"{a}.T", f"{a}.reshape(-1)", f"{a}.ravel()", f"np.flip({a}, {i})",
                f"np.swapaxes({a}, 0, -1)", f"np.squeeze({a})", f"{a}[{self.index(shape, a)}]", f"{a}[None]",
                f"np.diagonal({a})" if v.ndim > 1 else f"{a}[::-1]", f"np.broadcast_to({a}, {(2, *shape)})",
            ))  # fmt: skip
        if kind < 0.66:
            words = r.choice((f"axis={i}", "axis=None", f"axis={i}, keepdims=True", f"axis=-1, where={a} > 0.1"))
            f = r.choice(("sum", "mean", "max", "min", "prod", "var", "std", "cumsum", "cumprod", "nansum", "median"))
            words = words if f in ("sum", "mean", "prod") else words.split(", where")[0]
            words = words.split(", keep")[0] if f.startswith("cum") else words
            words += ", initial=-1.0" if f == "max" else ""
            return f"{self.new()} = np.{f}({a}, {words})"
        if kind < 0.8:
            return f"{self.new()} = " + r.choice((
                f"{a} + {b}", f"{a} * {b}", f"{b} - {a}", f"{a} / (1.5 + np.square({b}))", f"np.sin({a})",
                f"np.tanh({a})", f"np.exp(-np.square({a}))", f"np.sqrt(1 + {a} * {a})", f"np.abs({a})",
                f"np.maximum({a}, {b})",
                f"np.clip({a}, -0.5, 0.75)", f"{a} ** 2", f"np.arctan2({a}, 2 + np.cos({b}))", f"np.log1p({a} ** 2)",
                f"np.hypot({a}, 1 + np.abs({b}))", f"(1 + {a} * {a}) ** {r.choice(('0.5', '-1', '1.5'))}",
            ))  # fmt: skip
        mask = f"{a} > {self.fitting(shape)}"
        return f"{self.new()} = " + r.choice((
            f"np.where({mask}, {a}, {b})", f"np.where({a} > 0, np.sqrt(np.maximum({a}, 1e-3)), {b})",
            f"np.sort({a}, axis={i})", f"np.select([{mask}], [{a} * 2], {b})",
            f"np.concatenate([{a}, {a}[:1]], axis=0)", f"np.stack([{a}, {a}])",
            f"np.roll({a}, 1, {i})", f"np.tile({a}, 2)", f"np.repeat({a}, 2, axis={i})", f"np.pad({a}, 1)",
            f"np.diff({a}, axis={i})", f"np.outer({a}, {a}.ravel()[:3])",
            f"{a} @ np.swapaxes({a}, -1, -2)" if v.ndim > 1 else f"{a} @ {a} * np.ones(2)",
            f"np.einsum('...i,...i->...', {a}, {a}) * np.ones(1)", f"np.tril({a}) * 1"
            if v.ndim > 1 else f"np.convolve({a}, {a}[:2])", f"np.take({a}, [0, -1, 0], axis={i})", f"{a}.copy()",
            f"np.take_along_axis({a}, np.argsort({a}, axis={i}), {i})", f"np.array({a})",
            f"np.cross({a}.ravel()[:3], [1, 2, 3])",
        ))  # fmt: skip

    def write(self, length: int = 9) -> Program:
        r = self.rng
        n, m = r.randrange(1, 6), r.randrange(1, 5)
        shapes = r.choices(((n,), (m, n), (n, n), (m, 1), (2, m, n), (1,)), (3, 4, 2, 1, 2, 1), k=r.randrange(1, 4))
        inputs = [self.data.uniform(-1.2, 1.2, s) for s in shapes]
        self.scope.update({f"x{i}": x.copy() for i, x in enumerate(inputs)})
        for _ in range(8 * length):
            if len(self.lines) == length:
                break
            self.add(self.statement)
        return Program(self.seed, self.lines, inputs, [self.data.standard_normal(x.shape) for x in inputs])

    def add(self, maker: Callable[[], str | None]) -> None:
        before = dict(self.scope)
        saved = {n: (v, v.copy()) for n, v in before.items() if isinstance(v, np.ndarray) and v.flags.writeable}
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                text = maker()
                if text is None:
                    return
                exec(text, self.scope)
            except Exception:
                text = None
        values = [v for v in self.scope.values() if isinstance(v, np.ndarray)]
        fine = all(v.size <= LIMIT and np.all(np.abs(v) < 50) for v in values)
        new = next((v for n, v in self.scope.items() if n not in before and n[0] == "v"), None)
        fine &= text is None or "np.std" not in text or bool(np.all(new > 0.01))  # at 0 it has a kink
        if text is None or not fine:
            self.scope = before
            for v, value in saved.values():
                v[...] = value
        else:
            self.lines.append(text)


def slopes(program: Program) -> list[float]:
    """Finite differences along the direction, of two steps: where they are not one, a kink or a jump is near."""
    function = program.function()

    def at(step: float) -> float:
        return float(function(np, *(x + step * d for x, d in zip(program.inputs, program.direction, strict=True))))

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [(at(h) - at(-h)) / (2 * h) for h in (STEP, 3 * STEP)] + [(at(STEP) - at(0.0)) / STEP]


def difference(program: Program, rounds: int = 2) -> str | None:
    """What is wrong with the derivatives of a program, in words."""
    given = slopes(program)
    scale = 1 + abs(given[0])
    if not np.all(np.isfinite(given)) or max(abs(s - given[0]) for s in given) > 1e-3 * scale:
        return None
    function = program.function()
    moving = tuple(range(len(program.inputs)))
    for _ in range(rounds):
        arrays = [dnp.array(x) for x in program.inputs]
        directions = [dnp.array(d) for d in program.direction]
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                value = float(function(np, *map(np.array, program.inputs)))
                mine, found = dusk.value_and_grad(lambda *xs: function(dnp, *xs), moving)(*arrays)
                back = sum(float((g * d).sum()) for g, d in zip(found, directions, strict=True))
                forward = float(dusk.jvp(lambda *xs: function(dnp, *xs), tuple(arrays), tuple(directions))[1])
        except Exception as error:
            return f"{type(error).__name__}: {error}\n{traceback.format_exc(limit=-2)}"
        if not abs(float(mine) - value) <= 1e-9 * (1 + abs(value)):
            return f"value {float(mine)!r}, NumPy's is {value!r}"
        if not abs(back - forward) <= 1e-8 * scale:
            return f"gradient {back!r}, tangent {forward!r}, differences {given[0]!r}"
        if not abs(back - given[0]) <= 2e-4 * scale:
            return f"gradient and tangent {back!r}, differences {given[0]!r}"
    return None


def write(seed: int) -> Program:
    """The program of a seed."""
    return Writer(seed).write()


def shrink(program: Program) -> Program:
    """The same difference in fewer lines."""
    at = len(program.lines)
    while at > 0:
        at -= 1
        lines = program.lines[:at] + program.lines[at + 1 :]
        shorter = Program(program.seed, lines, program.inputs, program.direction)
        try:
            found = difference(shorter)
        except Exception:
            continue
        if found is not None and "NameError" not in found and "UnboundLocal" not in found:
            program = shorter
    return program


def run(seeds: range, tier: str, most: int = 3) -> list[str]:
    """The programs of seeds that differ on a tier, made small."""
    different: list[str] = []
    with dusk.config.using(tier=tier):
        for seed in seeds:
            program = write(seed)
            found = difference(program)
            if found is not None:
                small = shrink(program)
                shapes = ", ".join(f"x{i}{list(x.shape)}" for i, x in enumerate(small.inputs))
                different.append(f"--- seed {seed}: {shapes}\n{small.source}\n{difference(small) or found}")
                if len(different) == most:
                    break
    return different


def main() -> int:
    options = arguments(__doc__).parse_args()
    different = run(range(options.first, options.first + options.count), options.tier, options.most)
    for text in different:
        print(text, end="\n\n")
    print(f"{options.count} programs, {len(different)} different")
    return len(different) > 0


if __name__ == "__main__":
    sys.exit(main())
