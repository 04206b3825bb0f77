"""`dusk explain`: of programs and of graphs in files, as words, as JSON and as a page."""

import html
import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import dusk as dusk_
import dusk.numpy as np
from dusk import symbol, train
from dusk.cli.explain import main
from dusk.kernel import native

SOURCE = Path(__file__).parents[2] / "src"
PROGRAM = """
import sys
import numpy as np
w = np.ones((32, 8))
x = np.ones((64, 32))
for k in range(6):
    h = np.tanh(x @ w / 64)
    loss = float((h ** 2).mean())
print(round(loss, 3), *sys.argv[1:])
print(np.linalg.matrix_rank(x))
"""
GRAPH = """graph(x: float64[3, 4], y: float64[3, 4]) {
  %0: float64[3, 4] = add(x, y) @"program.py":7
  %1: float64[3, 4] = multiply(%0, %0) @"program.py":8
  return %1
}
"""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def dusk(tmp_path: Path) -> Run:
    (tmp_path / "prog.py").write_text(PROGRAM)
    (tmp_path / "add.graph").write_text(GRAPH)

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), *filter(None, sys.path)])}
        command = [sys.executable, "-m", "dusk.cli", *words]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)

    return run


def test_a_program_is_run_and_told_of(dusk: Run, tmp_path: Path) -> None:
    done = dusk("explain", "--html", "page.html", "prog.py", "--json", "word", "--html")
    assert (done.returncode, done.stdout) == (0, "0.214 word --html\n1\n"), done.stderr[-500:]
    found = json.loads(done.stderr.splitlines()[-1])
    fired = [rule for program in found["programs"] for p in program["passes"] for rule in p["fired"]]
    rules, lines = {rule["rule"] for rule in fired}, {line for rule in fired for _, line in rule["lines"]}
    assert "strength.power_two" in rules and 8 in lines
    assert {(call["function"], call["line"]) for call in found["calls"]} >= {("tanh", 7), ("power", 8)}
    assert sum(program["runs"] for program in found["programs"]) >= 6
    assert 0 < sum(program["op_by_op"] for program in found["programs"]) <= sum(p["runs"] for p in found["programs"])
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>") and "h = np.tanh(x @ w / 64)" in page and "strength.power_two" in page
    if native.available():
        assert "define void @" in page and "planned peak" in page
    else:
        assert "No kernels and no plan of memory" in page


def test_the_exit_status_is_the_programs(dusk: Run, tmp_path: Path) -> None:
    (tmp_path / "prog.py").write_text("import sys\nimport numpy as np\nx = np.ones(3).sum()\nprint(x)\nsys.exit(7)\n")
    done = dusk("explain", "prog.py")
    assert done.returncode == 7 and done.stdout == "3.0\n" and "1 programs" in done.stderr
    (tmp_path / "prog.py").write_text("print('no arrays')\n")
    assert "Nothing ran through Dusk" in dusk("explain", "prog.py").stderr


def test_what_would_matter_is_told_with_its_bound(dusk: Run, tmp_path: Path) -> None:
    slow = "import numpy as np\nx = np.arange(9000.0)\nfor _ in range(9):\n    s = np.array2string(x, threshold=9999)\n"
    (tmp_path / "prog.py").write_text(slow)
    done = dusk("explain", "prog.py", "--html", "page.html", "--json")
    first = json.loads(done.stderr.splitlines()[-1])["changes"][0]
    assert first.startswith("prog.py:4: array2string runs in NumPy, 9 times") and "times as fast. Write" in first
    assert first in html.unescape((tmp_path / "page.html").read_text("utf-8"))


def test_a_graph_in_a_file_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "add.graph"
    path.write_text(GRAPH)
    assert main([str(path)]) == 0
    told = capsys.readouterr().out
    assert "2 nodes recorded" in told
    assert main([str(path), "--json", "--html", str(tmp_path / "page.html")]) == 0
    assert json.loads(capsys.readouterr().out)["programs"][0]["recorded"].startswith("graph(x: float64[3, 4]")
    assert "program.py:7" in (tmp_path / "page.html").read_text("utf-8")
    assert main([str(path), "--html", str(tmp_path / "nowhere" / "page.html")]) == 2
    assert "dusk explain: " in capsys.readouterr().err


