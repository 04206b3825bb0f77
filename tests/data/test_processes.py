"""Worker processes: the same batches, other processes' memory, and an end that is always told."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from data_functions import Squares, doubled, fails_locally, jitter, noisy, process
from dusk.data import Loader, workers
from dusk.errors import WorkerError


def lists(batches: Any) -> list[Any]:
    return [[np.asarray(value).tolist() for value in batch] for batch in batches]


@pytest.fixture(scope="module")
def shared() -> Any:
    """Two processes that tests use one after the other, on a large array."""
    with Loader((np.arange(200_000).reshape(20, 10_000),), 3, shuffle=True, workers=2, kind="processes") as loader:
        yield loader


def test_large_arrays_come_through_shared_memory_unchanged(shared: Loader) -> None:
    alone = Loader(shared.source, 3, shuffle=True)
    for _ in range(2):
        kept = list(shared)
        for ours, theirs in zip(kept, alone, strict=True):
            np.testing.assert_array_equal(ours, theirs)
            assert ours.flags.writeable
    assert shared._processes is not None
    assert all(worker.block is not None for worker in shared._processes.workers)


def test_a_loop_that_is_left_and_a_state_cost_no_batch(shared: Loader) -> None:
    shared.load_state_dict({**shared.state_dict(), "epoch": 3, "position": 0})
    alone = Loader(shared.source, 3, shuffle=True)
    alone.load_state_dict(shared.state_dict())
    whole = list(alone)
    for number, batch in enumerate(shared):
        np.testing.assert_array_equal(batch, whole[number])
        if number == 2:
            break
    state = shared.state_dict()
    assert state["position"] == 3
    shared.load_state_dict(state)
    for ours, theirs in zip(shared, whole[3:], strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_where_memory_cannot_be_shared_it_is_sent(shared: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.Block, "new", lambda nbytes: None)
    with Loader(shared.source, 3, workers=1, kind="processes") as loader:
        for ours, theirs in zip(loader, Loader(shared.source, 3), strict=True):
            np.testing.assert_array_equal(ours, theirs)
            assert ours.flags.writeable


SOURCES = {"rows": Squares(23), "stream": lambda: map(Squares(23).__getitem__, range(23))}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_processes_deliver_what_would_come_without_them(source: Any) -> None:
    with Loader(source, 4, transform=noisy, augment=jitter, shuffle=True, workers=2, kind="processes") as loader:
        alone = Loader(source, 4, transform=noisy, augment=jitter, shuffle=True)
        assert lists(loader) == lists(alone)


def test_the_work_is_done_elsewhere_and_the_processes_end(tmp_path: Path) -> None:
    loader = Loader(Squares(40), 1, augment=process, workers=2, kind="processes")
    found = {int(ids[0]) for ids, _ in loader}
    assert os.getpid() not in found and len(found) <= 2
    processes = loader._processes
    assert processes is not None
    loader.close()
    assert not any(worker.process.is_alive() for worker in processes.workers)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("dusk-data")]


def test_processes_end_with_their_loader() -> None:
    loader = Loader(Squares(4), 1, workers=1, kind="processes")
    list(loader)
    assert loader._processes is not None
    (worker,) = loader._processes.workers
    del loader
    assert not worker.process.is_alive()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (Squares(20, kills=13), r"exit code -9 \(SIGKILL\) at sample 13, in batch 3 of epoch 0 \(samples 12, 13, 14"),
        (Squares(20, exits=6), "exit code 3 at sample 6, in batch 1 of epoch 0"),
    ],
)
def test_a_worker_that_dies_is_told_with_its_exit_code_and_sample(source: Squares, message: str) -> None:
    loader = Loader(source, 4, workers=1, kind="processes")
    found = []
    with pytest.raises(WorkerError, match=message):
        found.extend(loader)
    assert len(found) == loader.position
    assert loader._processes is None


def test_an_exception_keeps_its_type_and_the_workers_traceback() -> None:
    with Loader(Squares(20, raises=13), 4, transform=doubled, workers=2, kind="processes") as loader:
        found = []
        with pytest.raises(ZeroDivisionError, match="sample 13 is bad") as caught:
            found.extend(loader)
        assert len(found) == 3
        reading, told = caught.value.__notes__
        assert reading == "reading sample 13, in batch 3 of epoch 0"
        assert "in worker process" in told and "data_functions.py" in told and "__getitem__" in told
    with Loader(Squares(2), 1, transform=fails_locally, workers=1, kind="processes") as loader:
        with pytest.raises(RuntimeError, match="cannot be pickled") as caught_other:
            list(loader)
        assert "1 and 2" in "".join(caught_other.value.__notes__)


def test_what_cannot_be_sent_is_said() -> None:
    with pytest.raises(TypeError, match=r"must be pickled.*no lambda.*threads"):
        list(Loader(Squares(2), 1, transform=lambda s: s, workers=1, kind="processes"))


SCRIPT = """
import os, sys, time
from data_functions import Squares
from dusk.data import Loader

def slow(sample):
    time.sleep(0.02)
    return sample

{guard}
    loader = Loader(Squares(10_000), 2, transform=slow, workers=2, kind="processes")
    for number, batch in enumerate(loader):
        if number == 1:
            print(*[w.process.pid for w in loader._processes.workers], flush=True)
"""


def begun(folder: Path, guard: str) -> subprocess.Popen[str]:
    script = folder / "script.py"
    script.write_text(SCRIPT.format(guard=guard))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, str(script)], env=environment, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )


@pytest.mark.parametrize("how", ["interrupt", "kill"])
def test_nothing_is_left_of_a_program_that_is_stopped(how: str, tmp_path: Path) -> None:
    program = begun(tmp_path, 'if __name__ == "__main__":')
    assert program.stdout is not None
    pids = [int(word) for word in program.stdout.readline().split()]
    assert len(pids) == 2
    if how == "interrupt":  # as a terminal does it: to all processes of the group
        os.killpg(program.pid, signal.SIGINT)
    else:
        program.kill()
    _, told = program.communicate(timeout=30)  # ends when no process holds the pipes any more
    if how == "interrupt":
        assert program.returncode in (-signal.SIGINT, 130, 1) and told.rstrip().endswith("KeyboardInterrupt")
        assert told.count("Traceback") == 1
    for pid in pids:
        assert not Path(f"/proc/{pid}/cmdline").exists() or Path(f"/proc/{pid}/cmdline").read_text() == ""


def test_a_script_without_a_guard_is_told_what_it_lacks(tmp_path: Path) -> None:
    program = begun(tmp_path, "if True:")
    _, told = program.communicate(timeout=30)
    assert program.returncode == 1
    assert 'if __name__ == "__main__":' in told
