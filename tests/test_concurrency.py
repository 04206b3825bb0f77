"""Threads, forks, interrupts and exits."""

import gc
import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.record.context import _known as contexts  # pyright: ignore[reportPrivateUsage]
from subprocess_script import run_script


def run_threads(count: int, body: Any) -> None:
    errors: list[BaseException] = []
    barrier = threading.Barrier(count)

    def run(i: int) -> None:
        try:
            barrier.wait()
            body(i)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(i,), daemon=True) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(60)
        assert not t.is_alive(), "a thread hangs"
    if errors:
        raise errors[0]


def test_sixteen_threads_each_with_their_own_arrays(tier: str) -> None:
    def body(i: int) -> None:
        x, expected = np.arange(5.0) + i, numpy.arange(5.0) + i
        for k in range(40):
            x = x * 0.5 + k
            x[1:3] += i
            expected = expected * 0.5 + k
            expected[1:3] += i
            if k % 7 == 0:
                assert float(x.sum()) == expected.sum()
        numpy.testing.assert_array_equal(numpy.array(x), expected)

    run_threads(16, body)


def test_sixteen_threads_reading_one_pending_array(tier: str) -> None:
    for _ in range(20):
        shared = np.arange(100.0)
        for _ in range(10):
            shared = shared * 0.5 + 1
        expected = numpy.arange(100.0)
        for _ in range(10):
            expected = expected * 0.5 + 1

        def body(i: int, shared: Any = shared, expected: Any = expected) -> None:
            mine = shared * i + shared
            numpy.testing.assert_array_equal(numpy.array(mine), expected * i + expected)

        run_threads(16, body)


def test_sixteen_threads_adding_to_one_array_under_a_lock(tier: str) -> None:
    shared, lock = np.zeros(4), threading.Lock()

    def body(i: int) -> None:
        nonlocal shared
        for _ in range(25):
            with lock:
                shared += i
                shared[1:3] *= 1

    run_threads(16, body)
    numpy.testing.assert_array_equal(numpy.array(shared), numpy.full(4, 25.0 * sum(range(16))))


@pytest.mark.parametrize("follower", ["native", "portable"])
def test_finalisers_may_record_in_the_midst_of_anything(follower: str) -> None:
    run_script(
        """
        import gc
        import numpy, dusk, dusk.numpy as np
        a = np.arange(3.0)
        dusk.eval(a)
        kept = []
        class Cycle:
            def __init__(self, pending): self.me, self.pending = self, pending
            def __del__(self): kept.append((a * 3, self.pending.sum()))
        gc.set_threshold(7)
        for i in range(300):
            b = a * 2 + i
            Cycle(b)
            c = b.sum(axis=0)
            w = a * 1
            w += b
            assert float(c) == 6 + 3 * i
            assert numpy.array(w)[1] == 1 + 2 + i
            for k, total in kept[:]:
                assert numpy.array(k)[1] == 3 and float(total) % 3 == 0
        assert len(kept) > 200
        """,
        timeout_s=60,
        DUSK_FOLLOWER=follower,
    )


def test_threads_take_what_they_remembered_along() -> None:
    before = len(contexts)

    def body(i: int) -> None:
        for _ in range(3):
            float((np.arange(4.0) * 2 + i).sum())

    for _ in range(20):
        run_threads(2, body)
    left = np.zeros(2)

    def leave(i: int) -> None:
        left[i] = np.arange(5.0).sum() + i  # pending when its thread ends

    run_threads(2, leave)
    gc.collect()
    assert len(contexts) <= before + 3
    numpy.testing.assert_array_equal(numpy.array(left), [10.0, 11.0])
    gc.collect()
    assert len(contexts) <= before + 1


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns every few bytecodes."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_sixteen_threads_writing_their_own_part_of_one_array(tier: str, hurried: None) -> None:
    """Without a lock each call is atomic: the result is that of some serial order."""
    shared = np.zeros(16)

    def body(i: int) -> None:
        for _ in range(50):
            shared[i] += 1
            shared[i : i + 1] += 1

    run_threads(16, body)
    numpy.testing.assert_array_equal(numpy.array(shared), numpy.full(16, 100.0))


