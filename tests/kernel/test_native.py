"""The object cache: compiled once, found again by other processes, and never a reason to fail."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dusk.config import config
from dusk.errors import NativeUnavailable
from dusk.kernel import build as kernel_build
from dusk.kernel import disk, native, replay
from dusk.kernel import expr as k
from dusk.kernel.build import build, ir_text
from dusk.kernel.loops import Axis, Kernel, Operand, Store
from subprocess_script import run_script

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")


def text(value: int) -> str:
    return f"define i64 @answer() {{\n ret i64 {value}\n}}\ndefine i64 @twice() {{\n ret i64 {2 * value}\n}}\n"


def call(address: int) -> int:
    return ctypes.CFUNCTYPE(ctypes.c_int64)(address)()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    native.forget()
    with config.using(cache_dir=str(tmp_path)):
        yield tmp_path / "kernels"
    native.forget()


def counts() -> tuple[int, int, int, int]:
    s = native.stats
    return s.compiles, s.disk_hits, s.memory_hits, s.damaged


def since(before: tuple[int, int, int, int]) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(counts(), before, strict=True))


def test_a_text_is_compiled_once_and_then_found(folder: Path) -> None:
    before = counts()
    assert call(native.function("answer", text(41))) == 41
    assert call(native.function("twice", text(41))) == 82
    assert since(before) == (1, 0, 1, 0)
    native.forget()
    assert call(native.function("answer", text(41))) == 41
    assert since(before) == (1, 1, 1, 0)
    assert call(native.function("answer", text(42))) == 42
    assert since(before) == (2, 1, 1, 0)
    assert len(list(folder.iterdir())) == 2


def damage(path: Path, how: str) -> None:
    content = path.read_bytes()
    if how == "empty":
        path.write_bytes(b"")
    elif how == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif how == "header only":
        path.write_bytes(content[:60])
    elif how == "bit":
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    elif how == "longer":
        path.write_bytes(content + b"\0")
    elif how == "noise":
        path.write_bytes(np.random.default_rng(0).bytes(len(content)))
    else:
        path.unlink()
        if how == "folder":
            path.mkdir()
        elif how == "pipe":
            os.mkfifo(path)
        elif how == "loop":
            path.symlink_to(path)
        elif how == "huge":
            with open(path, "wb") as file:
                file.truncate(disk.LARGEST + 1)


HOSTILE = ["empty", "cut", "header only", "bit", "longer", "noise", "folder", "pipe", "loop", "huge"]


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_file_is_compiled_anew(folder: Path, how: str) -> None:
    native.function("answer", text(7))
    (path,) = folder.iterdir()
    damage(path, how)
    native.forget()
    before = counts()
    assert call(native.function("answer", text(7))) == 7
    assert since(before)[0] == 1
    assert not list(folder.glob("*.tmp"))
    if how != "folder":  # a folder in the way stays in the way
        native.forget()
        assert call(native.function("answer", text(7))) == 7
        assert since(before)[:2] == (1, 1)


def test_the_file_of_another_kernel_is_not_taken_for_it(folder: Path) -> None:
    native.function("answer", text(1))
    (first,) = folder.iterdir()
    native.function("answer", text(2))
    (second,) = set(folder.iterdir()) - {first}
    second.write_bytes(first.read_bytes())
    native.forget()
    assert call(native.function("answer", text(2))) == 2


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="POSIX permissions")
def test_a_folder_that_others_may_write_is_not_used(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert disk.folder() is None
    assert call(native.function("answer", text(3))) == 3
    assert not list(folder.iterdir())


def test_a_folder_that_cannot_be_made_costs_only_the_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    native.forget()
    with config.using(cache_dir=str(tmp_path / "file")):
        assert disk.folder() is None
        assert call(native.function("answer", text(4))) == 4


def test_a_full_disk_costs_only_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk.os, "replace", full)
    assert call(native.function("answer", text(5))) == 5
    assert not list(folder.iterdir())


def test_threads_share_one_compile(folder: Path) -> None:
    before = counts()
    results: list[int] = []
    start = threading.Barrier(8)

    def work() -> None:
        start.wait()
        results.append(call(native.function("answer", text(11))))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == [11] * 8
    assert since(before)[0] == 1


def test_threads_that_are_served_share_one_function(folder: Path) -> None:
    results: list[int] = []
    start = threading.Barrier(4)

    def work() -> None:
        own = threading.RLock()
        with own, native.served(own):
            start.wait()
            results.append(native.function("answer", text(12)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(results) == 4
    assert len(set(results)) == 1  # not copies, each with words of its own


WORK = """
import ctypes, sys
from dusk.kernel import native
for value in range(6):
    ir = "define i64 @answer() {\\n ret i64 %d\\n}\\n" % value
    assert ctypes.CFUNCTYPE(ctypes.c_int64)(native.function("answer", ir))() == value
print(native.stats.compiles, native.stats.disk_hits)
"""


def test_processes_share_a_folder(tmp_path: Path) -> None:
    environment = {**os.environ, "DUSK_CACHE_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    running = [
        subprocess.Popen([sys.executable, "-c", WORK], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for process in running:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        assert sum(map(int, out.split())) == 6
    last = run_script(WORK, DUSK_CACHE_DIR=str(tmp_path))
    assert last.stdout.split() == ["0", "6"]
    assert len(list((tmp_path / "kernels").iterdir())) == 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX")
def test_a_forked_child_can_build(tmp_path: Path) -> None:
    script = """
        import os
        from dusk.kernel import native
        native.function("f", "define i64 @f() {\\n ret i64 1\\n}\\n")
        child = os.fork()
        if not child:
            native.function("f", "define i64 @f() {\\n ret i64 2\\n}\\n")
            os._exit(native.stats.compiles)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    assert run_script(script, DUSK_CACHE_DIR=str(tmp_path)).stdout.strip() == "2"


