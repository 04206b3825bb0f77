# %% [markdown]
# # 2. Linear classifiers, and the gradient
#
# Instead of keeping all examples, we now keep one *template* for each class: 64 weights and a bias. The score of a
# class is the image times its template, $s = xW + b$; the highest score is the answer. To learn is to find weights
# whose scores are good on the examples. For that we need a number that says how bad they are, the *loss*, and the
# direction in which it falls, the *gradient*.

# %%
import numpy
from course import digits, show, table

import dusk
import dusk.numpy as np

x_train, y_train, x_test, y_test = (np.array(a) for a in digits())
rng = np.random.default_rng(0)

# %% [markdown]
# ## The softmax loss
#
# Scores become probabilities by $p_c = e^{s_c} / \sum_k e^{s_k}$. The loss of an example is $-\log p_y$, where $y$
# is its class: nothing if the right class has probability 1, a lot if it has almost none. Scores that are all moved
# by the same number give the same probabilities, so the largest is subtracted first, and no exponential overflows.
# A small multiple of the squared weights is added, which prefers small weights among those that do as well.

# %%
DECAY = 1e-3


def softmax(s):
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def softmax_loss(w, b, x, y):
    p = softmax(x @ w + b)
    return -np.log(p[np.arange(len(y)), y]).mean() + DECAY * (w * w).sum()


w, b = 0.01 * rng.standard_normal((64, 10)), np.zeros(10)
print(f"loss of weights that know nothing: {softmax_loss(w, b, x_train, y_train):.3f}, log(10) = {np.log(10):.3f}")

# %% [markdown]
# Ten classes, no idea: probability 1/10, loss log(10). Such checks take a minute and find most mistakes.
#
# ## Its gradient, by hand
#
# Take one example. $\partial(-\log p_y)/\partial s_c = p_c - [c = y]$: the probability, minus one at the right class.
# (Write $-\log p_y = -s_y + \log \sum_k e^{s_k}$ and differentiate both terms.) As $s = xW + b$, the chain rule gives
# $x^T (p - \text{onehot})$ for the weights, and the sum over examples for the bias.


# %%
def softmax_gradient(w, b, x, y):
    ds = softmax(x @ w + b)
    ds[np.arange(len(y)), y] -= 1
    ds /= len(y)
    return x.T @ ds + 2 * DECAY * w, ds.sum(axis=0)


# %% [markdown]
# ## Never believe a gradient
#
# Its definition checks it: move one weight a little to both sides, and see how much the loss changes. That takes two
# evaluations for each weight, useless for learning and perfect for testing. And a third way: `dusk.grad` applies the
# chain rule to the *program* of the loss. All three must agree.


# %%
def by_differences(f, w, places, h=1e-5):
    found = []
    for place in places:
        up, down = w.copy(), w.copy()
        up[place] += h
        down[place] -= h
        found.append(float((f(up) - f(down)) / (2 * h)))
    return numpy.array(found)


batch = x_train[:50], y_train[:50]
places = [(int(i), int(j)) for i, j in zip(rng.integers(0, 64, 20), rng.integers(0, 10, 20))]
rows, columns = zip(*places)
measured = by_differences(lambda w: softmax_loss(w, b, *batch), w, places)
by_hand = softmax_gradient(w, b, *batch)[0][list(rows), list(columns)]
by_program = dusk.grad(softmax_loss)(w, b, *batch)[list(rows), list(columns)]
print("largest difference, hand and measured:", float(abs(by_hand - measured).max()))
print("largest difference, hand and dusk.grad:", float(abs(by_hand - by_program).max()))
assert abs(by_hand - measured).max() < 1e-8 and abs(by_hand - by_program).max() < 1e-12

# %% [markdown]
# ## Another loss: margins
#
# The support vector machine does not ask for probabilities. It wants the right score to be larger than each other one
# by at least 1, and charges what is missing: $\sum_{c \ne y} \max(0,\, s_c - s_y + 1)$. An example that is right by
# a good margin costs nothing and pulls no more; the softmax loss is never quite content. We write the loss only, and
# let the gradient be found.


# %%
def margin_loss(w, b, x, y):
    s = x @ w + b
    right = s[np.arange(len(y)), y][:, None]
    return np.maximum(0, s - right + 1).sum(axis=1).mean() - 1 + DECAY * (w * w).sum()


# %% [markdown]
# (The right class itself contributes exactly 1, which is taken off again.)
#
# ## Learning: down the gradient, a few examples at a time
#
# The gradient of a few examples is a noisy estimate of that of all, and costs a fraction. So: take a batch, compute
# the gradient, move the weights a little against it, repeat. That is *stochastic gradient descent*.


# %%
def accuracy(w, b):
    return float(((x_test @ w + b).argmax(axis=1) == y_test).mean())


def train(loss, rate, steps=800, size=100, seed=1):
    draw = np.random.default_rng(seed)
    value_and_gradient = dusk.value_and_grad(loss, argnums=(0, 1))
    w, b = 0.01 * draw.standard_normal((64, 10)), np.zeros(10)
    losses = []
    for _ in range(steps):
        chosen = draw.integers(0, len(x_train), size)
        value, (dw, db) = value_and_gradient(w, b, x_train[chosen], y_train[chosen])
        w -= rate * dw
        b -= rate * db
        losses.append(value)
    return w, b, np.array(losses).numpy()


results = {}
lines = []
for name, loss, rate in (("softmax", softmax_loss, 0.5), ("margins", margin_loss, 0.1)):
    w, b, losses = train(loss, rate)
    results[name] = accuracy(w, b)
    lines.append((name, float(losses[:20].mean()), float(losses[-20:].mean()), results[name]))
    show(w.T[:5], [f"{name}: {c}" for c in range(5)])
table(lines, ("loss", "at first", "at last", "accuracy on the test images"))

# %% [markdown]
# The pictures are the templates: bright where ink speaks for the class, dark where it speaks against it. One template
# has to serve all ways of writing a digit; that is the limit of a linear model, and the reason for the next lesson.
#
# ## The rate
#
# The one number that always has to be chosen. Too small, and nothing happens; too large, and the loss grows.

# %%
rates = {}
for rate in (0.001, 0.01, 0.1, 1.0, 30.0):
    _, _, losses = train(softmax_loss, rate, steps=150)
    rates[rate] = float(losses[-20:].mean())
table(list(rates.items()), ("rate", "loss after 150 steps"))

# %% [markdown]
# **To try:** a much larger `DECAY`, and what it does to the templates; images with a 65th pixel that is always 1
# instead of a bias; how often `train` has to see all images until it is as good as it gets.

# %%
assert results["softmax"] > 0.93 and results["margins"] > 0.93, "ten templates know most digits"
assert min(rates, key=rates.get) in (0.1, 1.0), "there is a best rate, neither smallest nor largest"
