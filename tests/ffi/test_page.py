"""docs/foreign.md: its examples run, one after the other."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "foreign.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_the_pages_examples_run() -> None:
    names: dict[str, object] = {}
    for text in EXAMPLES:
        if not text.startswith(("# torch", "# jax")):
            exec(compile(text, str(PAGE), "exec"), names)
    assert len(EXAMPLES) >= 7


@pytest.mark.parametrize("framework", ["torch", "jax"])
def test_the_examples_of_other_frameworks_run(framework: str) -> None:
    pytest.importorskip(framework)
    (text,) = (text for text in EXAMPLES if text.startswith(f"# {framework}"))
    names: dict[str, object] = {}
    exec("import dusk, dusk.numpy as np\nx = np.array([-1.0, 0.0, 2.0])", names)
    exec(compile(text, str(PAGE), "exec"), names)
