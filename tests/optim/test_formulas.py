"""Each optimiser follows the formula of its paper, written again in NumPy, by three routes."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import optim

STEPS = 100
Formula = Callable[[Any, Any, dict[str, Any], int], Any]


def sgd(p, g, s, t):
    g = g + 0.02 * p
    s["b"] = g if t == 1 else 0.9 * s["b"] + 0.5 * g
    return p - 0.1 * s["b"]


def nesterov(p, g, s, t):
    s["b"] = 0.8 * s.get("b", 0) + g
    return p - 0.05 * (g + 0.8 * s["b"])


def adam(p, g, s, t, decay=0.03, own=0.0, rate=0.02, b1=0.8, b2=0.95, eps=1e-3):
    p = p - rate * own * p
    g = g + decay * p
    s["m"] = b1 * s.get("m", 0) + (1 - b1) * g
    s["v"] = b2 * s.get("v", 0) + (1 - b2) * g**2
    return p - rate * (s["m"] / (1 - b1**t)) / (numpy.sqrt(s["v"] / (1 - b2**t)) + eps)


def adamw(p, g, s, t):
    return adam(p, g, s, t, decay=0.0, own=0.04)


def adamax(p, g, s, t):
    s["m"] = 0.9 * s.get("m", 0) + 0.1 * g
    s["u"] = numpy.maximum(0.99 * s.get("u", 0), numpy.abs(g) + 1e-4)
    return p - 0.03 / (1 - 0.9**t) * s["m"] / s["u"]


def lamb(p, g, s, t):
    s["m"] = 0.9 * s.get("m", 0) + 0.1 * g
    s["v"] = 0.99 * s.get("v", 0) + 0.01 * g**2
    r = s["m"] / (1 - 0.9**t) / (numpy.sqrt(s["v"] / (1 - 0.99**t)) + 1e-6) + 0.01 * p
    w, n = numpy.linalg.norm(p), numpy.linalg.norm(r)
    return p - 0.02 * (w / n if w and n else 1.0) * r


def lion(p, g, s, t):
    m = s.get("m", 0)
    s["m"] = 0.99 * m + 0.01 * g
    return p - 0.01 * (numpy.sign(0.9 * m + 0.1 * g) + 0.1 * p)


def rmsprop(p, g, s, t):
    g = g + 0.01 * p
    s["v"] = 0.9 * s.get("v", 0) + 0.1 * g**2
    s["a"] = 0.9 * s.get("a", 0) + 0.1 * g
    s["b"] = 0.5 * s.get("b", 0) + g / (numpy.sqrt(s["v"] - s["a"] ** 2) + 1e-3)
    return p - 0.01 * s["b"]


def plain_rmsprop(p, g, s, t):
    s["v"] = 0.99 * s.get("v", 0) + 0.01 * g**2
    return p - 0.02 * g / (numpy.sqrt(s["v"]) + 1e-8)


def adagrad(p, g, s, t):
    s["s"] = s.get("s", 0.1) + g**2
    return p - 0.1 * g / (numpy.sqrt(s["s"]) + 1e-10)


def adadelta(p, g, s, t):
    v = s["v"] = 0.9 * s.get("v", 0) + 0.1 * g**2
    d = numpy.sqrt(s.get("u", 0) + 1e-3) / numpy.sqrt(v + 1e-3) * g
    s["u"] = 0.9 * s.get("u", 0) + 0.1 * d**2
    return p - d


def ftrl(p, g, s, t):
    n = s.get("n", 0 * g)
    s["n"] = n + g**2
    s["z"] = s.get("z", 0) + g - (numpy.sqrt(s["n"]) - numpy.sqrt(n)) / 0.2 * p
    z = s["z"]
    return numpy.where(
        abs(z) <= 0.05, 0.0, -(z - numpy.sign(z) * 0.05) / ((1 + numpy.sqrt(s["n"])) / 0.2 + 0.01)
    )


CASES: dict[str, tuple[Formula, Callable[..., optim.Optimiser]]] = {
    "sgd": (sgd, lambda **o: optim.SGD(0.1, momentum=0.9, dampening=0.5, weight_decay=0.02, **o)),
    "nesterov": (nesterov, lambda **o: optim.SGD(0.05, momentum=0.8, nesterov=True, **o)),
    "plain sgd": (lambda p, g, s, t: p - 0.1 * g, lambda **o: optim.SGD(0.1, **o)),
    "adam": (adam, lambda **o: optim.Adam(0.02, betas=(0.8, 0.95), eps=1e-3, weight_decay=0.03, **o)),
    "adamw": (adamw, lambda **o: optim.AdamW(0.02, betas=(0.8, 0.95), eps=1e-3, weight_decay=0.04, **o)),
    "adamax": (adamax, lambda **o: optim.Adamax(0.03, betas=(0.9, 0.99), eps=1e-4, **o)),
    "lamb": (lamb, lambda **o: optim.LAMB(0.02, betas=(0.9, 0.99), weight_decay=0.01, **o)),
    "lion": (lion, lambda **o: optim.Lion(0.01, weight_decay=0.1, **o)),
    "rmsprop": (
        rmsprop,
        lambda **o: optim.RMSProp(0.01, decay=0.9, eps=1e-3, weight_decay=0.01, momentum=0.5, centred=True, **o),
    ),
    "plain rmsprop": (plain_rmsprop, lambda **o: optim.RMSProp(0.02, **o)),
    "adagrad": (adagrad, lambda **o: optim.AdaGrad(0.1, initial=0.1, **o)),
    "adadelta": (adadelta, lambda **o: optim.AdaDelta(1.0, eps=1e-3, **o)),
    "ftrl": (ftrl, lambda **o: optim.Ftrl(0.2, l1=0.05, l2=0.01, **o)),
}

RNG = numpy.random.default_rng(0)
START = {"layers.0.w": RNG.standard_normal((3, 4)), "layers.0.b": RNG.standard_normal(4), "scale": numpy.array(0.5)}
TARGET = {name: RNG.standard_normal(p.shape) for name, p in START.items()}


def gradient(name: str, p: Any) -> Any:
    """Of a bowl with a ripple: not the same at every step, and 0 nowhere for long."""
    return (p - TARGET[name]) * 0.5 + 0.1 * numpy.sin(5.0 * p)


def expected(formula: Formula) -> dict[str, Any]:
    found = {}
    for name, p in START.items():
        state: dict[str, Any] = {}
        for t in range(1, STEPS + 1):
            p = formula(p, gradient(name, p), state, t)
        found[name] = p
    return found


def objective(params: Any) -> Any:
    """What `gradient` is the gradient of."""
    return sum(
        (0.25 * (p - TARGET[name]) ** 2 - 0.02 * np.cos(5.0 * p)).sum() for name, p in params.items()
    )


def assert_same(found: dict[str, Any], formula: Formula) -> None:
    for name, wanted in expected(formula).items():
        assert_allclose(numpy.asarray(found[name]), wanted, rtol=1e-9, atol=1e-11, err_msg=name)


@pytest.mark.parametrize("case", CASES)
def test_an_imperative_loop_follows_the_formula(case: str) -> None:
    formula, make = CASES[case]
    params, optimiser = {name: np.array(p) for name, p in START.items()}, make()
    for _ in range(STEPS):
        optimiser.update(params, dusk.grad(objective)(params))
    assert_same(params, formula)


@pytest.mark.parametrize("case", CASES)
def test_a_compiled_step_follows_the_formula(case: str) -> None:
    formula, make = CASES[case]
    params, optimiser = {name: np.array(p) for name, p in START.items()}, make()

    @dusk.compile
    def step(scale: Any) -> Any:
        loss, gradients = dusk.value_and_grad(objective)(params)
        optimiser.update(params, gradients)
        return loss * scale

    for _ in range(STEPS):
        step(2.0)
    assert_same(params, formula)


@pytest.mark.parametrize("case", CASES)
def test_the_rule_on_plain_arrays_follows_the_formula(case: str) -> None:
    formula, make = CASES[case]
    rule = make()
    found = dict(START)
    for name, p in START.items():
        state = {slot: numpy.full(p.shape, fill) for slot, fill in rule.slots.items()}
        for t in range(1, STEPS + 1):
            p, state = rule.rule(p, gradient(name, p), state, float(rule.rate), t)
            assert isinstance(p, numpy.ndarray | numpy.generic)
        found[name] = p
    assert_same(found, formula)


@pytest.mark.parametrize("case", CASES)
def test_single_precision_stays_so_and_follows_the_formula(case: str) -> None:
    formula, make = CASES[case]
    params = {name: np.array(p.astype("float32")) for name, p in START.items()}
    optimiser = make()
    for _ in range(3):
        optimiser.update(params, dusk.grad(objective)(params))
    state = {name: (p, {}) for name, p in START.items()}
    for t in range(1, 4):
        state = {name: (formula(p, gradient(name, p), s, t), s) for name, (p, s) in state.items()}
    for name, (wanted, _) in state.items():
        assert_allclose(numpy.asarray(params[name]), wanted, rtol=2e-5, atol=2e-5, err_msg=name)
        assert {arrays[name].dtype for arrays in optimiser.state.values()} <= {numpy.dtype("float32")}
