"""Tables of comma-separated values: numbers as they are, strings as the numbers of their categories."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from dusk.errors import FormatError

__all__ = ["Table", "read_csv"]

PathLike = str | os.PathLike[str]
Column = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Table:
    """Columns by name: float arrays, or int64 arrays of category numbers, whose strings are in `categories`."""

    columns: dict[str, Column]
    categories: dict[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    def arrays(self, label: str | None = None, dtype: npt.DTypeLike = np.float32) -> Any:
        """All columns as one array `[rows, columns]`; with a label, all others, and that column apart.

        Labels that are categories or whole numbers come as int64, others as `dtype`. KeyError: there is no such column.
        """
        if label is not None and label not in self.columns:
            raise KeyError(f"the table has no column {label!r}; it has {', '.join(self.columns)}")
        features = [column for name, column in self.columns.items() if name != label]
        x = np.stack(features, axis=1).astype(dtype) if features else np.empty((len(self), 0), dtype)
        if label is None:
            return x
        y = self.columns[label]
        with np.errstate(invalid="ignore"):
            whole = y.astype(np.int64)
        return x, whole if np.array_equal(whole, y) else y.astype(dtype)


def read_csv(
    path: PathLike, *, header: bool | Sequence[str] = True, delimiter: str = ",", missing: Sequence[str] = ("", "NA")
) -> Table:
    """A table of a text file; fields may be quoted. Its first line names the columns, or `header` does.

    `header=False`: they are named "0", "1", ... A column whose first field that is not missing is a number is one of
    float64, nan where a field is missing; another one is of categories, numbered in the order of their strings.
    FormatError, with the line: another number of fields, or no number in a column of numbers.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "irises.csv")
    >>> _ = path.write_text("length,width,kind\\n5.1,3.5,setosa\\n7.0,3.2,versicolor\\n")
    >>> table = read_csv(path)
    >>> x, y = table.arrays(label="kind")
    >>> x.shape, y, table.categories["kind"]
    ((2, 2), array([0, 1]), ('setosa', 'versicolor'))
    """
    path = os.fspath(path)
    rows: list[list[str]] = []
    lines: list[int] = []
    with open(path, newline="", encoding="utf-8-sig") as file:
        reader = csv.reader(file, delimiter=delimiter)
        try:
            for row in reader:
                if row:
                    rows.append(row)
                    lines.append(reader.line_num)
        except (csv.Error, UnicodeDecodeError) as error:
            raise FormatError(f"{path}, line {reader.line_num + 1}: {error}") from error
    if not rows:
        raise FormatError(f"{path}, line 1: the file has no rows")
    if header is True:
        names, rows, lines = rows[0], rows[1:], lines[1:]
    else:
        names = list(header) if header else [str(k) for k in range(len(rows[0]))]
    if len(set(names)) < len(names):
        raise FormatError(f"{path}, line 1: columns have one name each: {', '.join(names)}")
    for row, line in zip(rows, lines):
        if len(row) != len(names):
            raise FormatError(f"{path}, line {line}: {len(row)} fields where there are {len(names)} columns")
    columns: dict[str, Column] = {}
    categories: dict[str, tuple[str, ...]] = {}
    for place, name in enumerate(names):
        fields = [row[place] for row in rows]
        first = next((f for f in fields if f.strip() not in missing), "0")
        if _number(first) is None:
            strings, numbers = np.unique(np.array(fields, dtype=str), return_inverse=True)
            columns[name], categories[name] = numbers.astype(np.int64), tuple(strings.tolist())
        else:
            columns[name] = _numbers(fields, missing, name, path, lines)
    return Table(columns, categories)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _numbers(fields: list[str], missing: Sequence[str], name: str, path: str, lines: list[int]) -> Column:
    try:
        return np.array(fields, dtype=np.float64)
    except ValueError:
        found = [np.nan if f.strip() in missing else _number(f) for f in fields]
    for value, text, line in zip(found, fields, lines):
        if value is None:
            raise FormatError(f"{path}, line {line}: {text!r} is no number, and column {name!r} is one of numbers")
    return np.array(found, dtype=np.float64)
