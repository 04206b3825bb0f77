"""Compiling while the program goes on: it never waits, comes out the same, and leaves no process behind."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.backends.reference import Bodies
from dusk.config import config
from dusk.errors import NativeUnavailable
from dusk.kernel import background, codegen, native, server
from dusk.record import entry
from dusk.transform import pipeline
from native_steps import needs_native
from subprocess_script import FORKS, run_script

pytestmark = [
    needs_native,
    pytest.mark.skipif(not hasattr(os, "posix_spawn") or not hasattr(os, "fork"), reason="POSIX"),
]


@pytest.fixture(autouse=True)
def in_the_background(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The tier chosen by cost, and everything costs enough; kernels are nowhere yet."""
    native.available()
    monkeypatch.setattr(entry, "WORTH_NODE_S", 0.0)
    monkeypatch.setattr(entry, "WORTH_LOADING_S", 0.0)
    native.forget()
    with config.using(tier="auto", background=True, cache_dir=str(tmp_path), reproducible=False):
        yield
    native.forget()


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """The background does nothing until this is set."""
    go = threading.Event()
    begun = threading.Event()
    background.submit(lambda: (begun.set(), go.wait(60)))
    begun.wait(60)
    yield go
    go.set()


def until(true: Callable[[], bool], timeout_s: float = 60.0) -> None:
    end = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.001)


def delta(before: dict[str, int], name: str) -> int:
    return dusk.stats()[name] - before[name]


def text(value: int) -> str:
    return f"define i64 @answer() {{\n ret i64 {value}\n}}\n"


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_bodies_run_until_the_program_is_ready_which_then_takes_over() -> None:
    x, expected = np.arange(5000.0), numpy.arange(5000.0)
    before, rounds = dusk.stats(), 0

    def step() -> None:
        nonlocal x, expected, rounds
        x, expected, rounds = x * 0.37 + 1.21, expected * 0.37 + 1.21, rounds + 1
        numpy.testing.assert_array_equal(numpy.array(x), expected)

    step()
    assert delta(before, "compiled") == 0
    until(lambda: (step(), delta(before, "native") > 0)[1])
    assert delta(before, "compiled") == 1
    interpreted = delta(before, "interpreted")
    for _ in range(5):
        step()
    assert delta(before, "interpreted") == interpreted >= 1  # the first visit at the least
    assert delta(before, "native") == rounds - interpreted


def test_no_run_waits_for_a_compile_that_takes_longer(gate: threading.Event) -> None:
    x, before = np.arange(6000.0), dusk.stats()
    for _ in range(50):
        dusk.eval(x * 0.61 - 3.5)
    assert delta(before, "native") == 0
    assert delta(before, "interpreted") == 50
    assert delta(before, "compiled") == 1
    gate.set()
    until(lambda: (dusk.eval(x * 0.61 - 3.5), delta(before, "native") > 0)[1])


def test_a_run_that_takes_longer_than_the_compile_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Bodies.run

    def run(*args: Any) -> Any:
        time.sleep(1.0)
        return slow(*args)

    monkeypatch.setattr(Bodies, "run", run)
    monkeypatch.setattr(entry, "TAKES_S", 0.1)
    x, before = np.arange(7000.0), dusk.stats()
    for _ in range(4):
        dusk.eval(x * 0.43 - 2.5)
    assert delta(before, "interpreted") < 4, "bodies ran for a second each, with a compile of 0.1 s under way"


def test_what_costs_little_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "WORTH_NODE_S", 1.0)
    x, before = np.arange(8000.0), dusk.stats()
    for _ in range(20):
        dusk.eval(x * 0.83 - 1.5)
    assert delta(before, "compiled") == delta(before, "native") == 0


def test_a_first_visit_is_compiled_only_if_bodies_would_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    x, before = np.zeros(1 << 22), dusk.stats()
    dusk.eval(x * 0.71 - 1.5)
    assert delta(before, "compiled") == 0, "bodies take less time for 64 MiB than compiling"
    monkeypatch.setattr(entry, "BODIES_BYTE_S", 1e-6)
    dusk.eval(x * 0.73 - 1.5 + x)
    assert delta(before, "compiled") == delta(before, "native") == 1


