# %% [markdown]
# # 10. Attention
#
# A recurrent network has to carry everything it may need in one state. *Attention* looks it up when it is needed: each
# place asks a question (a *query*), every place has a *key*, and what is read is the average of all *values*, weighted
# by how well their keys fit the query. All of it is two products of matrices and a softmax.

# %%
import numpy
from course import show

import dusk
import dusk.numpy as np
from dusk import data, nn, optim


# %%
def attention(q, k, v, allowed=None):
    """(softmax(q k^T / sqrt(d)) v, the weights): q[..., n, d], k[..., m, d], v[..., m, e]; `allowed` [n, m] of bools.

    The root keeps the scores, sums of d products, from growing with d; large ones would leave the softmax no slope.
    """
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    if allowed is not None:
        scores = np.where(allowed, scores, -1e30)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ v, weights


# %% [markdown]
# ## Three things to know about it
#
# **It is a soft dictionary.** If a query is much more like one key than like all others, it gets that key's value.

# %%
rng = np.random.default_rng(0)
keys, values = np.eye(4), np.array([[10.0], [20.0], [30.0], [40.0]])
looked_up, _ = attention(100 * keys[2:3], keys, values)
print("the value under the third key:", float(looked_up[0, 0]))

# %% [markdown]
# **It does not know about order.** Shuffle what it looks at, and what it reads is the same; so where something stands
# must be said in what stands there, by adding an array for each position.

# %%
q, k, v = (rng.standard_normal((5, 8)) for _ in range(3))
order = np.array([3, 1, 4, 0, 2])
unordered = float(abs(attention(q, k, v)[0] - attention(q, k[order], v[order])[0]).max())
print(f"after shuffling keys and values: largest difference {unordered:.1e}")

# %% [markdown]
# **It can be kept from looking ahead.** To say the next word, a place may see itself and what came before it: a
# triangle of bools. Then whatever comes later has no influence, and all places of a sentence are trained at once.

# %%
past = np.tril(np.ones((5, 5))) > 0
later_k, later_v = k.copy(), v.copy()
later_k[3:], later_v[3:] = 7.0, -7.0
before, after = attention(q, k, v, past)[0], attention(q, later_k, later_v, past)[0]
leak = float(abs(before[:3] - after[:3]).max())
others = float(abs(before - after).max())
print(f"places 3 and 4 changed: places 0 to 2 change by {leak:.1e}, the others by {others:.2f}")

# %% [markdown]
# ## A small transformer
#
# One block: attention in several *heads* (each with its own queries, keys and values, so that it can look for
# something else), and two linear layers for each place by itself. Both *add* to what was there, which leaves gradients
# a straight way through, and see their inputs normalised. This is a module of plain array code; nothing is missing.


# %%
class Block(nn.Module):
    def __init__(self, features, heads):
        self.heads = heads
        self.ask, self.offer, self.give = (nn.Linear(features, bias=False) for _ in range(3))
        self.join, self.wide, self.narrow = nn.Linear(features), nn.Linear(4 * features), nn.Linear(features)

    def split(self, x):
        """x[batch, n, features] as [batch, heads, n, features / heads]."""
        return x.reshape(x.shape[0], x.shape[1], self.heads, -1).swapaxes(1, 2)

    def look(self, x, allowed=None):
        seen = normalised(x)
        return attention(*(self.split(f(seen)) for f in (self.ask, self.offer, self.give)), allowed)

    def forward(self, x, allowed=None):
        read, _ = self.look(x, allowed)
        x = x + self.join(read.swapaxes(1, 2).reshape(x.shape))
        return x + self.narrow(nn.gelu(self.wide(normalised(x))))


def normalised(x):
    return (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)


# %% [markdown]
# ## Something that has to be looked up
#
# The task: say a row of digits backwards. Place `i` needs what stands at place `n - 1 - i`, and nothing else; which
# place that is depends on the position only. If the block has learned it, its attention must show it.

# %%
LENGTH, SYMBOLS = 10, 10


class Reverser(nn.Module):
    def __init__(self, features=32, heads=2):
        self.symbols, self.positions = nn.Embedding(SYMBOLS, features), nn.Embedding(LENGTH, features)
        self.block, self.scores = Block(features, heads), nn.Linear(SYMBOLS)

    def begin(self, x):
        return self.symbols(x) + self.positions(np.arange(LENGTH))

    def forward(self, x):
        return self.scores(normalised(self.block(self.begin(x))))


numbers = numpy.random.default_rng(1)
rows = numbers.integers(0, SYMBOLS, (3000, LENGTH))
new_rows = numbers.integers(0, SYMBOLS, (200, LENGTH))  # of ten billion, so that none was seen before
nn.seed(0)
model = Reverser()
optimiser = optim.Adam(optim.cosine(0.01, 150))
step = dusk.value_and_grad(lambda model, x: nn.cross_entropy(model(x), x[:, ::-1]))
loader = data.batches(rows, size=60, shuffle=True)
losses = []
while loader.epoch < 3:
    for x in loader:
        value, gradients = step(model, x)
        optimiser.update(model, gradients)
        losses.append(value)
losses = np.array(losses).numpy()
print("loss:", ", ".join(f"{losses[k : k + 10].mean():.4f}" for k in range(0, 150, 35)))
said = model(new_rows).argmax(axis=-1).numpy()
accuracy = float((said == new_rows[:, ::-1]).mean())
print(new_rows[0].tolist(), "->", said[0].tolist(), f"   {accuracy:.1%} of all digits are right")

# %%
_, weights = model.block.look(model.begin(new_rows))
looks = weights.mean(axis=(0, 1)).numpy()
show([w for w in weights.mean(axis=0).numpy()], [f"head {k}" for k in range(2)])
mirrored = float(numpy.diag(looks[:, ::-1]).mean())
print(f"weight of the mirrored place: {mirrored:.2f} (by chance {1 / LENGTH:.2f})")

# %% [markdown]
# The picture has rows for places that ask and columns for places that are looked at: a line from the upper right to
# the lower left. Nobody told it; the loss did.
#
# The same block, with the triangle, embeddings of words and more of everything, is a language model;
# `nn.MultiHeadAttention` is the same attention, computed without ever holding all weights at once.
#
# **To try:** leave out the positions, and explain what accuracy is left; let it sort instead of reverse; lesson 8's
# sums with a `Block` and the triangle instead of the LSTM.

# %%
assert abs(looked_up[0, 0] - 30) < 1e-6 and unordered < 1e-12 and leak < 1e-12
assert accuracy > 0.95, "a row is said backwards"
assert mirrored > 0.5, "and attention looks where it has to"