def test_wrong_ir_dumps_itself_with_a_script_that_replays_the_failure(folder: Path, tmp_path: Path) -> None:
    wrong = text(1).replace("ret i64 1\n", "ret float 1\n")
    with config.using(dump_dir=str(tmp_path / "dumps")):
        with pytest.raises(NativeUnavailable, match="answer cannot be built"):
            native.function("answer", wrong)
        with pytest.raises(NativeUnavailable):  # and again, as nothing is cached
            native.function("answer", wrong)
    (dumped,) = (tmp_path / "dumps").iterdir()
    assert (dumped / "kernel.ll").read_text() == wrong
    done = subprocess.run([sys.executable, dumped / "replay.py"], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "parsing error" in done.stderr


def tripled() -> Kernel:
    i = k.axis(0)
    operand = Operand(np.dtype("int64"), (1,))
    return Kernel((Axis("parallel"),), (operand, operand), (), (Store(1, (i,), k.load(0, (i,), "int64") * 3),))


def broken_emitter(*_: object) -> str:
    raise AssertionError("a fault of the emitter")


def test_a_known_kernel_is_not_even_emitted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tripled())
    native.forget()
    monkeypatch.setattr(kernel_build, "ir_text", broken_emitter)
    before = counts()
    source, out = np.arange(5), np.zeros(5, np.int64)
    kernel_build.run_kernel(tripled(), [source, out], [5])
    assert out.tolist() == [0, 3, 6, 9, 12]
    assert since(before)[:2] == (0, 1)


def test_a_fault_of_the_emitter_is_a_dump_and_no_native_code(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_build, "ir_text", broken_emitter)
    with config.using(dump_dir=str(tmp_path / "dumps")), pytest.raises(NativeUnavailable, match="cannot be emitted"):
        build(tripled())
    (dumped,) = (tmp_path / "dumps").iterdir()
    assert "multiply" in (dumped / "kernel.ll").read_text()


def test_a_dumped_run_replays_to_the_same_results(tmp_path: Path) -> None:
    kernel = tripled()
    build(kernel)
    slots = [np.zeros(8, np.int64), np.arange(5), np.zeros(5, np.int64)]
    args = kernel.args([5], [(1, 0, (1,)), (2, 0, (1,))])
    with config.using(dump_dir=str(tmp_path)):
        dumped = replay.dump(kernel.name, ir_text(kernel), "wrong numbers", 2, slots, args, (0, 5))
    assert dumped is not None
    done = subprocess.run([sys.executable, dumped / "replay.py"], capture_output=True, text=True, check=True)
    assert "[ 0  3  6  9 12]" in done.stdout


def test_without_llvm_everything_says_so() -> None:
    script = """
        import sys
        sys.modules["llvmlite"] = None
        from dusk.errors import NativeUnavailable
        from dusk.kernel import native
        assert not native.available()
        try:
            native.function("f", "")
        except NativeUnavailable as error:
            print(error)
    """
    assert "no native code" in run_script(script).stdout


def test_llvm_is_not_imported_before_it_is_needed() -> None:
    script = "import sys, dusk.kernel.native, dusk.kernel.emit, dusk.kernel.build; print('llvmlite' in sys.modules)"
    assert run_script(script).stdout.strip() == "False"


def test_ctrl_c_amid_a_compile_leaves_all_in_order(tmp_path: Path) -> None:
    done = run_script(
        """
        import os, random, signal, sys, threading, time
        import numpy, dusk, dusk.numpy as np
        from dusk.kernel import disk, native

        def unraisable(met):  # an interrupt that comes within a destructor is lost: so Python has it
            if not issubclass(met.exc_type, KeyboardInterrupt):
                sys.__unraisablehook__(met)

        sys.unraisablehook = unraisable
        chance = random.Random(7)
        dusk.compile(np.tanh)(np.ones(3))
        hits = 0
        for turn in range(25):
            x = numpy.linspace(-1, 1, 50 + turn)
            w = numpy.linspace(-1, 1, 50 + turn).reshape(-1, 1) * numpy.ones((1, 3))
            def value(m, x, w, turn=turn):
                y = m.tanh(x @ w + turn) * (turn + 2)
                for _ in range(turn % 5):
                    y = m.exp(-y * y) + m.sin(y)
                return y.sum() + (y * y).sum()
            step = dusk.compile(lambda x, w: value(np, x, w))
            timer = threading.Timer(chance.random() * 0.08, os.kill, (os.getpid(), signal.SIGINT))
            try:
                timer.start()
                step(np.asarray(x), np.asarray(w)).item()
                timer.join()
                time.sleep(0.01)
            except KeyboardInterrupt:
                hits += 1
            timer.join()
            native.forget()
            for _ in range(2):
                assert numpy.allclose(step(np.asarray(x), np.asarray(w)).item(), value(numpy, x, w))
        assert not list(disk.folder().glob("*.tmp"))
        print(hits)
        """,
        DUSK_CACHE_DIR=str(tmp_path),
    )
    assert int(done.stdout) > 5