def test_what_cost_most_is_compiled_first(gate: threading.Event) -> None:
    done: list[int] = []
    for i in (3, 1, 4, 2):
        job = background.submit(lambda i=i: done.append(i))
        job.weight = float(i)
    gate.set()
    until(lambda: len(done) == 4)
    assert done == [4, 3, 2, 1]


def test_what_is_gone_is_not_compiled(gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Any] = []
    monkeypatch.setattr(pipeline, "optimise", lambda graph, **_: compiled.append(graph))
    f, x = dusk.compile(lambda x: x * 0.57), np.arange(3000.0)
    with config.using(tier="interpreter"):
        dusk.eval(f(x))
    forgotten = entry.Entry(f.graph, asked=False)
    for _ in range(2):
        forgotten.run([x.buffer])
    job = forgotten.job
    del forgotten
    gate.set()
    assert job is not None
    assert job.done(60)
    assert not compiled


@pytest.mark.parametrize("setting", [{"tier": "native"}, {"reproducible": True}])
def test_what_must_be_native_waits(setting: dict[str, Any], gate: threading.Event) -> None:
    gate.set()
    with config.using(**setting):
        before = dusk.stats()
        dusk.eval(np.arange(9000.0) * 0.29 + 4.5)
        assert delta(before, "native") == 1
        assert delta(before, "interpreted") == 0


def test_a_compiled_function_is_compiled_when_called() -> None:
    f = dusk.compile(lambda x: x * 0.19 + 7.5)
    before = dusk.stats()
    numpy.testing.assert_array_equal(numpy.array(f(numpy.ones(3000))), numpy.ones(3000) * 0.19 + 7.5)
    assert delta(before, "native") == 1
    assert delta(before, "interpreted") == 0


def test_an_error_of_the_compiler_is_raised_in_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise KeyError("a fault of a pass")

    monkeypatch.setattr(pipeline, "optimise", broken)
    x = np.arange(4000.0)

    def loop() -> None:
        for _ in range(10_000):
            dusk.eval(x * 0.97 - 8.5)
            time.sleep(0.001)

    with pytest.raises(KeyError, match="a fault of a pass"):
        loop()


def served(ir: str) -> int:
    """The address of `answer`, compiled by the server."""
    job = background.submit(lambda: native.function("answer", ir))
    assert job.done(60.0)
    return job.result()


def test_the_server_compiles_what_is_not_on_disk_and_it_goes_there() -> None:
    before = native.stats.compiles, native.stats.served, native.stats.disk_hits
    served(text(51))
    native.forget()
    served(text(51))
    after = native.stats.compiles, native.stats.served, native.stats.disk_hits
    assert [a - b for a, b in zip(after, before, strict=True)] == [1, 1, 1]


def test_the_same_kernel_compiled_here_and_there_at_once_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go = threading.Event(), threading.Event()
    ask = server.object_code

    def slow(*args: Any) -> Any:
        begun.set()
        assert go.wait(60)
        return ask(*args)

    monkeypatch.setattr(server, "object_code", slow)
    job = background.submit(lambda: native.function("answer", text(55)))
    assert begun.wait(60)
    done: list[int] = []

    def here() -> None:
        with background.compiling:
            done.append(native.function("answer", text(55)))

    thread = threading.Thread(target=here, daemon=True)
    thread.start()
    thread.join(5)
    go.set()
    thread.join(30)
    assert done
    assert job.done(60)


def test_objects_of_the_server_are_those_of_this_process() -> None:
    generator = codegen.host()
    assert server.object_code(text(52), 2, generator) == generator.object_code(text(52), 2)


def test_wrong_ir_is_refused_and_the_server_goes_on() -> None:
    served(text(53))
    process = server.process()
    with pytest.raises(NativeUnavailable, match="answer cannot be built"):
        served(text(53).replace("ret i64 53", "ret float 53"))
    served(text(54))
    assert server.process() == process


