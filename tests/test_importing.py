"""What importing Dusk costs."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from dusk.later import Later

ROUNDS = 7
OPTIONAL = ("scipy", "rich", "opt_einsum", "matplotlib", "sklearn", "pandas", "torch", "jax", "ray", "mpi4py")


def seconds(statement: str) -> float:
    """How long a fresh process takes to run a statement."""
    began = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", statement], check=True, env=environment)
    return time.perf_counter() - began


@pytest.mark.once
def test_importing_dusk_takes_at_most_twice_as_long_as_importing_numpy() -> None:
    rounds = [(seconds("import dusk"), seconds("import numpy")) for _ in range(ROUNDS)]
    ours, theirs = (min(times) for times in zip(*rounds, strict=True))
    assert ours <= 2 * theirs


def test_what_is_optional_is_not_imported() -> None:
    source = f"import sys, dusk.numpy; print([name for name in {OPTIONAL} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", source], check=True, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_looking_at_values_imports_nothing_that_compiles() -> None:
    source = """if True:
        import sys, dusk, dusk.numpy as np
        x = np.arange(5.0) * 2
        dusk.eval(x, [x + 1])
        dusk.wait()
        assert dusk.stats() and dusk.memory_in_use()
        print([name for name in ("dusk.transform", "dusk.tracing", "dusk.compiler.fuse") if name in sys.modules])"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", source], check=True, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_a_thread_waits_for_a_module_that_another_one_is_importing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(0.2)\nanswer = 42\n")
    monkeypatch.syspath_prepend(tmp_path)
    found: list[int] = []
    module = Later("slow_to_import")
    threads = [threading.Thread(target=lambda: found.append(module.answer)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [42] * 3
