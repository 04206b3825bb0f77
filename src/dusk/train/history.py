"""What the epochs of a training came to, as rows, columns and a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

_VALIDATION = "validation_"


class History(Sequence[Mapping[str, Any]]):
    """One row an epoch: a dict of numbers (of some metrics, lists) by name.

    `history["loss"]` is a column (None where a row lacks it).

    >>> history = History([{"epoch": 1, "loss": 0.5}, {"epoch": 2, "loss": 0.25}])
    >>> history["loss"], history[-1]
    ([0.5, 0.25], {'epoch': 2, 'loss': 0.25})
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]] = ()) -> None:
        self.rows: list[dict[str, Any]] = [dict(row) for row in rows]
        self.stopped = ""
        """Why training ended before its last epoch, if it did."""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, str):
            return cast("Any", self.rows)[at]
        if at not in self.names:
            raise KeyError(f"there is no {at!r}; there are {', '.join(self.names)}")
        return [row.get(at) for row in self.rows]

    @property
    def names(self) -> list[str]:
        """What rows have, in order."""
        return [*dict.fromkeys(name for row in self.rows for name in row)]

    def __repr__(self) -> str:
        shown = ["  ".join(f"{k} {v:.4g}" for k, v in row.items() if isinstance(v, int | float)) for row in self.rows]
        return "\n".join(shown) or "no epochs"

    def plot(self, path: Any = None, names: Sequence[str] | None = None) -> Any:
        """A picture of numbers by epoch, as Matplotlib's figure (which the `plot` extra installs); saved to `path`.

        Each of `names` (all, but for the epoch and seconds) has axes of its own, which it shares with its like in
        validation. ValueError: there is nothing to be shown.
        """
        from matplotlib.figure import Figure

        numbers = [n for n in self.names if all(isinstance(row.get(n, 0.0), int | float) for row in self.rows)]
        first = names or [n for n in numbers if n not in ("epoch", "seconds") and not n.startswith(_VALIDATION)]
        if not first or not self.rows:
            raise ValueError(f"there is nothing to be drawn: {len(self)} epochs of {', '.join(numbers) or 'nothing'}")
        figure: Any = Figure(figsize=(5.0 * len(first), 3.6), layout="constrained")
        for axes, name in zip(figure.subplots(1, len(first), squeeze=False)[0], first, strict=True):
            for column, text in ((name, "training"), (_VALIDATION + name, "validation")):
                rows = [(row["epoch"], row[column]) for row in self.rows if column in row]
                if rows:
                    axes.plot(*zip(*rows, strict=True), label=text, marker="o", markersize=3)
            axes.set(title=name.replace("_", " "), xlabel="epoch")
            axes.grid(alpha=0.3)
            axes.xaxis.get_major_locator().set_params(integer=True)
            if _VALIDATION + name in numbers:
                axes.legend(frameon=False)
        if path is not None:
            figure.savefig(path, dpi=120)
        return figure