@pytest.mark.parametrize("follower", ["native", "portable"])
def test_no_element_is_lost_while_threads_come_and_go(follower: str) -> None:
    """What is written may be pending: to compute it lets others go on, and they may take the array's memory away."""
    run_script(
        """
        import sys, threading
        import numpy, dusk.numpy as np
        from dusk.config import config
        config.tier = "interpreter"
        sys.setswitchinterval(1e-6)
        for _ in range(12):
            shared = np.zeros(16)
            def body(i, shared=shared):
                for _ in range(50):
                    shared[i] += 1
            threads = [threading.Thread(target=body, args=(i,)) for i in range(16)]
            [t.start() for t in threads]
            [t.join() for t in threads]
            assert (numpy.array(shared) == 50).all(), shared
        """,
        timeout_s=60,
        DUSK_FOLLOWER=follower,
    )


def test_threads_write_elements_while_the_follower_learns_where_they_lie(hurried: None) -> None:
    """Asking Python for that lets other threads go on: what was found before held no longer."""
    for k in range(25):
        shared = np.zeros(16 + k)

        def body(i: int, shared: Any = shared) -> None:
            for _ in range(8):
                shared[i] += 1
                shared[i : i + 1] += 1

        run_threads(16, body)
        numpy.testing.assert_array_equal(numpy.array(shared)[:16], numpy.full(16, 16.0))


def test_threads_read_what_another_thread_goes_on_writing(tier: str) -> None:
    shared = np.zeros(8)
    done = threading.Event()
    seen: list[float] = []

    def body(i: int) -> None:
        if i == 0:
            for _ in range(200):
                shared.__iadd__(1)
            done.set()
        else:
            while not done.is_set():
                values = numpy.array(shared)
                assert (values == values[0]).all(), values
                seen.append(values[0])

    run_threads(4, body)
    numpy.testing.assert_array_equal(numpy.array(shared), numpy.full(8, 200.0))


def test_threads_differentiate_at_the_same_time(tier: str) -> None:
    w = np.arange(3.0)

    def body(i: int) -> None:
        for _ in range(10):
            g = dusk.grad(lambda x: (np.sin(x) * w * i).sum())(np.ones(3))
            numpy.testing.assert_allclose(numpy.array(g), numpy.cos(1) * numpy.arange(3.0) * i, rtol=1e-12)

    run_threads(8, body)


def test_threads_share_a_compiled_function(tier: str) -> None:
    f = dusk.compile(lambda x, n: x * n + 1)

    def body(i: int) -> None:
        for k in range(20):
            numpy.testing.assert_array_equal(numpy.array(f(np.ones(3) * i, k % 3)), numpy.full(3, i * (k % 3) + 1.0))

    run_threads(8, body)


def test_an_array_pending_in_a_finished_thread_has_its_value(tier: str) -> None:
    made: list[Any] = []
    t = threading.Thread(target=lambda: made.append(np.arange(3.0) * 2 + 1))
    t.start()
    t.join()
    numpy.testing.assert_array_equal(numpy.array(made[0]), [1, 3, 5])


def test_a_value_read_inside_another_threads_gradient(tier: str) -> None:
    leaked: list[Any] = []
    go, read = threading.Event(), threading.Event()

    def f(x: Any) -> Any:
        y = x * 3
        leaked.append(y)
        go.set()
        assert read.wait(30)
        return (y * y).sum()

    def body(i: int) -> None:
        if i == 0:
            numpy.testing.assert_array_equal(numpy.array(dusk.grad(f)(np.array([1.0, 2.0]))), [18, 36])
        else:
            assert go.wait(30)
            try:
                numpy.testing.assert_array_equal(numpy.array(leaked[0]), [3, 6])
            finally:
                read.set()

    run_threads(2, body)


@pytest.mark.parametrize("tier_name", ["interpreter", "native"])
def test_a_forked_child_sees_the_values_and_has_its_own_pool(tier_name: str) -> None:
    run_script(
        """
        import os, warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        import dusk, dusk.numpy as np
        x = np.arange(100000.0)
        dusk.eval(np.exp(-x) @ x)           # the pool has started
        y = np.sqrt(x * 2 + 1)              # pending
        pid = os.fork()
        if pid == 0:
            ok = abs(float(y[4]) - 3.0) < 1e-12 and float((y * 0 + 1).sum()) == 100000
            x += 1
            os._exit(0 if ok and float(x[0]) == 1 else 7)
        _, status = os.waitpid(pid, 0)
        assert status == 0, status
        assert float(y[4]) == 3.0
        assert float(x[0]) == 0
        """,
        DUSK_TIER=tier_name,
    )


