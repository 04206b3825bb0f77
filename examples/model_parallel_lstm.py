"""An LSTM of eight layers on four devices, two layers on each, pipelined: a device works on one piece of time while the
device before it works on the next.

    python examples/model_parallel_lstm.py --devices 4 --steps 20 --trace pipeline.json

Nothing but `to_device` says what runs where; who waits for whom follows from what is read. The trace opens in
chrome://tracing or ui.perfetto.dev: a row for each device, another for the copies to it.
"""

import argparse
import time

import numpy

import dusk
import dusk.numpy as np

LAYERS, TIME, BATCH, HIDDEN, PIECES = 8, 32, 16, 64, 4


def parameters(devices, layers=LAYERS, hidden=HIDDEN, dtype="float32", seed=0):
    """The weights (x[hidden, 4 hidden], h[hidden, 4 hidden], bias[4 hidden]) of each layer, on its device."""
    rng = numpy.random.default_rng(seed)

    def drawn(*shape):
        return rng.standard_normal(shape).astype(dtype) / hidden**0.5

    made = []
    for i in range(layers):
        shapes = (hidden, 4 * hidden), (hidden, 4 * hidden), (4 * hidden,)
        with devices[i * len(devices) // layers]:
            made.append(tuple(np.array(drawn(*shape)) for shape in shapes))
    return made


def layer(weights, x, state):
    """One layer over a piece of time x[time, batch, hidden], from a state on: what it gives, and the state after it."""
    by_x, by_h, bias = weights

    def step(state, gates):
        h, c = state
        i, f, g, o = np.split(gates + h @ by_h, 4, axis=1)
        c = sigmoid(f + 1) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        return (h, c), h

    state, made = dusk.scan(step, state, x @ by_x + bias)
    return made, state


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def loss(weights, x, target, pieces=PIECES):
    """The mean squared error of the last layer against target[time, batch, hidden]."""
    states = []
    for by_x, *_ in weights:
        zeros = np.zeros((x.shape[1], by_x.shape[0]), x.dtype).to_device(by_x.device)
        states.append((zeros, zeros))
    total = 0.0
    length = x.shape[0] // pieces
    for piece in range(pieces):
        here = slice(piece * length, (piece + 1) * length)
        h = x[here]
        for i, of_layer in enumerate(weights):
            h, states[i] = layer(of_layer, h.to_device(of_layer[0].device), states[i])
        total = total + ((h.to_device(target.device) - target[here]) ** 2).sum()
    return total / target.size


def batch(seed=1, length=TIME, size=BATCH, hidden=HIDDEN, dtype="float32"):
    """Noise, and as the target what it was two steps before."""
    x = numpy.random.default_rng(seed).standard_normal((length, size, hidden)).astype(dtype)
    return np.array(x), np.array(numpy.roll(x, 2, axis=0) * 0.5)


def update(weights, gradients, rate):
    """Gradient descent: each gradient lies where its weights do."""
    return [tuple(w - rate * g for w, g in zip(*both, strict=True)) for both in zip(weights, gradients, strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--devices", type=int, default=4)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--trace", help="write a Chrome trace of the last step to this file")
    options = parser.parse_args()
    devices = [dusk.cpu(i) for i in range(options.devices)]
    weights, (x, target) = parameters(devices), batch()
    both = dusk.compile(dusk.value_and_grad(loss))
    for step in range(options.steps):
        start = time.perf_counter()
        with dusk.engine.timeline() as timeline:
            value, gradients = both(weights, x, target)
            value = float(value)
        seconds = time.perf_counter() - start
        weights = update(weights, gradients, 1.0)
        if step % 5 == 0 or step == options.steps - 1:
            print(f"step {step:3}: loss {value:.4f}, {1e3 * seconds:.1f} ms")
    if options.trace:
        timeline.save(options.trace)
    program = both.program
    if hasattr(program, "parted"):
        stats = program.stats
        print(f"{len(program.parted.parts)} parts, {stats.copies} copies of {stats.copied:,} bytes a step")


if __name__ == "__main__":
    main()
