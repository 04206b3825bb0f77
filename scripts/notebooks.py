"""The lessons as notebooks: `python scripts/notebooks.py [FOLDER]` (by default learn/notebooks).

A lesson is a program in cells: "# %%" begins one of code, "# %% [markdown]" one of text in comments.
"""

import json
import sys
from pathlib import Path

LEARN = Path(__file__).resolve().parents[1] / "learn"


def cells(text):
    """(kind, source) of each cell of a program: "code" or "markdown"."""
    found = []
    for line in text.splitlines():
        if line.startswith("# %%"):
            found.append(("markdown" if "[markdown]" in line else "code", []))
        elif not found:
            raise ValueError(f'a lesson begins with a cell ("# %%"), not with {line!r}')
        elif found[-1][0] == "code":
            found[-1][1].append(line)
        elif line.strip():
            if not line.startswith("#"):
                raise ValueError(f"a cell of text has comments only, not {line!r}")
            found[-1][1].append(line[2:])
    return [(kind, "\n".join(lines).strip("\n")) for kind, lines in found]


def convert(path, folder):
    """Write a lesson as a notebook into a folder; the path of the notebook."""
    made = []
    for number, (kind, source) in enumerate(cells(path.read_text())):
        cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": source.splitlines(keepends=True)}
        if kind == "code":
            cell |= {"execution_count": None, "outputs": []}
        made.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    written = folder / f"{path.stem}.ipynb"
    written.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    return written


def main(folder=LEARN / "notebooks"):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(LEARN.glob("[0-9]*.py")):
        print(convert(path, folder))
    (folder / "course.py").write_text((LEARN / "course.py").read_text())  # what the lessons import


if __name__ == "__main__":
    main(*sys.argv[1:])
