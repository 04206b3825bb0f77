# %% [markdown]
# # 1. Nearest neighbours
#
# The simplest program that learns does nothing while it learns: it keeps all examples. Asked about a new image, it
# looks for the most similar ones, and answers with the label that most of them have. No parameter is fitted, so this
# is what every later lesson has to beat.
#
# You will see: how to say "most similar" without a Python loop, why a choice such as the number of neighbours must be
# made on data that are not the test's, and what this method costs.

# %%
import time

from course import digits, show, table

import dusk.numpy as np

x_train, y_train, x_test, y_test = (np.array(a) for a in digits())
print("images to learn from:", x_train.shape, " to be asked about:", x_test.shape)
show(x_train[:6], y_train[:6])

# %% [markdown]
# ## Distances, three times
#
# We compare images by the sum of squared differences of their pixels. The definition is two loops:


# %%
def distances_by_two_loops(a, b):
    """d[i, j] = sum over pixels of (a[i] - b[j])**2, as it is defined."""
    d = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            d[i, j] = ((a[i] - b[j]) ** 2).sum()
    return d


# %% [markdown]
# Broadcasting does all columns of a row at once, and one loop is left. Both loops go if we multiply out:
# $\lVert a - b\rVert^2 = \lVert a\rVert^2 - 2\,a \cdot b + \lVert b\rVert^2$. The middle term, for all pairs, is one
# product of matrices, the operation that computers are best at.


# %%
def distances_by_one_loop(a, b):
    return np.stack([((row - b) ** 2).sum(axis=1) for row in a])


def distances(a, b):
    return (a * a).sum(axis=1)[:, None] - 2 * a @ b.T + (b * b).sum(axis=1)


few = x_test[:20], x_train[:50]
rows = []
for function in (distances_by_two_loops, distances_by_one_loop, distances):
    began = time.perf_counter()
    found = function(*few).numpy()
    rows.append((function.__name__, (time.perf_counter() - began) * 1e3))
    assert np.allclose(found, distances(*few))
table(rows, ("way", "milliseconds"))

# %% [markdown]
# The three agree. Computing all of a batch with one expression is called *vectorising*; everything that follows is
# written like that.
#
# ## Voting
#
# The `k` nearest neighbours vote. Counting votes by class is a sum over one-hot rows; where two classes have as many
# votes, `argmax` takes the smaller number.


# %%
def predict(d, labels, k):
    """The class most frequent among the `k` nearest of each row of distances d[asked, known]."""
    nearest = np.argsort(d, axis=1)[:, :k]
    votes = (labels[nearest][:, :, None] == np.arange(10)).sum(axis=1)
    return votes.argmax(axis=1)


def accuracy(predicted, labels):
    return float((predicted == labels).mean())


# %% [markdown]
# ## Which k? Not the one that is best on the test images
#
# A number that we choose by its result is fitted to the data it was chosen on. If we choose by the test images, their
# accuracy no longer says how we would do on new ones. So the test images stay in the drawer, and the training images
# are cut into five parts ("folds"). Each part in turn is asked about, knowing the four others: *cross-validation*.

# %%
folds = 5
parts_x, parts_y = np.array_split(x_train, folds), np.array_split(y_train, folds)
found = {}
for k in (1, 3, 5, 10, 20, 50, 100):
    scores = []
    for f in range(folds):
        known_x = np.concatenate([p for i, p in enumerate(parts_x) if i != f])
        known_y = np.concatenate([p for i, p in enumerate(parts_y) if i != f])
        scores.append(accuracy(predict(distances(parts_x[f], known_x), known_y, k), parts_y[f]))
    found[k] = scores
rows = [(k, sum(scores) / folds, min(scores), max(scores)) for k, scores in found.items()]
table(rows, ("k", "mean accuracy", "worst fold", "best fold"))
best = max(found, key=lambda k: sum(found[k]))

# %% [markdown]
# Few neighbours: every odd example has a say. Many: far away ones outvote the near ones. Now, once, the test images:

# %%
answers = predict(distances(x_test, x_train), y_train, best)
result = accuracy(answers, y_test)
print(f"k = {best}: {result:.1%} of the test images are right")
wrong = np.flatnonzero(answers != y_test)
show(x_test[wrong[:6]], [f"{t} not {a}" for t, a in zip(y_test[wrong[:6]].tolist(), answers[wrong[:6]].tolist())])

# %% [markdown]
# ## What it costs, and when it fails
#
# Each question is compared with everything that is known: time and memory grow with the data, and that is when the
# user waits. And distances of pixels know nothing about pictures: move a digit by one pixel, and it is far from
# itself.

# %%
moved = np.roll(x_test.reshape(-1, 8, 8), 1, axis=2).reshape(-1, 64)
after_move = accuracy(predict(distances(moved, x_train), y_train, best), y_test)
print(f"the same images, one pixel to the right: {after_move:.1%}")

# %% [markdown]
# Lesson 6 makes a model that does not mind.
#
# **To try:** the sum of absolute differences instead of squares; neighbours that vote with a weight that falls with
# their distance; the time that a question takes with twice as many known images.

# %%
assert result > 0.97, "nearest neighbours know the digits"
assert best <= 10, "few neighbours are better than many"
assert after_move < result - 0.2, "but they do not survive a move by one pixel"
