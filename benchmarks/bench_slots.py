"""What recording costs in the native hit path: nanoseconds a call when following, at first sight, in place, by number.

    python benchmarks/bench_slots.py

Minima over many rounds, the Python loop included; a chain of float additions in the same loop is the floor.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from dusk.record.slots import IN_PLACE, load, unfit

LENGTH, ROUNDS = 100, 2000
LOADING = """
import time
import llvmlite.binding
from dusk.kernel import native
native.available()
from dusk.record import slots
start = time.perf_counter()
slots.load()
print((time.perf_counter() - start) * 1e3)
"""


def chain(a: Any, x: Any) -> Any:
    """A bare chain of additions."""
    for _ in range(LENGTH):
        a = a + x
    return a


def updates(a: Any, x: Any) -> Any:
    """A bare chain of in-place additions."""
    for _ in range(LENGTH):
        a += x
    return a


def scaled(a: Any, x: Any) -> Any:
    """A bare chain of products with a float that stays."""
    for _ in range(LENGTH):
        a = a * 0.5
    return a


def main() -> None:
    """Print the table."""
    slots = load()
    if slots is None:
        print(f"no native hit path: {unfit()}")
        return
    handle_class = slots.adopt(type("Array", (slots.MutableHandle,), {"__slots__": ()}))
    kind = object()
    in_place = [IN_PLACE if name.startswith("inplace_") else 0 for name in slots.operators] + [0]
    extend = slots.extend

    def miss(op: int, *operands: Any) -> Any:
        return extend(None, kind, handle_class, in_place[op], op, *operands)

    def leaf() -> Any:
        handle = handle_class()
        handle._type, handle._buffer, handle._pointer = kind, kind, 64
        return handle

    follow, number = slots.follow, len(slots.operators)

    def called(a: Any, x: Any) -> Any:
        for _ in range(LENGTH):
            a = follow(number, a)
        return a

    def fastest(body: Callable[[Any, Any], Any], a: Any, x: Any) -> float:
        best = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            body(a, x)
            best = min(best, time.perf_counter() - start)
            slots.reset()
        return best / LENGTH * 1e9

    def first_sight() -> float:
        best = float("inf")
        for _ in range(ROUNDS // 10):
            context = slots.attach()
            start = time.perf_counter()
            chain(x, y)
            best = min(best, time.perf_counter() - start)
            slots.detach(context)
        return best / LENGTH * 1e9

    slots.on_miss(miss)
    x, y = leaf(), leaf()
    first = first_sight()
    context = slots.attach()
    rows = {"float addition (floor)": fastest(chain, 1.5, 2.5)}
    rows |= {"following a + x": fastest(chain, x, y), "following a += x": fastest(updates, x, y)}
    rows |= {"following a * 0.5": fastest(scaled, x, y), "following follow(op, a)": fastest(called, x, y)}
    rows["first sight (bare miss function)"] = first
    slots.detach(context)
    loads = [float(subprocess.check_output([sys.executable, "-c", LOADING], text=True)) for _ in range(3)]
    print(f"CPython {sys.version.split()[0]}")
    for name, nanoseconds in rows.items():
        print(f"  {name:34} {nanoseconds:7.1f} ns")
    print(f"  {'loading with a warm cache':34} {min(loads):7.1f} ms")


if __name__ == "__main__":
    main()
