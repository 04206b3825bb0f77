"""The digits model in three styles, step by step beside plain NumPy: all must follow the same loss curve.

    python examples/digits/styles.py --epochs 5

Each style is a function `step(x, t) -> loss` that also moves its parameters.
"""

import argparse
import json
import sys
from pathlib import Path

import model
import numpy

import data
import dusk
import dusk.numpy
import dusk.symbol

LR = 0.5
BATCH = 64
TOLERANCE = 1e-6


def by_hand():
    """NumPy, the gradient derived on paper."""
    params = model.initial()

    def step(x, t):
        value, gradients = model.loss_and_gradients(params, x, t)
        for w, g in zip(params, gradients):
            w -= LR * g
        return value

    return step


def loss(params, x, t):
    return model.loss(dusk.numpy, params, x, t)


def imperative():
    """As by_hand, but the gradient is Dusk's."""
    params = [dusk.numpy.array(w) for w in model.initial()]

    def step(x, t):
        value, gradients = dusk.value_and_grad(loss)(params, x, t)
        for w, g in zip(params, gradients):
            w -= LR * g
        return value

    return step


def compiled():
    """The whole step, updates included, as one native program."""
    params = [dusk.numpy.array(w) for w in model.initial()]

    @dusk.compile
    def update(params, x, t):
        value, gradients = dusk.value_and_grad(loss)(params, x, t)
        for w, g in zip(params, gradients):
            w -= LR * g
        return value

    return lambda x, t: update(params, x, t)


def symbolic():
    """An expression of named variables; its gradients are expressions too."""
    names = ["w1", "b1", "w2", "b2"]
    params = {name: dusk.numpy.array(w) for name, w in zip(names, model.initial())}
    variables = [dusk.symbol.Variable(name) for name in names]
    value = model.loss(dusk.symbol, variables, dusk.symbol.Variable("x"), dusk.symbol.Variable("t"))
    moved = [w - LR * g for w, g in zip(variables, value.grad(wrt=variables))]
    run = dusk.symbol.compile([value, *moved])

    def step(x, t):
        value, *new = run(x=x, t=t, **params)
        params.update(zip(names, new))
        return value

    return step


STYLES = {
    "NumPy by hand": by_hand,
    "Dusk imperative": imperative,
    "Dusk compiled": compiled,
    "Dusk symbol": symbolic,
}


def batches(digits, epochs, seed=0):
    """[(x[64, 64], t[64, 10])] in an order drawn with `seed`, by style: each has them as arrays of its own kind."""
    rng = numpy.random.default_rng(seed)
    targets = numpy.eye(10)[digits.y_train]
    rows = []
    for _ in range(epochs):
        order = rng.permutation(len(targets))
        rows += [order[start : start + BATCH] for start in range(0, len(order) - BATCH + 1, BATCH)]
    return {
        name: [(array(digits.x_train[chosen]), array(targets[chosen])) for chosen in rows]
        for name in STYLES
        for array in [numpy.array if name == "NumPy by hand" else dusk.numpy.array]
    }


def curves(epochs):
    """The loss of every step, by style."""
    found = {}
    for name, pairs in batches(data.load(), epochs).items():
        step = STYLES[name]()
        found[name] = numpy.array([float(step(x, t)) for x, t in pairs])
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path(".demo"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    found = curves(options.epochs)
    reference = found["NumPy by hand"]
    apart = {name: float(numpy.max(numpy.abs(curve / reference - 1.0))) for name, curve in found.items()}
    for name, curve in found.items():
        print(f"{name:<16} loss {curve[0]:.10f} -> {curve[-1]:.10f}   largest relative difference {apart[name]:.1e}")
    (options.out / "digits_styles.json").write_text(json.dumps({"apart": apart, "steps": len(reference)}))
    return 0 if max(apart.values()) <= TOLERANCE else f"the loss curves differ by more than {TOLERANCE:.0e}"


if __name__ == "__main__":
    sys.exit(main())
