"""The statements of a procedure as they are written, one after the other, with its operands and variables."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from dusk.compiler.arena import ALIGNMENT
from dusk.compiler.elements import UnfitError
from dusk.compiler.flow import Flow
from dusk.compiler.index import row_major
from dusk.compiler.known import Formula, Known, View
from dusk.compiler.work import SCRATCH, Access, Check
from dusk.graph import Literal, TensorType
from dusk.graph.types import typical
from dusk.kernel import expr
from dusk.kernel.expr import INT64, Expr
from dusk.kernel.procedure import Array, Let, Loop, Read, Statement, Write

MOST_SCRATCH = 1 << 26  # bytes of arrays that live within a procedure


class Writer:
    """What has been written so far."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.arrays: list[Array] = []
        self.accesses: list[Access] = []
        self.checks: list[Check] = []
        self.statements: list[Statement] = []
        self.work_done: float = 0.0
        self.rounds: float = 1.0
        self.variables = self.scratch = 0

    # --- names

    def operand(self, v: int, kind: TensorType, offset: Any = 0, writes: bool = False) -> int:
        """A further operand: memory of value v, in C order."""
        strides: Any = row_major(kind.shape)
        self.arrays.append(Array(kind.dtype, strides, int(typical(kind.nbytes))))
        self.accesses.append(Access(v, offset * kind.dtype.itemsize, (), (), writes))
        return len(self.arrays) - 1

    def fresh(self, kind: TensorType) -> View:
        """Memory for an array that lives within."""
        operand = self.operand(SCRATCH, kind, self.scratch // kind.dtype.itemsize, writes=True)
        self.scratch += -(-self.arrays[operand].nbytes // ALIGNMENT) * ALIGNMENT
        if self.scratch > MOST_SCRATCH:
            raise UnfitError
        return View.whole(operand, kind)

    def constant(self, literal: np.ndarray[Any, Any]) -> Known:
        """A constant: a number, numbers at even distances, or memory."""
        if literal.size == 1:
            return expr.const(literal.item(), literal.dtype)
        if literal.ndim == 1 and literal.dtype == INT64 and len(set(np.diff(literal).tolist())) == 1:
            return Formula(expr.axis(0) * int(literal[1] - literal[0]) + int(literal[0]))
        kind = TensorType(literal.shape, literal.dtype)
        return View.whole(self.operand(self.flow.constant(Literal(literal)), kind), kind)

    def variable(self, dtype: Any) -> Expr:
        """A further variable."""
        self.variables += 1
        return expr.variable(self.variables - 1, dtype)

    def let(self, value: Expr) -> Expr:
        """A number, computed here and now."""
        if value.kind in ("variable", "const"):
            return value
        made = self.variable(value.dtype)
        self.statements.append(Let(made, value))
        return made

    def read(self, operand: int, index: tuple[Expr, ...]) -> Expr:
        """An element, read here and now."""
        made = self.variable(self.arrays[operand].dtype)
        self.statements.append(Read(made, operand, index))
        return made

    @contextmanager
    def block(self, rounds: float = 1.0) -> Generator[list[Statement]]:
        """What is written within goes into a list of its own, done so many times."""
        before, times = self.statements, self.rounds
        self.statements, self.rounds = [], times * rounds
        yield self.statements
        self.statements, self.rounds = before, times

    # --- statements

    def loop(
        self,
        carried: list[Expr],
        starts: list[Expr],
        head: list[Statement],
        test: Known,
        body: list[Statement],
        nexts: list[Expr],
        asks: int = 0,
    ) -> None:
        """Write a loop."""
        assert isinstance(test, Expr)
        parts = tuple(carried), tuple(starts), tuple(head), test, tuple(body), tuple(nexts)
        self.statements.append(Loop(*parts, asks))

    def points(self, shape: Sequence[Any], body: Callable[[list[Expr]], None], at: list[Expr] | None = None) -> None:
        """`body` at every index of a shape."""
        at = at or []
        if len(at) == len(shape):
            body(at)
        elif shape[len(at)] == 1:
            self.points(shape, body, [*at, expr.const(0)])
        else:
            n, counter = shape[len(at)], self.variable(INT64)
            with self.block(typical(n)) as inner:
                self.points(shape, body, [*at, counter])
                more = self.let(counter + 1)
            test = expr.op("less", counter, expr.const(n))
            self.loop([counter], [expr.const(0)], [], test, inner, [more])

    def copy(self, target: View, value: Known, kind: TensorType) -> None:
        """Write an array, or a number, where another array is."""

        def one(at: list[Expr]) -> None:
            found = value if isinstance(value, Expr) else self.taken(value, at)
            self.statements.append(Write(target.operand, target.at(at), found))

        self.points(kind.shape, one)

    def taken(self, value: View | Formula, at: Sequence[Expr]) -> Expr:
        """An element of an array."""
        return self.let(value.at(at)) if isinstance(value, Formula) else self.read(value.operand, value.at(at))

    def copied(self, value: Known, kind: TensorType) -> Known:
        """A copy of an array."""
        made = self.fresh(kind)
        self.copy(made, value, kind)
        return made