def test_large_texts_pass_through_the_pipes() -> None:
    functions = "".join(f"define i64 @f{i}() {{\n ret i64 {i}\n}}\n" for i in range(20_000))
    generator = codegen.host()
    code = server.object_code(functions, 0, generator)
    assert code is not None
    assert len(code) > 1 << 20
    assert code == generator.object_code(functions, 0)


DYING = """
    import logging, os, signal, sys, time
    logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(message)s")
    from dusk.errors import NativeUnavailable
    from dusk.kernel import background, native, server

    def build(text):
        job = background.submit(lambda: native.function("f", text))
        assert job.done(60)
        return job.result()

    def text(value):
        return "define i64 @f() {\\n ret i64 %d\\n}\\n" % value

    def kill():
        process = server.process()
        os.kill(process, signal.SIGKILL)
        while os.path.exists(f"/proc/{process}"):
            time.sleep(0.01)

    FATAL = "void @llvm.nvvm.barrier0()"  # LLVM ends the process that selects instructions for it
    DEADLY = f"declare {FATAL}\\n" + text(0).replace(" ret", f" call {FATAL}\\n ret")
"""


def test_a_server_that_died_is_started_once_more_and_then_no_more(tmp_path: Path) -> None:
    script = """
    build(text(1))
    kill()
    build(text(2))
    assert native.stats.served == 2
    kill()
    build(text(3))
    build(text(4))
    print(native.stats.compiles, native.stats.served, server.process())
    """
    printed = run_script(DYING + script, DUSK_CACHE_DIR=str(tmp_path)).stdout.splitlines()
    warning = "WARNING no process that compiles in the background (it ended): kernels are compiled in this one"
    assert printed == [warning, "4 2 0"]


def test_a_kernel_that_kills_llvm_does_not_kill_the_program(tmp_path: Path) -> None:
    script = """
    try:
        build(DEADLY)
    except NativeUnavailable as error:
        assert "died of it" in str(error)
    build(text(1))
    print(native.stats.compiles, native.stats.served)
    """
    printed = run_script(DYING + script, DUSK_CACHE_DIR=str(tmp_path), DUSK_DUMP_DIR=str(tmp_path)).stdout.splitlines()
    assert [line.split()[0] for line in printed] == ["WARNING", "1"]
    assert printed[-1] == "1 0"


@pytest.mark.parametrize("executable", ["/nowhere/python", "/bin/true", ""])
def test_where_no_process_can_be_started_this_one_compiles(executable: str, tmp_path: Path) -> None:
    script = f"""
    sys.executable = {executable!r}
    for value in range(3):
        build(text(value))
    print(native.stats.compiles, native.stats.served)
    """
    printed = run_script(DYING + script, DUSK_CACHE_DIR=str(tmp_path)).stdout.splitlines()
    assert printed[-1] == "3 0"
    assert len(printed) == (2 if executable else 1)


LOOP = """
    import numpy, dusk.numpy as np, dusk, os, sys, time
    from dusk.record import entry
    entry.WORTH_NODE_S = entry.WORTH_LLVM_S = entry.WORTH_LOADING_S = 0.0
    from dusk.kernel import server, native

    def loop(k, until):
        x, expected = np.ones(5000), numpy.ones(5000)
        for _ in range(20000):
            x, expected = np.sin(x) * k, numpy.sin(expected) * k
            numpy.testing.assert_allclose(numpy.array(x), expected, rtol=1e-12)
            if until():
                return
            time.sleep(0.0005)
        raise AssertionError("never")

    def native_now():
        before = dusk.stats()["native"]
        return lambda: dusk.stats()["native"] > before
"""


def script_of(rest: str) -> str:
    """LOOP and then the rest."""
    lines = rest.splitlines()
    return LOOP + "\n".join(line for line in lines if line.strip()) + "\n"


