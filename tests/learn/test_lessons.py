"""The lessons run, and what they say that is learned is learned; each is a notebook, too."""

import json
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "learn").glob("[0-9]*.py"))
NOTEBOOKS = SimpleNamespace(**runpy.run_path(str(ROOT / "scripts" / "notebooks.py")))


@pytest.mark.once
@pytest.mark.timeout(60)
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_and_what_it_asserts_holds(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    pytest.importorskip("sklearn")
    monkeypatch.syspath_prepend(path.parent)
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_text_and_code_and_asserts_what_was_learned(path: Path, tmp_path: Path) -> None:
    text = path.read_text()
    cells = NOTEBOOKS.cells(text)
    kinds = [kind for kind, _ in cells]
    assert kinds[0] == "markdown" and kinds[-1] == "code" and kinds.count("markdown") >= 4
    assert cells[0][1].startswith(f"# {int(path.stem[:2])}. ")
    assert "assert " in cells[-1][1]
    for kind, source in cells:
        if kind == "code":
            compile(source, str(path), "exec")
    written = NOTEBOOKS.convert(path, tmp_path)
    notebook = json.loads(written.read_text())
    assert notebook["nbformat"] == 4 and [cell["cell_type"] for cell in notebook["cells"]] == kinds
    code = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    kept = "\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code").splitlines()
    assert [line for line in kept if line.strip() and not line.startswith("#")] == code