def test_multiprocessing_by_fork_and_spawn() -> None:
    run_script(
        """
        import multiprocessing, os, sys, pathlib, tempfile
        folder = tempfile.mkdtemp()
        pathlib.Path(folder, "work_of_child.py").write_text(
            "import dusk.numpy as np\\ndef total(a):\\n    return (a * 2).sum()\\n"
        )
        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = folder + os.pathsep + os.environ["PYTHONPATH"]
        import dusk.numpy as np
        from work_of_child import total
        a = np.arange(4.0) + 1
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                assert [float(v) for v in pool.map(total, [a, a * 2])] == [20.0, 40.0]
        """
    )


@pytest.mark.parametrize("tier_name", ["interpreter", "native"])
def test_interrupted_at_random_instants_it_stops_soon_and_stays_right(tier_name: str) -> None:
    run_script(
        """
        import random, signal, sys, threading, time
        import numpy, dusk, dusk.numpy as np

        def step(x, n):
            for k in range(n):
                x = x * 0.5 + k
                x[1:3] += 1
            return x

        def check():
            expected = step(numpy.arange(6.0), 5)
            numpy.testing.assert_array_equal(numpy.array(step(np.arange(6.0), 5)), expected)
            g = dusk.grad(lambda x: (np.sin(x) * x).sum())(np.ones(3))
            numpy.testing.assert_allclose(numpy.array(g), numpy.sin(1) + numpy.cos(1) * numpy.ones(3), rtol=1e-12)

        def work():
            kept = np.arange(6.0)
            w = np.ones((4, 4))
            while True:
                kept = step(kept, 3)
                value, g = dusk.value_and_grad(lambda w: (np.tanh(w @ w) ** 2).sum())(w)
                w -= 0.01 * g
                float(value)
                float(kept[0])

        check()
        sys.unraisablehook = lambda unraisable: None  # a Ctrl-C in a finaliser of LLVM's binding is only printed
        rng = random.Random(0)
        slowest = 0.0
        for i in range(200):
            armed = True
            def interrupt(signum, frame):
                if armed:
                    raise KeyboardInterrupt
            signal.signal(signal.SIGALRM, interrupt)
            delay = rng.uniform(0.0005, 0.02)
            started = time.perf_counter()
            try:
                # and again, as one presses again: Python swallows what is raised in a finaliser, of LLVM's binding too
                signal.setitimer(signal.ITIMER_REAL, delay, 0.05)
                work()
            except KeyboardInterrupt:
                armed = False
                slowest = max(slowest, time.perf_counter() - started - delay)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            check()
        assert slowest < 0.2, slowest
        """,
        timeout_s=120,
        DUSK_TIER=tier_name,
    )


def test_a_cell_written_when_interrupted_has_its_old_or_its_new_value() -> None:
    run_script(
        """
        import random, signal
        import numpy, dusk, dusk.numpy as np
        rng = random.Random(1)
        def interrupt(signum, frame):
            raise KeyboardInterrupt
        signal.signal(signal.SIGALRM, interrupt)
        for i in range(200):
            a = np.zeros(4)
            count = 0
            try:
                signal.setitimer(signal.ITIMER_REAL, rng.uniform(0.0002, 0.004))
                while True:
                    a += 1
                    count += 1
                    if count % 10 == 0:
                        float(a[0])
            except KeyboardInterrupt:
                pass
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            values = numpy.array(a)
            assert (values == values[0]).all(), values
            assert values[0] in (count, count + 1), (values[0], count)
        """,
        timeout_s=120,
    )


@pytest.mark.parametrize("tier_name", ["interpreter", "native"])
def test_the_interpreter_exits_cleanly_with_work_pending(tier_name: str) -> None:
    done = run_script(
        """
        import atexit, threading
        import dusk, dusk.numpy as np
        x = np.ones((300, 300))
        dusk.eval(np.exp(x @ x))
        held = x * 2
        def other():
            global theirs
            theirs = np.ones(4) + 1
        t = threading.Thread(target=other); t.start(); t.join()
        class Late:
            def __init__(self): self.pending = held + 1
            def __del__(self): self.pending.sum()
        late = Late()
        atexit.register(lambda: print(float(held[0, 0])))
        cycle = [held]; cycle.append(cycle)
        """,
        timeout_s=30,
        DUSK_TIER=tier_name,
    )
    assert done.stdout == "2.0\n"


def test_importing_dusk_starts_no_thread_and_imports_no_extra() -> None:
    run_script(
        """
        import sys, threading
        import dusk
        assert "llvmlite" not in sys.modules and "rich" not in sys.modules, "heavy imports"
        import dusk.numpy as np
        assert threading.active_count() == 1
        for name in ("torch", "jax", "sklearn", "matplotlib", "onnx", "ray", "rich"):
            assert name not in sys.modules, name
        """
    )
