# %% [markdown]
# # 3. A network of two layers, and backpropagation
#
# Put a second linear map behind the first, with a bend in between: $h = \max(0, xW_1 + b_1)$, $s = hW_2 + b_2$.
# Without the bend the two maps would be one. With it, the hidden units are features that the network finds itself, and
# the scores combine them. Enough of them can approximate any continuous function.
#
# We derive the gradient backwards through the layers, once by hand, and then never again.

# %%
from course import digits, show, table

import dusk
import dusk.numpy as np

x_train, y_train, x_test, y_test = (np.array(a) for a in digits())
DECAY = 1e-4

# %% [markdown]
# ## Forward and backward
#
# Every layer knows two things: how to compute its output, and, given the gradient of the loss with respect to its
# output, those with respect to its inputs. It needs what it saw on the way forward, so that is kept.
#
# - linear, $s = hW + b$: $dW = h^T ds$, $db = \sum ds$, $dh = ds\,W^T$. The shapes allow no other way to put them
#   together.
# - bend, $h = \max(0, a)$: the gradient passes where $a > 0$, and nowhere else.


# %%
def linear(h, w, b):
    def back(ds):
        return ds @ w.T, h.T @ ds, ds.sum(axis=0)

    return h @ w + b, back


def bend(a):
    def back(dh):
        return dh * (a > 0)

    return np.maximum(a, 0), back


def softmax_cross_entropy(s, y):
    moved = s - s.max(axis=1, keepdims=True)
    logp = moved - np.log(np.exp(moved).sum(axis=1, keepdims=True))
    rows = np.arange(len(y))

    def back():
        ds = np.exp(logp)
        ds[rows, y] -= 1
        return ds / len(y)

    return -logp[rows, y].mean(), back


def loss_and_gradient_by_hand(p, x, y):
    a, back_first = linear(x, p["w1"], p["b1"])
    h, back_bend = bend(a)
    s, back_second = linear(h, p["w2"], p["b2"])
    loss, back_loss = softmax_cross_entropy(s, y)
    dh, dw2, db2 = back_second(back_loss())
    _, dw1, db1 = back_first(back_bend(dh))
    loss = loss + DECAY * ((p["w1"] ** 2).sum() + (p["w2"] ** 2).sum())
    return loss, {"w1": dw1 + 2 * DECAY * p["w1"], "b1": db1, "w2": dw2 + 2 * DECAY * p["w2"], "b2": db2}


# %% [markdown]
# Each layer returned its own backward function: a chain of closures, walked from the end. That is all there is to
# *backpropagation*. `dusk.grad` builds the same chain for any program, from the operations that it recorded; so the
# loss alone is enough.


# %%
def scores(p, x):
    return np.maximum(x @ p["w1"] + p["b1"], 0) @ p["w2"] + p["b2"]


def loss(p, x, y):
    s = scores(p, x)
    s = s - s.max(axis=1, keepdims=True)
    logp = s - np.log(np.exp(s).sum(axis=1, keepdims=True))
    return -logp[np.arange(len(y)), y].mean() + DECAY * ((p["w1"] ** 2).sum() + (p["w2"] ** 2).sum())


def start(hidden, seed=0):
    """Weights whose outputs vary about as much as their inputs (He and others, 2015); all zeros would stay equal."""
    rng = np.random.default_rng(seed)
    return {
        "w1": rng.standard_normal((64, hidden)) * np.sqrt(2 / 64),
        "b1": np.zeros(hidden),
        "w2": rng.standard_normal((hidden, 10)) * np.sqrt(2 / hidden),
        "b2": np.zeros(10),
    }


p, some = start(30), (x_train[:40], y_train[:40])
ours, theirs = loss_and_gradient_by_hand(p, *some), dusk.value_and_grad(loss)(p, *some)
differences = {name: float(abs(ours[1][name] - theirs[1][name]).max()) for name in p}
table(list(differences.items()), ("array", "largest difference of gradients"))
assert abs(ours[0] - theirs[0]) < 1e-12 and max(differences.values()) < 1e-12

# %% [markdown]
# ## First: can it learn twenty images by heart?
#
# A network with thousands of weights must get the loss of twenty images down to nothing. If it does not, there is a
# mistake, and no amount of data will mend it. Always do this before training for real.


# %%
def train(hidden, rate, steps, size=100, momentum=0.9, x=x_train, y=y_train, seed=0):
    rng = np.random.default_rng(seed)
    p = start(hidden, seed)
    speed = {name: np.zeros(value.shape) for name, value in p.items()}
    value_and_gradient = dusk.value_and_grad(loss)
    losses = []
    for _ in range(steps):
        chosen = rng.integers(0, len(x), size)
        value, gradient = value_and_gradient(p, x[chosen], y[chosen])
        for name in p:
            speed[name] = momentum * speed[name] - rate * gradient[name]
            p[name] = p[name] + speed[name]
        losses.append(value)
    return p, np.array(losses).numpy()


def accuracy(p, x, y):
    return float((scores(p, x).argmax(axis=1) == y).mean())


p, losses = train(50, 0.1, 150, size=20, x=x_train[:20], y=y_train[:20])
by_heart = accuracy(p, x_train[:20], y_train[:20])
print(f"twenty images by heart: loss {losses[0]:.3f} -> {losses[-1]:.4f}, accuracy {by_heart:.0%}")

# %% [markdown]
# ## Choosing by validation
#
# Size and rate are chosen as `k` was in lesson 1: on images that are neither learned from nor tested on.

# %%
cut = len(x_train) - 300
rows = []
for hidden in (5, 20, 100):
    for rate in (0.003, 0.03, 0.3):
        p, losses = train(hidden, rate, 300, x=x_train[:cut], y=y_train[:cut])
        rows.append((hidden, rate, float(losses[-20:].mean()), accuracy(p, x_train[cut:], y_train[cut:])))
table(rows, ("hidden units", "rate", "loss", "accuracy on validation images"))
hidden, rate, _, _ = max(rows, key=lambda row: row[-1])

# %%
p, losses = train(hidden, rate, 800)
result = accuracy(p, x_test, y_test)
print(f"{hidden} hidden units, rate {rate}: {result:.1%} of the test images are right")
show(p["w1"].T[:6], [f"unit {k}" for k in range(6)])

# %% [markdown]
# Hidden units look for strokes and edges rather than for whole digits. Ten templates got about 95 %; combinations of
# a hundred features get more, with an answer that takes two products of matrices however many images were learned
# from.
#
# **To try:** start with all weights zero, and explain the accuracy; a third layer; `np.tanh` as the bend (and its
# backward rule by hand).

# %%
assert by_heart == 1.0, "a network that cannot learn twenty images by heart is wrong"
assert result > 0.96, "two layers know more than ten templates do"
