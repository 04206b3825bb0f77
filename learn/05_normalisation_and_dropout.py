# %% [markdown]
# # 5. Batch normalisation and dropout
#
# Lesson 4 showed that a deep network learns only if its signal neither dies nor explodes. Batch normalisation does not
# hope for that: it makes it so, in every layer, at every step. Dropout is about another trouble, a network that knows
# its examples by heart and little else.

# %%
from itertools import pairwise

from course import digits, table

import dusk
import dusk.numpy as np

x_train, y_train, x_test, y_test = (np.array(a) for a in digits())

# %% [markdown]
# ## Normalising a batch
#
# Take each feature over the batch: subtract its mean, divide by its deviation. Then let the network undo it if it
# likes, by a scale $\gamma$ and a shift $\beta$ that are learned:
#
# $$\hat x = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}, \qquad y = \gamma \hat x + \beta.$$
#
# Backwards it is a good exercise, as $\mu$ and $\sigma$ depend on every example. Follow each path from $\hat x$ to
# $x$ (directly, by $\mu$, by $\sigma$), and add them up. All of it becomes, with the sums over the batch of $N$:
#
# $$dx = \frac{1}{\sqrt{\sigma^2 + \varepsilon}} \Bigl(d\hat x - \tfrac1N \sum d\hat x
#        - \hat x\, \tfrac1N \sum d\hat x \cdot \hat x\Bigr).$$
#
# In words: what would move the mean or the deviation of the batch is taken out of the gradient, as it has no effect.

# %%
TINY = 1e-5


def normalise(x, gamma, beta):
    mean, variance = x.mean(axis=0), x.var(axis=0)
    return gamma * (x - mean) / np.sqrt(variance + TINY) + beta


def normalise_back(x, gamma, dy):
    deviation = np.sqrt(x.var(axis=0) + TINY)
    unit = (x - x.mean(axis=0)) / deviation
    dunit = dy * gamma
    dx = (dunit - dunit.mean(axis=0) - unit * (dunit * unit).mean(axis=0)) / deviation
    return dx, (dy * unit).sum(axis=0), dy.sum(axis=0)


rng = np.random.default_rng(0)
x, gamma, beta, dy = (rng.standard_normal(shape) for shape in ((7, 4), (4,), (4,), (7, 4)))
ours = normalise_back(x, gamma, dy)
theirs = dusk.grad(lambda x, gamma, beta: (normalise(x, gamma, beta) * dy).sum(), argnums=(0, 1, 2))(x, gamma, beta)
for name, a, b in zip(("x", "gamma", "beta"), ours, theirs):
    print(f"gradient of {name}: largest difference {float(abs(a - b).max()):.1e}")
    assert abs(a - b).max() < 1e-12

# %% [markdown]
# ## Two lives
#
# Asked about one image, a network must not depend on which others are asked about at the same time. So while it
# trains, it keeps running averages of means and variances, and uses them when it is asked.
#
# ## Dropout
#
# While training, each hidden unit is set to zero with probability `rate`, drawn anew each time; the others are
# divided by `1 - rate`, so that sums stay what they are on average. No unit can rely on a certain other one: the
# network has to say everything in several ways. When it is asked, all units work, and nothing is drawn.


