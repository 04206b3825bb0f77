"""Engines under what happens to processes: forks, Ctrl-C, exits."""

from __future__ import annotations

import pytest

from subprocess_script import FORKS, run_script


def test_a_fork_with_work_pending_gives_the_child_values_and_an_engine_of_its_own() -> None:
    done = run_script(
        """
        import os, sys, time, threading
        from dusk.engine import allocate, push, wait_all, wait_for
        from dusk.config import config
        config.threads = 2

        values = {"x": 0}
        x = allocate(8)
        def add(n):
            time.sleep(0.002)
            values["x"] = values["x"] * 2 + n
        # other threads go on pushing through all forks: the engine is never without work
        stop = threading.Event()
        def noise():
            while not stop.is_set():
                push(lambda: time.sleep(0.0005)).wait()
        for _ in range(4):
            threading.Thread(target=noise, daemon=True).start()
        for turn in range(10):
            values["x"] = 0
            for n in range(5):
                push(lambda n=n: add(n), reads=[x], writes=[x])
            child = os.fork()
            # the child has the values without waiting; both go on
            ok = values["x"] == 26
            push(lambda: add(7), reads=[x], writes=[x])
            wait_for(x)
            ok = ok and values["x"] == 59
            if child == 0:
                wait_all()
                ok = ok and threading.active_count() >= 2
                os._exit(0 if ok else 1)
            assert ok, (turn, values)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, turn
        stop.set()
        print("fine")
        """,
        **FORKS,
    )
    assert done.stdout == "fine\n"


def test_a_task_may_fork_and_what_else_was_under_way_is_lost_to_the_child_only() -> None:
    done = run_script(
        """
        import os, time
        from dusk.engine import ThreadedEngine, wait_all
        engine = ThreadedEngine(2)
        other = engine.push(lambda: time.sleep(0.2) or "slept", writes=["y"])
        later = engine.push(lambda: "later", reads=["y"], writes=["z"])

        def fork():
            time.sleep(0.02)
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    later.wait()
                except RuntimeError as error:
                    code = 0 if "forked" in str(error) and engine.push(lambda: 5, writes=["z"]).wait() == 5 else 2
                os._exit(code)
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

        assert engine.push(fork, writes=["x"]).wait() == 0
        assert other.wait() == "slept" and later.wait() == "later"
        """,
        **FORKS,
    )
    assert done.stdout == ""


CTRL_C = """
    import os, signal, sys, threading, time, random
    from dusk.engine import allocate, push, wait_all, wait_for
    from dusk.config import config
    config.threads = 2

    chance = random.Random({seed})
    variables = [allocate(8) for _ in range(3)]
    counts = [0, 0, 0]
    def add(i, pause):
        before = counts[i]
        time.sleep(pause)
        counts[i] = before + 1

    sent_at = 0.0
    def send(after):
        global sent_at
        time.sleep(after)
        sent_at = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    slowest = 0.0
    pushed = [0, 0, 0]
    for turn in range({turns}):
        try:
            sender = threading.Thread(target=send, args=(chance.random() * 0.004,))
            sender.start()
            while True:
                {body}
        except KeyboardInterrupt:
            slowest = max(slowest, time.monotonic() - sent_at)
        sender.join()
    wait_all()
    assert slowest < 0.2, slowest
    # usable, and every task ran exactly once or was not pushed: the last one may have been interrupted after its push
    tasks = [push(lambda i=i: counts[i], reads=[v], writes=[v]) for i, v in enumerate(variables)]
    for i, task in enumerate(tasks):
        assert pushed[i] <= task.wait() <= pushed[i] + {turns}, (counts, pushed)
    print("fine")
"""


@pytest.mark.parametrize(
    "body",
    [
        "i = chance.randrange(3); push(lambda i=i: add(i, 0), reads=[variables[i]], writes=[variables[i]]); "
        "pushed[i] += 1; i == 0 and chance.random() < 0.05 and wait_for(variables[0])",
        "push(lambda: add(0, 1e-4), reads=[variables[0]], writes=[variables[0]]).wait(); pushed[0] += 1",
        "push(lambda: add(0, 1e-4), writes=[variables[0]]); pushed[0] += 1; wait_for(variables[0])",
        "push(lambda: time.sleep(0.4), writes=['long']); push(lambda: 0).wait(); wait_for('long')",
    ],
    ids=["pushing", "waiting", "waiting for a variable", "waiting for long"],
)
def test_ctrl_c_interrupts_at_once_and_the_engine_is_usable_after(body: str) -> None:
    turns = 3 if "0.4" in body else 60
    done = run_script(CTRL_C.format(body=body, turns=turns, seed=turns))
    assert done.stdout == "fine\n"