ON = {"DUSK_BACKGROUND": "1", "DUSK_TIER": "auto"}


def test_it_ends_with_a_program_that_ends_in_any_way(tmp_path: Path) -> None:
    for ending in ("os._exit(0)", "os.kill(os.getpid(), 9)", "sys.exit(0)"):
        script = script_of(f"""
    loop(0.3, lambda: server.process())
    print(server.process(), flush=True)
    {ending}
        """)
        status = -9 if "kill" in ending else 0
        done = run_script(script, status=status, DUSK_CACHE_DIR=str(tmp_path / ending[:7]), **ON)
        process = int(done.stdout)
        until(lambda process=process: not alive(process), 10.0)


def test_the_end_of_a_program_waits_for_no_compile(tmp_path: Path) -> None:
    """At every stage of a compile; nothing is printed, nothing crashes."""
    for pause in (0.0, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2):
        script = script_of(f"""
    x = np.ones(5000)
    for _ in range(3):
        x = np.sin(x) * 0.7
        dusk.eval(x)
    time.sleep({pause})
        """)
        run_script(script, DUSK_CACHE_DIR=str(tmp_path / str(pause)), **ON)


def test_a_ctrl_c_aimed_at_the_program_leaves_the_server_alone(tmp_path: Path) -> None:
    script = script_of("""
    import signal
    loop(0.4, native_now())
    process = server.process()
    for _ in range(5):
        try:
            os.killpg(os.getpgrp(), signal.SIGINT)
            time.sleep(1)
        except KeyboardInterrupt:
            pass
    os.kill(process, signal.SIGINT)
    loop(0.8, lambda: native.stats.served >= 1)
    loop(0.9, native_now())
    assert server.process() == process
    """)
    run_script("    import os; os.setsid()\n" + script, DUSK_CACHE_DIR=str(tmp_path), **ON)


def test_a_forked_child_has_a_server_of_its_own(tmp_path: Path) -> None:
    script = script_of("""
    loop(0.45, lambda: server.process())  # and its answer under way
    parents = server.process()
    child = os.fork()
    loop(0.45, native_now())
    native.forget()
    os.environ["X"] = "1"
    loop(0.55 if child else 0.65, native_now())
    import dusk.numpy
    y = np.ones(3000)
    if not child:
        from dusk.kernel import background
        job = background.submit(lambda: native.function("g", "define i64 @g() {\\n ret i64 1\\n}\\n"))
        assert job.done(60)
        print("child", server.process() not in (0, parents), flush=True)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    print("parent", server.process() == parents)
    """)
    done = run_script(script, DUSK_CACHE_DIR=str(tmp_path), **ON, **FORKS)
    assert sorted(done.stdout.splitlines()) == ["child True", "parent True"]


def test_forks_at_any_moment_of_a_compile_leave_the_child_able_to_compile(tmp_path: Path) -> None:
    script = script_of("""
    x = np.ones(5000)
    for i in range(12):
        for _ in range(3):
            x = np.cos(x * (i + 0.5)) + np.exp(-x * i) * (i + 2)
            dusk.eval(x)
        time.sleep(0.003 * i)
        child = os.fork()
        if not child:
            loop(0.5 + i, native_now())
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    """)
    run_script(script, DUSK_CACHE_DIR=str(tmp_path), timeout_s=120, **ON, **FORKS)


def test_a_program_that_waits_for_all_its_children_does_not_wait_for_the_server(tmp_path: Path) -> None:
    script = script_of("""
    loop(0.35, native_now())
    try:
        os.wait()
    except ChildProcessError:
        print("none")
    """)
    assert run_script(script, DUSK_CACHE_DIR=str(tmp_path), **ON).stdout == "none\n"


def test_the_server_imports_no_numpy() -> None:
    script = f"""
        import runpy, sys
        runpy.run_path({codegen.__file__!r})
        import llvmlite.binding
        print([name for name in sys.modules if name.split(".")[0] in ("numpy", "dusk")])
    """
    assert run_script(script).stdout.strip() == "[]"