SIZE = "9000000000000000000"
DAMAGED = {
    "too many nodes": ("graph(%0: float64[2]) {\n" + "\n".join(
        f"  %{i + 1}: float64[2] = exp(%{i})" for i in range(5001)) + "\n  return %5001\n}\n").encode(),
    "empty": b"",
    "nothing known": b"layer { name: 1 }",
    "not text": bytes(range(256)) * 10,
    "an unknown op": GRAPH.replace("add(", "os_system(").encode(),
    "a wrong type": GRAPH.replace("%0: float64[3, 4]", "%0: float32[3, 4]").encode(),
    "cut off": GRAPH[:60].encode(),
    "nested too deeply": b"graph(x: float64[" + b"(" * 100_000,
    "a symbol without types": b'dusk symbol 1\n%0 = variable variable() {name="a"}\nreturn %0\n',
}  # fmt: skip


@pytest.mark.usefixtures("without_collections")
@pytest.mark.parametrize("name", DAMAGED)
def test_files_without_a_graph_are_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file.graph"
    path.write_bytes(DAMAGED[name])
    began = time.thread_time()
    assert main([str(path)]) == 2
    assert time.thread_time() - began < 1
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("dusk explain: ") and "Traceback" not in told.err


def test_a_compiled_function_and_a_symbol_in_files_are_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    f = dusk_.compile(lambda x: np.tanh(x) * 2)
    f(np.ones(3))
    f.save(tmp_path / "f.dusk")
    assert main([str(tmp_path / "f.dusk")]) == 0 and "nodes recorded" in capsys.readouterr().out
    net = symbol.FullyConnected(symbol.Variable("data"), num_hidden=5, name="fc1")
    symbol.save(net, tmp_path / "net.dusk")
    assert main([str(tmp_path / "net.dusk"), "--shape", "data=2,3", "--json"]) == 0
    assert "float32[5, 3]" in json.loads(capsys.readouterr().out)["programs"][0]["recorded"]
    for words, told in (([], "give more of them"), (["--shape", "data=x"], "NAME=N,N"), (["--shape=a=-1"], "NAME=N,N")):
        assert main([str(tmp_path / "net.dusk"), *words]) == 2
        assert told in capsys.readouterr().err
    train.save(tmp_path / "w.safetensors", {"w": np.ones(3)})
    assert main([str(tmp_path / "w.safetensors")]) == 2 and "no graph" in capsys.readouterr().err


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file.graph"
    with open(path, "wb") as file:
        file.truncate(1 << 40)
    assert main([str(path)]) == 2
    assert "more than a file with a graph may have" in capsys.readouterr().err


def test_lines_of_other_files_do_not_get_onto_the_page(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a password\n" * 9)
    path = tmp_path / "add.graph"
    path.write_text(GRAPH.replace('"program.py"', json.dumps(str(secret))))
    assert main([str(path), "--html", str(tmp_path / "page.html")]) == 0
    assert "a password" not in (tmp_path / "page.html").read_text("utf-8")


def test_what_is_not_there_is_told(dusk: Run) -> None:
    done = dusk("explain", "missing.py")
    assert done.returncode == 2 and "no such program or file: missing.py" in done.stderr
    done = dusk("explain", "--help")
    assert done.returncode == 0 and "--html PAGE" in done.stdout


def test_sizes_beyond_all_memory_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "big.graph"
    path.write_text(GRAPH.replace("3, 4", f"{SIZE}, {SIZE}"))
    assert main([str(path)]) == 0 and "no kernels: " in capsys.readouterr().out


def test_values_that_no_memory_could_hold_are_explained_without_it(tmp_path: Path) -> None:
    path = tmp_path / "big.graph"
    path.write_text(GRAPH.replace("3, 4", "1000000, 1000000"))
    tracemalloc.start()
    try:
        assert main([str(path), "--html", str(tmp_path / "page.html")]) == 0
        assert tracemalloc.get_traced_memory()[1] < 500e6  # modules too; a value has eight terabytes
    finally:
        tracemalloc.stop()
