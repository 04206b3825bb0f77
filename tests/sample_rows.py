"""How the samples of ops are written down. The named size `N` is a number where values are needed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Dim, Graph, Node, Op, TensorType, Value, rebuild, trace
from dusk.graph.types import size_value

N = Dim("n")
SIZE = 4


@dataclass(frozen=True)
class Arg:
    """An operand: its type, and the values it is drawn from (evenly between `low` and `high`, or given)."""

    shape: tuple[Any, ...]
    dtype: Any = np.float64
    low: float = -2.0
    high: float = 2.0
    values: Any = None

    @property
    def type(self) -> TensorType:
        return TensorType(self.shape, self.dtype)

    def draw(self, seed: int, n: int = SIZE) -> np.ndarray[Any, Any]:
        shape = tuple(size_value(d, {"n": n}) for d in self.shape)
        if self.values is not None:
            return np.array(self.values, self.dtype).reshape(shape)
        rng, dtype = np.random.default_rng(seed), np.dtype(self.dtype)
        if dtype.kind == "b":
            return rng.random(shape) < 0.5
        if dtype.kind in "iu":
            return rng.integers(int(self.low), int(self.high) + 1, shape).astype(dtype)
        drawn = rng.uniform(self.low, self.high, shape)
        return (drawn + 1j * rng.uniform(self.low, self.high, shape) if dtype.kind == "c" else drawn).astype(dtype)


@dataclass(frozen=True)
class Sample:
    """An op on operands and parameters; `grad` lists the operands it is differentiated by; `expect` is NumPy's way."""

    op: Op
    args: tuple[Arg, ...]
    params: dict[str, Any]
    grad: tuple[int, ...]
    expect: Callable[..., Any] | None
    second: bool = True
    text: bool = True
    rtol: float = 1e-12

    @property
    def name(self) -> str:
        params = ",".join(f"{k}={v}" for k, v in self.params.items() if not callable(v) and not isinstance(v, Graph))
        shapes = " ".join(f"{a.type.dtype.char}{list(a.shape)}".replace(" ", "") for a in self.args)
        return f"{self.op.name} {shapes} {params}".strip().replace("<", "").replace(">", "")

    @property
    def lowers(self) -> bool:
        """Whether there is native code for it; powers of integers raise, as only their body does."""
        signed = {arg.type.dtype.kind for arg in self.args} == {"i"}
        return self.op.lower is not None and not (self.op is ops.power and signed)

    def draw(self, n: int = SIZE) -> list[np.ndarray[Any, Any]]:
        seed = zlib.crc32(self.op.name.encode())
        return [arg.draw(seed + i, n) for i, arg in enumerate(self.args)]

    def graph(self) -> Graph:
        """The op, as a graph of the operands' types."""

        def build(*values: Value) -> Any:
            return self.op(*values, **self.params) if values else ops.build(self.op, **self.params)

        return trace(build, *(a.type for a in self.args))

    def inlined(self) -> Graph:
        """The op written in smaller ops, as a graph."""
        graph = self.graph()

        def smaller(node: Node, operands: tuple[Value, ...]) -> tuple[Value, ...] | None:
            if node.op is not self.op or self.op.inline is None:
                return None
            values = self.op.inline(*operands, **node.keywords)
            return values if isinstance(values, tuple) else (values,)

        return rebuild(graph, smaller)

    def static_params(self, n: int = SIZE) -> dict[str, Any]:
        return {k: number(v, n) for k, v in self.params.items()}


def number(value: Any, n: int) -> Any:
    """A parameter with the named size replaced."""
    if isinstance(value, Dim):
        return value.value({"n": n})
    return tuple(number(v, n) for v in value) if isinstance(value, tuple) else value


SAMPLES: list[Sample] = []


def row(
    op: Op, *args: Arg, grad: Any = (), expect: Callable[..., Any] | None = None, rest: Any = None, **params: Any
) -> None:
    operands = tuple(range(len(args))) if grad is True else tuple(grad)
    SAMPLES.append(Sample(op, args, params, operands, expect, **(rest or {})))


def f(*shape: Any, low: float = -2.0, high: float = 2.0, values: Any = None) -> Arg:
    return Arg(shape, np.float64, low, high, values)


def c(*shape: Any, low: float = -2.0, high: float = 2.0) -> Arg:
    return Arg(shape, np.complex128, low, high)


def i(*shape: Any, low: int = -3, high: int = 3, values: Any = None) -> Arg:
    return Arg(shape, np.int64, low, high, values)


def b(*shape: Any) -> Arg:
    return Arg(shape, np.bool_)
