"""The exceptions of Dusk.

    DuskError
    ├── GraphError            a graph that breaks a rule of the IR (verifier, text parser)
    ├── FormatError           a file that is damaged, hostile or of another version
    ├── GradientError         something on the path has no gradient
    ├── PolicyError           a fallback or a transfer that the active policy refuses
    ├── MemoryBudgetError     no plan of a program fits into the bytes it may take
    ├── NativeUnavailable     machine code could not be built or loaded; bodies take over
    ├── ForeignError          a foreign function said that it failed
    ├── WorkerError           a process that worked for this one ended before it had answered
    ├── ScheduleError         the result depends on the order of tasks; or a recorded order is of another program
    │   └── UndeclaredError   a task touched what it did not say it would
    ├── SimulationError       a simulated grid did what no grid must: a barrier that not all threads reach
    ├── TraceError            a compiled function did what a trace cannot hold
    ├── NanError              a loss or a gradient is not a finite number; the text names the op and line that made it
    └── NotNumericError       (a TypeError) an array of objects, strings, dates or records, which are NumPy's own

    LeftGraphWarning          (a UserWarning) a value left the graph of a gradient, and came back as a constant

Where NumPy raises, Dusk raises NumPy's own type (TypeError, ValueError, IndexError, AxisError, LinAlgError), at the
call, with the operands' shapes and dtypes in the message.
"""

from __future__ import annotations

from typing import Any


class DuskError(Exception):
    """Base of every error that is Dusk's own."""


class GraphError(DuskError):
    """A graph breaks a rule of the intermediate representation."""


class FormatError(DuskError):
    """A file cannot be read: damaged, hostile, or of an unknown version."""


class GradientError(DuskError):
    """A gradient was asked of something that has none."""


class PolicyError(DuskError):
    """The active policy refuses this fallback or transfer."""


class NativeUnavailable(DuskError):  # noqa: N818 - a state of the machine more than a fault
    """Native code cannot be built or loaded here."""


class ForeignError(DuskError):
    """A foreign function said that it failed."""


class WorkerError(DuskError):
    """A process that worked for this one ended before it had answered; the text names its exit code."""


class ScheduleError(DuskError):
    """What tasks compute depends on their order, or a recorded order is that of another program.

    `schedule`: an order that shows it, for `dusk.engine.ReplayEngine`, where there is one.
    """

    schedule: Any = None


class UndeclaredError(ScheduleError):
    """A task read or wrote what it did not declare; the text names it, and the variable."""


class SimulationError(DuskError):
    """A simulated grid of threads did what no grid must, or what cannot be simulated."""


class TraceError(DuskError):
    """A traced function did something that only a run on real values can do."""


class NotNumericError(DuskError, TypeError):
    """An array of objects, strings, dates or records met a Dusk expression: such arrays are NumPy's own."""


class LeftGraphWarning(UserWarning):
    """A value that is differentiated left the graph (`float(x)`, `x.numpy()`) and came back as a constant."""


class MemoryBudgetError(DuskError):
    """No plan of a program fits into the bytes it may take; the text names the smallest found, and the lines."""


class NanError(DuskError, FloatingPointError):
    """A loss or a gradient is not a finite number; the text names the op that made the first, and the line."""
