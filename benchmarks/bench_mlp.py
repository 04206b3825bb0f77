"""A 50-layer perceptron, batch 64, float32: loss, gradients and SGD update, by hand in NumPy and in Dusk's styles.

Contenders take turns within one process; minima and medians of many rounds. torch and jax join when installed.

    python benchmarks/bench_mlp.py [--widths 16 64 256] [--rounds 60] [--json FILE]
"""

import argparse
import contextlib
import functools
import json
import time

import numpy

import dusk
import dusk.numpy as np

LAYERS, BATCH, RATE = 50, 64, 0.01
BLOCK = 5  # steps of one contender in a row


def data(width, seed=0):
    rng = numpy.random.default_rng(seed)
    scale = (2 / width) ** 0.5
    params = []
    for _ in range(LAYERS):
        # biases that are not 0: where a whole layer is off, max(0, 0) would be a tie, whose gradient Dusk splits
        bias = (rng.standard_normal(width) * 0.01).astype("float32")
        params += [(rng.standard_normal((width, width)) * scale).astype("float32"), bias]
    x = rng.standard_normal((BATCH, width)).astype("float32")
    t = numpy.eye(width, dtype="float32")[rng.integers(0, width, BATCH)]
    return params, x, t


def by_hand(params, x, t):
    """One step in plain NumPy, updates in place; gives the loss."""
    h, kept = x, []
    for i in range(0, len(params), 2):
        kept.append(h)
        h = h @ params[i]
        h += params[i + 1]
        if i < len(params) - 2:
            numpy.maximum(h, 0, out=h)
    h -= h.max(axis=1, keepdims=True)
    e = numpy.exp(h)
    s = e.sum(axis=1, keepdims=True)
    loss = -(t * (h - numpy.log(s))).sum() / BATCH
    d = e / s
    d -= t
    d /= BATCH
    for i in range(len(params) - 2, -1, -2):
        gw = kept[i // 2].T @ d
        gb = d.sum(axis=0)
        if i:
            d = d @ params[i].T
            d *= kept[i // 2] > 0
        gw *= RATE
        gb *= RATE
        params[i] -= gw
        params[i + 1] -= gb
    return float(loss)


def loss(params, x, t):
    h = x
    for i in range(0, len(params), 2):
        h = h @ params[i] + params[i + 1]
        if i < len(params) - 2:
            h = np.maximum(h, 0)
    h = h - h.max(axis=1, keepdims=True)
    log_p = h - np.log(np.exp(h).sum(axis=1, keepdims=True))
    return -(t * log_p).sum() / BATCH


gradient = dusk.value_and_grad(loss)


def imperative(params, x, t):
    value, gradients = gradient(params, x, t)
    for p, g in zip(params, gradients):
        p -= RATE * g
    return float(value)


@dusk.compile
def compiled_step(params, x, t):
    value, gradients = gradient(params, x, t)
    for p, g in zip(params, gradients):
        p -= RATE * g
    return value


def compiled(params, x, t):
    return float(compiled_step(params, x, t))


def peers(params, x, t):
    """Steps of other frameworks, where they are installed."""
    found = {}
    for name, make in (("torch eager", torch_step), ("jax jit", jax_step)):
        with contextlib.suppress(ImportError):
            found[name] = make(params, x, t)
    return found


def torch_step(params, x, t):
    import torch

    torch.set_num_threads(2)
    ps = [torch.tensor(p, requires_grad=True) for p in params]
    xt, tt = torch.tensor(x), torch.tensor(t)

    def step():
        h = xt
        for i in range(0, len(ps), 2):
            h = torch.addmm(ps[i + 1], h, ps[i])
            if i < len(ps) - 2:
                h = torch.relu(h)
        value = -(tt * torch.log_softmax(h, 1)).sum() / BATCH
        value.backward()
        with torch.no_grad():
            for p in ps:
                p.sub_(p.grad, alpha=RATE)
                p.grad = None
        return value.item()

    return step


def jax_step(params, x, t):
    import jax
    import jax.numpy as jnp

    def loss(ps, x, t):
        h = x
        for i in range(0, len(ps), 2):
            h = h @ ps[i] + ps[i + 1]
            if i < len(ps) - 2:
                h = jax.nn.relu(h)
        return -(t * jax.nn.log_softmax(h, 1)).sum() / BATCH

    @functools.partial(jax.jit, donate_argnums=0)
    def update(ps, x, t):
        value, gradients = jax.value_and_grad(loss)(ps, x, t)
        return value, [p - RATE * g for p, g in zip(ps, gradients)]

    ps, xj, tj = [jnp.array(p) for p in params], jnp.array(x), jnp.array(t)

    def step():
        nonlocal ps
        value, ps = update(ps, xj, tj)
        return float(value)

    return step


def measure(width, rounds):
    params, x, t = data(width)
    mine = [p.copy() for p in params]
    contenders = {"NumPy by hand": lambda: by_hand(mine, x, t)}
    for name, step in (("Dusk imperative", imperative), ("Dusk compiled", compiled)):
        own, dx, dt = [np.array(p) for p in params], np.array(x), np.array(t)
        contenders[name] = lambda step=step, own=own, dx=dx, dt=dt: step(own, dx, dt)
    contenders |= peers(params, x, t)
    first, times, losses = {}, {name: [] for name in contenders}, {name: [] for name in contenders}
    for name, step in contenders.items():
        start = time.perf_counter()
        losses[name].append(step())
        first[name] = time.perf_counter() - start
        interpreted = -1
        while len(losses[name]) < 5 or dusk.stats()["interpreted"] != interpreted:  # until native code has taken over
            interpreted = dusk.stats()["interpreted"]
            losses[name].append(step())
        losses[name].append(step())
    before = dusk.stats()
    live = dusk.memory_in_use()
    for _ in range(rounds // BLOCK):
        for name, step in contenders.items():
            for _ in range(BLOCK):  # as in training, a step follows one of its own kind
                start = time.perf_counter()
                losses[name].append(step())
                times[name].append(time.perf_counter() - start)
    after = dusk.stats()
    for name in contenders:
        assert numpy.allclose(losses[name][:3], losses["NumPy by hand"][:3], rtol=1e-3), name  # then it is chaotic
    counters = {k: after[k] - before[k] for k in after}
    counters["net_bytes"] = dusk.memory_in_use() - live
    return {name: (min(ts), float(numpy.median(ts)), first[name]) for name, ts in times.items()}, counters


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--widths", type=int, nargs="+", default=[16, 64, 256])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--json")
    options = parser.parse_args()
    out = {}
    print(f"{'width':>5}  {'contender':18} {'min us':>9} {'median us':>9} {'first ms':>9} {'NumPy/it':>8}")
    for width in options.widths:
        rows, counters = measure(width, options.rounds)
        hand = rows["NumPy by hand"][0]
        for name, (best, median, first) in rows.items():
            print(f"{width:5}  {name:18} {best * 1e6:9.0f} {median * 1e6:9.0f} {first * 1e3:9.1f} {hand / best:8.2f}")
        ratio = rows["Dusk imperative"][0] / rows["Dusk compiled"][0]
        print(
            f"       imperative / compiled {ratio:.2f}; per round: flushes {counters['flushes'] / options.rounds:g}, "
            f"hits {counters['program_hits'] / options.rounds:g}, compiles {counters['compiled']}, "
            f"misses {counters['misses']}, net bytes {counters['net_bytes']}"
        )
        out[width] = {"rows": rows, "counters": counters}
    if options.json:
        with open(options.json, "w") as file:
            json.dump(out, file)


if __name__ == "__main__":
    main()
