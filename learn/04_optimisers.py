# %% [markdown]
# # 4. Optimisers
#
# The gradient says which way is down, here, now. How far to go, and what to remember of the steps before, is the
# business of the optimiser. All of the usual ones are a few lines; we write four, watch them in a narrow valley, let
# them train a network, and check them against `dusk.optim`.

# %%
from itertools import pairwise

import numpy
from course import digits, table

import dusk
import dusk.numpy as np
from dusk import optim

# %% [markdown]
# ## Four rules
#
# Each takes a parameter, its gradient and what it remembers, and gives the new parameter and memory.
#
# - **SGD**: a step against the gradient.
# - **Momentum**: a ball that rolls. Its speed is a running sum of gradients: what they agree on adds up, what goes to
#   and fro cancels.
# - **RMSProp**: divides each coordinate's gradient by its usual size, so that steep and flat directions move alike.
# - **Adam**: both. The two averages begin at zero and are too small at first; dividing by $1 - \beta^t$ mends that.


# %%
def sgd(p, g, memory, rate, t):
    return p - rate * g, memory


def momentum(p, g, memory, rate, t, keep=0.9):
    speed = keep * memory.get("speed", 0.0) + g
    return p - rate * speed, {"speed": speed}


def rmsprop(p, g, memory, rate, t, keep=0.99, tiny=1e-8):
    square = keep * memory.get("square", 0.0) + (1 - keep) * g * g
    return p - rate * g / (np.sqrt(square) + tiny), {"square": square}


def adam(p, g, memory, rate, t, keep=(0.9, 0.999), tiny=1e-8):
    mean = keep[0] * memory.get("mean", 0.0) + (1 - keep[0]) * g
    square = keep[1] * memory.get("square", 0.0) + (1 - keep[1]) * g * g
    unbiased = mean / (1 - keep[0] ** t), square / (1 - keep[1] ** t)
    return p - rate * unbiased[0] / (np.sqrt(unbiased[1]) + tiny), {"mean": mean, "square": square}


# %% [markdown]
# ## A narrow valley
#
# $f(u, v) = \frac12 (u^2 + 100\, v^2)$ is a hundred times steeper across than along. The steep direction allows no
# rate above 2/100, and at that rate the flat one hardly moves: the two are at odds, and that is the usual state of
# affairs in a network.

# %%
SCALE = np.array([1.0, 100.0])


def valley(p):
    return 0.5 * (SCALE * p * p).sum()


def descend(rule, rate, steps=100):
    p, memory = np.array([10.0, 1.0]), {}
    for t in range(1, steps + 1):
        p, memory = rule(p, dusk.grad(valley)(p), memory, rate, t)
    return float(valley(p))


reached = {
    (rule.__name__, rate): descend(rule, rate)
    for rule, rate in ((sgd, 0.005), (sgd, 0.015), (sgd, 0.021), (momentum, 0.015), (rmsprop, 0.1), (adam, 0.5))
}
print("from", float(valley(np.array([10.0, 1.0]))), "in 100 steps:")
table([(*key, value) for key, value in reached.items()], ("rule", "rate", "height"))

# %% [markdown]
# SGD is slow below its limit and explodes just above it (0.021). Momentum gets far with the same rate.
#
# ## The same as the library's
#
# `dusk.optim` has these rules, and updates all parameters of a model in one compiled program. The formulas are the
# same, so the trajectories must be, too.

# %%
pairs = {
    "sgd": (sgd, optim.SGD(0.1)),
    "momentum": (momentum, optim.SGD(0.1, momentum=0.9)),
    "adam": (adam, optim.Adam(0.1)),
}
rng = numpy.random.default_rng(0)
gradients = rng.standard_normal((20, 5))
for name, (rule, library) in pairs.items():
    ours, memory, theirs = np.ones(5), {}, np.ones(5)
    for t, g in enumerate(gradients, 1):
        ours, memory = rule(ours, np.array(g), memory, 0.1, t)
        library.update({"p": theirs}, {"p": np.array(g)})
    print(f"{name}: largest difference after 20 steps {float(abs(ours - theirs).max()):.1e}")
    assert abs(ours - theirs).max() < 1e-6