def test_ctrl_c_finds_the_pool_of_memory_whole() -> None:
    run_script(
        """
        import gc, os, random, signal, threading, time
        import numpy as np
        from dusk.engine import Pool
        pool = Pool("cpu:0", 1 << 20)
        chance = random.Random(1)
        def send(after):
            time.sleep(after)
            os.kill(os.getpid(), signal.SIGINT)
        interrupted = 0
        for turn in range(150):
            sender = threading.Thread(target=send, args=(chance.random() * 0.001,))
            try:
                sender.start()
                held = []
                while True:
                    held.append(pool.allocate(chance.choice((100, 200, 5000))))
                    held[-1].array(np.uint8, (100,))[:] = 1
                    if len(held) > 3:
                        del held[chance.randrange(len(held))]
            except KeyboardInterrupt:
                interrupted += 1
            sender.join()
        assert interrupted == 150, interrupted
        held = buffers = None
        gc.collect()
        # an allocation that was interrupted may leave its block to the system, never a block in two hands
        buffers = [pool.allocate(100) for _ in range(100)]
        assert len({buffer.address for buffer in buffers}) == 100
        assert pool.stats().bytes_reserved < 1 << 19
        """
    )


def test_the_interpreter_finishes_what_was_pushed_and_ends() -> None:
    done = run_script(
        """
        import atexit, time
        def late():
            from dusk.engine import push
            print("late", push(lambda: 6 * 7, reads=["x"]).wait(), flush=True)
        atexit.register(late)     # before Dusk's own: runs after it
        from dusk.engine import push
        push(lambda: 1).wait()    # workers are parked
        push(lambda: (time.sleep(0.05), print("written", flush=True)), writes=["x"])
        """
    )
    assert done.stdout == "written\nlate 42\n"


def test_the_interpreter_ends_while_workers_are_parked_and_other_threads_push() -> None:
    for _ in range(3):
        run_script(
            """
            import threading, time
            from dusk.engine import push
            def noise():
                while True:
                    push(lambda: None, writes=["x"])
                    time.sleep(1e-4)
            for _ in range(3):
                threading.Thread(target=noise, daemon=True).start()
            push(lambda: 1).wait()
            time.sleep(0.02)
            """
        )


def test_an_error_that_nobody_saw_is_told_at_exit() -> None:
    with pytest.raises(AssertionError, match=r"ValueError: unseen\nin a task pushed at <string>:5"):
        run_script(
            """
            from dusk.engine import push
            def fail():
                raise ValueError("unseen")
            push(fail)
            """
        )


def test_where_it_was_raised_is_told_at_exit_too() -> None:
    with pytest.raises(AssertionError, match=r'(?s)Traceback.*line 4, in fail.*ValueError: unseen'):
        run_script(
            """
            from dusk.engine import push
            def fail():
                raise ValueError("unseen")
            push(fail)
            """
        )


def test_the_engine_is_chosen_by_the_environment() -> None:
    script = """
        import numpy as np
        from dusk import engine
        x, order = np.zeros(3), []
        for i in range(9):
            def step(i=i):
                order.append(i)
                x[i % 3] = x[i % 3] * 2 + i
            engine.push(step, writes=[i % 3])
        engine.wait_all()
        print(type(engine.current()).__name__, x.tolist(), order == list(range(9)))
        """
    kinds = {"": "Threaded", "serial": "Serial", "permuting:3": "Permuting", "checking:3": "Checking"}
    found = {kind: run_script(script, DUSK_ENGINE=name).stdout.split() for name, kind in kinds.items()}
    assert {kind: words[0] for kind, words in found.items()} == {kind: f"{kind}Engine" for kind in kinds.values()}
    assert len({tuple(words[1:4]) for words in found.values()}) == 1
    assert (found["Serial"][4], found["Permuting"][4]) == ("True", "False")
    with pytest.raises(AssertionError, match="ValueError: DUSK_ENGINE='naive': must be threaded, serial"):
        run_script(script, DUSK_ENGINE="naive")