# %%
class Network:
    """Layers of 64 - hidden ... - 10, perhaps normalised, perhaps with dropout."""

    def __init__(self, hidden, deviation, batch_norm=False, dropout=0.0, seed=0):
        rng = np.random.default_rng(seed)
        sizes = (64, *hidden, 10)
        scale = (lambda m: np.sqrt(2 / m)) if deviation is None else (lambda m: deviation)
        self.p = {}
        for k, (m, n) in enumerate(pairwise(sizes)):
            self.p[f"w{k}"], self.p[f"b{k}"] = rng.standard_normal((m, n)) * scale(m), np.zeros(n)
            if batch_norm and k < len(hidden):
                self.p[f"gamma{k}"], self.p[f"beta{k}"] = np.ones(n), np.zeros(n)
        self.running = {}
        self.depth, self.batch_norm, self.dropout, self.rng = len(hidden), batch_norm, dropout, rng

    def scores(self, p, x, training):
        """The scores, and what was seen of each layer's batch."""
        seen = {}
        for k in range(self.depth):
            x = x @ p[f"w{k}"] + p[f"b{k}"]
            if self.batch_norm:
                mean, variance = (x.mean(axis=0), x.var(axis=0)) if training else self.running[k]
                seen[k] = mean, variance
                x = p[f"gamma{k}"] * (x - mean) / np.sqrt(variance + TINY) + p[f"beta{k}"]
            x = np.maximum(x, 0)
            if training and self.dropout:
                kept = self.rng.random(x.shape) >= self.dropout
                x = x * kept / (1 - self.dropout)
        return x @ p[f"w{self.depth}"] + p[f"b{self.depth}"], seen

    def loss(self, p, x, y):
        s, seen = self.scores(p, x, True)
        s = s - s.max(axis=1, keepdims=True)
        return -(s - np.log(np.exp(s).sum(axis=1, keepdims=True)))[np.arange(len(y)), y].mean(), seen

    def train(self, x, y, rate, steps, size=100, keep=0.9):
        value_and_gradient = dusk.value_and_grad(lambda p, x, y: self.loss(p, x, y), has_aux=True)
        speed = {name: 0.0 for name in self.p}
        losses = []
        for _ in range(steps):
            chosen = self.rng.integers(0, len(x), size)
            (value, seen), gradient = value_and_gradient(self.p, x[chosen], y[chosen])
            for name in self.p:
                speed[name] = 0.9 * speed[name] + gradient[name]
                self.p[name] = self.p[name] - rate * speed[name]
            for k, now in seen.items():
                before = self.running.get(k, now)
                self.running[k] = tuple(keep * a + (1 - keep) * b for a, b in zip(before, now))
            losses.append(value)
        return np.array(losses).numpy()

    def accuracy(self, x, y):
        return float((self.scores(self.p, x, False)[0].argmax(axis=1) == y).mean())


# %% [markdown]
# ## A network that begins badly
#
# Five layers again, from weights that are too small, just right, and too large. Without normalisation only one of them
# learns.

# %%
HIDDEN = (50, 50, 50, 50)
found = {}
for name, deviation in (("0.02", 0.02), ("sqrt(2 / inputs)", None), ("0.7", 0.7)):
    for batch_norm in (False, True):
        network = Network(HIDDEN, deviation, batch_norm)
        losses = network.train(x_train, y_train, 0.02, 150)
        found[name, batch_norm] = float(losses[-10:].mean()), network.accuracy(x_test, y_test)
rows = [(name, "yes" if norm else "no", *values) for (name, norm), values in found.items()]
table(rows, ("deviation of weights", "batch norm", "loss", "accuracy"))

# %% [markdown]
# ## A network that knows by heart
#
# A wide network, 400 images, and a quarter of their labels drawn by lot. Given time, the network learns the wrong ones
# too, by heart, as there is nothing else about them that could be learned. What it is worth shows on the test images,
# whose labels are right. We train three of each kind, as one comparison says little.

# %%
FEW = 400
rng = np.random.default_rng(5)
y_noisy, lot = y_train[:FEW].copy(), rng.random(FEW) < 0.25
y_noisy[lot] = rng.integers(0, 10, int(lot.sum()))
rows = []
for rate in (0.0, 0.5):
    scores = []
    for seed in range(3):
        network = Network((300,), None, dropout=rate, seed=seed)
        network.train(x_train[:FEW], y_noisy, 0.05, 300)
        scores.append((network.accuracy(x_train[:FEW], y_noisy), network.accuracy(x_test, y_test)))
    rows.append((rate, *(sum(column) / len(scores) for column in zip(*scores))))
table(rows, ("dropout", "agrees with its 400 labels", "right on other images"))

# %% [markdown]
# With dropout it agrees less with the labels it was given, and is right more often: what it did not learn were mostly
# the wrong ones.
#
# `dusk.nn` has both as layers, `nn.BatchNorm` and `nn.Dropout`; `model.train()` and `model.eval()` choose between the
# two lives.
#
# **To try:** batches of 5 images with batch normalisation (why is it worse?); layer normalisation, over the features
# of each example instead of the examples of each feature, which has no running averages at all; dropout with
# labels that are all right.

# %%
assert found["sqrt(2 / inputs)", False][1] > 0.9, "well begun is learned"
assert found["0.02", False][1] < 0.5, "badly begun is not"
assert min(found[name, True][1] for name in ("0.02", "sqrt(2 / inputs)", "0.7")) > 0.85, "unless it is normalised"
assert rows[1][1] < rows[0][1] and rows[1][2] > rows[0][2] + 0.01, "who forgets what is wrong knows more"