# %% [markdown]
# ## On a network
#
# Five layers this time. How the weights begin matters as much as the rule: too small, and the signal dies on its way
# through the layers; too large, and it explodes. Look at how much the activations of each layer vary.

# %%
x_train, y_train, x_test, y_test = (np.array(a) for a in digits())
SIZES = (64, 50, 50, 50, 50, 10)


def start(scale, seed=0):
    rng = np.random.default_rng(seed)
    return [(rng.standard_normal((m, n)) * scale(m), np.zeros(n)) for m, n in pairwise(SIZES)]


def activations(layers, x):
    found = [x]
    for k, (w, b) in enumerate(layers):
        s = found[-1] @ w + b
        found.append(np.maximum(s, 0) if k < len(layers) - 1 else s)
    return found[1:]


ways = {"0.01": lambda m: 0.01, "sqrt(2 / inputs)": lambda m: np.sqrt(2 / m), "1": lambda m: 1.0}
spread = {name: [float(h.std()) for h in activations(start(scale), x_train)] for name, scale in ways.items()}
head = ("deviation of weights", *(f"layer {k}" for k in range(1, 6)))
table([(name, *values) for name, values in spread.items()], head)

# %% [markdown]
# Only the middle one keeps the signal as it is: each sum has as many terms as the layer has inputs, and half of them
# are cut by the bend. Now the four rules, each at a rate that suits it:


# %%
def loss(layers, x, y):
    s = activations(layers, x)[-1]
    s = s - s.max(axis=1, keepdims=True)
    return -(s - np.log(np.exp(s).sum(axis=1, keepdims=True)))[np.arange(len(y)), y].mean()


def train(rule, rate, steps=150, size=100, scale=ways["sqrt(2 / inputs)"]):
    draw = np.random.default_rng(0)
    layers = start(scale)
    memories = [({}, {}) for _ in layers]
    losses = []
    value_and_gradient = dusk.value_and_grad(loss)
    for t in range(1, steps + 1):
        chosen = draw.integers(0, len(x_train), size)
        value, gradient = value_and_gradient(layers, x_train[chosen], y_train[chosen])
        for k, (pair, slopes) in enumerate(zip(layers, gradient)):
            moved = [rule(p, g, m, rate, t) for p, g, m in zip(pair, slopes, memories[k])]
            layers[k], memories[k] = tuple(p for p, _ in moved), tuple(m for _, m in moved)
        losses.append(value)
    accuracy = float((activations(layers, x_test)[-1].argmax(axis=1) == y_test).mean())
    return np.array(losses).numpy(), accuracy


rows = []
for rule, rate in ((sgd, 0.05), (momentum, 0.05), (rmsprop, 0.002), (adam, 0.003)):
    losses, accuracy = train(rule, rate)
    rows.append((rule.__name__, rate, *(float(losses[k : k + 10].mean()) for k in (0, 40, 140)), accuracy))
small, small_accuracy = train(sgd, 0.05, scale=ways["0.01"])
rows.append(("sgd, weights 0.01", 0.05, *(float(small[k : k + 10].mean()) for k in (0, 40, 140)), small_accuracy))
table(rows, ("rule", "rate", "loss at 0", "at 40", "at 140", "accuracy"))

# %% [markdown]
# With weights that begin too small, SGD has not begun to learn after 150 steps: a gradient that passes through five
# layers of small numbers is a very small number.
#
# **To try:** Adam from the small weights (why does it manage?); a rate that falls over time (`optim.cosine`); momentum
# 0.99 in the valley.

# %%
result = {name: (losses, accuracy) for name, _, _, _, losses, accuracy in rows}
assert reached["momentum", 0.015] < reached["sgd", 0.015] / 10, "momentum is faster along a narrow valley"
assert reached["sgd", 0.021] > 1e3, "a rate above 2 / curvature explodes"
assert all(result[name][0] < result["sgd"][0] for name in ("momentum", "rmsprop", "adam"))
assert result["adam"][1] > 0.93, "five layers learn"
assert result["sgd, weights 0.01"][1] < 0.3, "and do not, where the signal dies"
