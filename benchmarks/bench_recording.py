"""What recording a call costs in pure Python: following a known path of 100 products, and at first sight of each."""

import time

import numpy

import dusk
import dusk.numpy as np
from dusk.record import local

CALLS = 100


def chain(x, y):
    for _ in range(CALLS):
        x = x * y
    return x


def least_us(x, y, forget, rounds=200):
    """Microseconds a call, the least of many rounds; nothing is run."""
    best = float("inf")
    for _ in range(rounds):
        context = local.context
        context.start()
        if forget:
            for child in context.root.children.values():
                child.unlink()
            context.root.children.clear()
        start = time.perf_counter()
        chain(x, y)
        best = min(best, time.perf_counter() - start)
    local.context.start()
    return best / CALLS * 1e6


def main():
    x, y = np.array(numpy.ones(16)), np.array(numpy.ones(16))
    with dusk.config.using(cut=10 * CALLS):
        print(f"first sight {least_us(x, y, forget=True):6.2f} us a call")
        print(f"following   {least_us(x, y, forget=False):6.2f} us a call")


if __name__ == "__main__":
    main()
