"""Statistics of what a model computes inside: outputs of its modules, parameters, gradients."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import numpy

import dusk.numpy as np
from dusk import nn
from dusk.gradients import value_and_grad
from dusk.train.callbacks import Callback

if TYPE_CHECKING:
    from dusk.train.run import Run

__all__ = ["Monitor"]

STATISTICS: dict[str, Callable[[Any], Any]] = {
    "mean": lambda x: np.mean(x),
    "std": lambda x: np.std(x),
    "min": lambda x: np.min(x),
    "max": lambda x: np.max(x),
    "norm": lambda x: np.sqrt(np.sum(x * x)),
    "zeros": lambda x: np.mean(np.equal(x, 0).astype(np.float32)),
}
"""What can be asked of a value by name, as a number."""


class Monitor(Callback):
    """Statistics of values whose names match patterns, every so many steps.

    Names are `outputs.` and a module's name (of a module called again: with `#2`), `parameters.` or `gradients.` and a
    parameter's, as in `Monitor("outputs.*", "gradients.layers.0.*")`. Statistics are names (mean, std, min, max, norm,
    zeros: the part of zeros), or functions of an array, by name. They are results of the program that the step is, so
    they are right wherever it keeps values. `rows` has what was seen: dicts with the step and numbers by
    `name/statistic`; `fit` also logs them.

    In a loop of one's own:

    >>> import dusk.numpy as np
    >>> from dusk import nn, train
    >>> monitor = train.Monitor("outputs.*", statistics=["max"])
    >>> layer = nn.Linear(3, initialise=1.0, bias=False)
    >>> model = nn.Sequential(layer, nn.tanh)
    >>> loss, gradients, seen = monitor.value_and_grad(lambda model, x: model(x).sum())(model, np.ones((2, 4)))
    >>> monitor.note(1, seen)
    >>> monitor.rows[0]["step"], monitor.rows[0]["outputs.layers.0/max"], round(monitor.rows[0]["outputs/max"], 4)
    (1, 4.0, 0.9993)
    """

    def __init__(
        self,
        *patterns: str,
        every: int = 1,
        statistics: Sequence[str] | Mapping[str, Callable[[Any], Any]] = ("mean", "std", "min", "max"),
    ) -> None:
        if every < 1:
            raise ValueError(f"a monitor looks every so many steps, 1 or more, not {every}")
        if isinstance(statistics, Mapping):
            self.statistics = dict(statistics)
        else:
            unknown = [name for name in statistics if name not in STATISTICS]
            if unknown:
                raise ValueError(f"no statistic is called {unknown[0]!r}; there are {', '.join(STATISTICS)}")
            self.statistics = {name: STATISTICS[name] for name in statistics}
        self.patterns, self.every = patterns or ("outputs.*",), every
        self.rows: list[dict[str, Any]] = []

    def value_and_grad(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """As `dusk.value_and_grad` of a function of a model; it gives the statistics as well, as arrays by name."""

        def observed(model: Any, *args: Any) -> Any:
            loss, _, gradients, (seen,) = watched([self], lambda *given: (function(*given), None), model, *args)
            return loss, gradients, seen

        return observed

    @contextmanager
    def outputs(self, model: nn.Module) -> Generator[dict[str, Any]]:
        """A context in which what a model's modules give is measured, into the dict that is given."""
        names = {id(module): name for name, module in model.modules()}
        seen: dict[str, Any] = {}
        calls: dict[str, int] = {}

        def hook(module: Any, inputs: Any, output: Any) -> None:
            if id(module) in names and hasattr(output, "dtype"):
                name = f"outputs.{names[id(module)]}".rstrip(".")
                calls[name] = calls.get(name, 0) + 1
                seen.update(self.measured({f"{name}#{calls[name]}" if calls[name] > 1 else name: output}))

        with nn.hooked(hook):
            yield seen

    def arrays(self, model: nn.Module, gradients: Mapping[str, Any]) -> dict[str, Any]:
        """What is asked for of a model's parameters and their gradients."""
        named = {f"parameters.{name}": x for name, x in model.parameters().items()}
        return self.measured({**named, **{f"gradients.{name}": x for name, x in gradients.items()}})

    def measured(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The statistics of those values whose names match."""
        return {
            f"{name}/{key}": statistic(value)
            for name, value in values.items()
            if any(fnmatch.fnmatchcase(name, pattern) or f"{name}." == pattern[:-1] for pattern in self.patterns)
            for key, statistic in self.statistics.items()
        }

    def note(self, step: int, seen: Mapping[str, Any]) -> None:
        """Add what was seen in a step to the rows. ValueError: no name matches."""
        if not seen:
            raise ValueError(f"nothing matches {', '.join(map(repr, self.patterns))}: names are as outputs.layers.0")
        self.rows.append({"step": step, **{name: float(numpy.asarray(value)) for name, value in seen.items()}})

    def is_due(self, step: int) -> bool:
        """Whether a step is one of those that are looked at."""
        return step % self.every == 0

    def on_begin(self, run: Run) -> None:
        self.rows = [row for row in self.rows if row["step"] <= run.step]

    def state_dict(self) -> dict[str, Any]:
        return {"rows": self.rows}

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        self.rows = [dict(row) for row in saved["rows"]]


def watched(monitors: Sequence[Monitor], objective: Callable[..., Any], model: Any, *batch: Any) -> Any:
    """The loss, the outputs, the gradients by a model, and what each monitor sees; `objective(model, *batch)` gives the
    first two."""

    def measured(model: Any, *batch: Any) -> Any:
        with ExitStack() as stack:
            seen = [stack.enter_context(monitor.outputs(model)) for monitor in monitors]
            loss, outputs = objective(model, *batch)
        return loss, (outputs, seen)

    (loss, (outputs, seen)), gradients = value_and_grad(measured, has_aux=True)(model, *batch)
    both = [{**one, **monitor.arrays(model, gradients)} for monitor, one in zip(monitors, seen, strict=True)]
    return loss, outputs, gradients, both
