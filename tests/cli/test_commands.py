"""The table of commands, completion of their words, and `dusk doctor`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dusk.cli import completion, doctor, main
from dusk.cli.command import COMMANDS, usage
from dusk.config import config
from dusk.errors import NativeUnavailable
from dusk.kernel import disk, native, server

SOURCE = Path(__file__).parents[2] / "src"


# --- the table
def test_every_command_is_a_module_that_tells_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    for row in COMMANDS:
        module = row.load()
        assert callable(module.main) and all(name.startswith("--") for name in module.OPTIONS)
        assert f"dusk {row.name}" in usage() and row.does in usage()
        try:
            status = main([row.name, "--help"])
        except SystemExit as leaving:
            status = leaving.code
        told = capsys.readouterr().out
        assert status == 0 and f"dusk {row.name}" in told
        assert all(name in told for name in module.OPTIONS)


def test_unknown_words_are_refused_and_help_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["expalin"]) == 2 and main([]) == 2
    assert "dusk explain" in capsys.readouterr().err
    assert main(["--help"]) == 0


def test_running_a_program_imports_no_other_command(tmp_path: Path) -> None:
    (tmp_path / "prog.py").write_text("import sys\nimport numpy as np\nprint(np.ones(3).sum())\nprint(*sys.modules)\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCE), *filter(None, sys.path)])}
    command = [sys.executable, "-m", "dusk.cli", "run", "prog.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=True)
    modules = done.stdout.split()
    assert "dusk.cli.running" in modules
    others = [row.module for row in COMMANDS if row.name != "run"]
    assert not {*others, "dusk.reports", "dusk.tracing", "dusk.transform", "rich", "difflib", "html"} & set(modules)


# --- completion
def completed(shell: str, script: str, words: list[str]) -> list[str]:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    quoted = " ".join(f"'{word}'" for word in words)
    if shell == "bash":
        given = f"COMP_WORDS=({quoted})\nCOMP_CWORD={len(words) - 1}"
        asked = f'{script}\n{given}\n_dusk\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
    else:
        asked = f"{script}\ncomplete -C '{' '.join(words)}'"
    done = subprocess.run([program, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [line.split("\t")[0] for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_words_are_completed(shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "exotic.py").touch()
    monkeypatch.chdir(tmp_path)
    script = {"bash": completion.bash, "fish": completion.fish}[shell]()
    assert completed(shell, script, ["dusk", "e"]) == ["explain"]
    assert completed(shell, script, ["dusk", "explain", "--h"]) in (["--help", "--html"], ["--html", "--help"])
    assert "exotic.py" in completed(shell, script, ["dusk", "run", "ex"])
    assert completed(shell, script, ["dusk", "completion", "z"]) == ["zsh"]
    assert completed(shell, script, ["dusk", "doctor", "ex"]) == []


def test_zsh_takes_its_script() -> None:
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    subprocess.run(["zsh", "-n", "-c", completion.zsh()], check=True)


def test_scripts_are_written_from_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert main(["completion", shell]) == 0
        script = capsys.readouterr().out
        for row in COMMANDS:
            assert row.name in script
            names = row.load().OPTIONS
            assert all((name if shell != "fish" else f"-l {name[2:]}") in script for name in names)
    assert main(["completion", "csh"]) == 2 and main(["completion"]) == 2
    assert "bash-completion" in capsys.readouterr().err


# --- doctor
def checks() -> dict[str, doctor.Check]:
    return {check.name: check for check in doctor.examined()}


def test_what_works_is_told_and_the_exit_status_says_whether_all_does(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["doctor", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert [check["name"] for check in told["checks"]] == list(doctor.CHECKS)
    assert told["ok"] == (status == 0) == native.available()
    assert all(check["state"] in ("ok", "warn", "fail") for check in told["checks"])
    assert all(check["do"] for check in told["checks"] if check["state"] != "ok")
    assert main(["doctor"]) == status
    words = capsys.readouterr().out
    assert all(name in words for name in doctor.CHECKS)


def test_without_native_code_it_fails_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Any:
        raise NativeUnavailable("no native code: ImportError")

    monkeypatch.setattr(native, "_host", none)
    found = checks()
    assert found["LLVM"].state == found["native code"].state == "fail"
    assert "pip install" in found["LLVM"].do and main(["doctor", "--json"]) == 1


def test_a_folder_that_cannot_be_used_is_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shared = tmp_path / "shared" / "kernels"
    shared.mkdir(parents=True)
    shared.chmod(0o777)
    with config.using(cache_dir=str(shared.parent)):
        found = checks()
    assert found["cache folder"].state == "warn" and "DUSK_CACHE_DIR" in found["cache folder"].do
    if native.available():
        assert found["native code"].state == "warn" and "not kept on disk" in found["native code"].found
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1 << 20))
    with config.using(cache_dir=str(tmp_path / "own")):
        assert "make room" in checks()["cache folder"].do
        assert disk.folder() is not None


def test_what_else_may_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUSK_THREAD", "4")
    monkeypatch.setenv("DUSK_OF_SOMEBODY_ELSE", "1")
    monkeypatch.setattr(doctor, "available_cores", lambda: 2)
    monkeypatch.setattr(server, "possible", lambda: False)
    monkeypatch.setattr(doctor.sys, "version_info", (3, 14, 0))
    monkeypatch.setattr(doctor.np, "__version__", "1.26.4")
    with config.using(threads=64, background=True):
        found = checks()
    assert found["settings"].state == "warn" and found["settings"].do == "did you mean DUSK_THREADS?"
    assert found["threads"].state == "warn" and "64 of 2 cores" in found["threads"].found
    assert found["background compiling"].state == "warn"
    assert found["Python"].state == "warn" and found["NumPy"].state == "fail"


def test_a_check_that_breaks_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(name: str) -> doctor.Check:
        raise OSError("no such thing")

    monkeypatch.setitem(doctor.CHECKS, "GPU", breaks)
    assert checks()["GPU"].state == "fail" and "no such thing" in checks()["GPU"].found
