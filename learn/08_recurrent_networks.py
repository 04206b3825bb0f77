# %% [markdown]
# # 8. Recurrent networks
#
# A sentence has no fixed length. A recurrent network reads it step by step, with the same weights at every step, and
# keeps what it has read in a *state*: $h_t = \tanh(x_t W + h_{t-1} U + b)$. Unrolled in time it is a deep network whose
# layers share their weights, with all that lesson 4 said about depth.

# %%
import numpy
from course import table

import dusk
import dusk.numpy as np
from dusk import data, nn, optim

# %% [markdown]
# ## A loop and its gradient
#
# The loop below is the whole network. Its gradient runs through the steps backwards (*backpropagation through time*),
# and adds up what each step has to say about the shared weights. We check ours against the library's layer.


# %%
def run(p, x):
    """States h[batch, steps, hidden] of inputs x[batch, steps, features]."""
    h, states = np.zeros((x.shape[0], p["u"].shape[0])), []
    for t in range(x.shape[1]):
        h = np.tanh(x[:, t] @ p["w"] + h @ p["u"] + p["b"])
        states.append(h)
    return np.stack(states, axis=1)


rng = np.random.default_rng(0)
x = rng.standard_normal((4, 6, 3))
layer = nn.RNN(5, dtype="float64")
layer(x)
a = layer.parameters()
p = {"w": a["weight_ih_l0"].T, "u": a["weight_hh_l0"].T, "b": a["bias_ih_l0"] + a["bias_hh_l0"]}
ours = dusk.grad(lambda p: (run(p, x) ** 2).sum())(p)
theirs = dusk.grad(lambda layer: (layer(x)[0] ** 2).sum())(layer)
assert abs(run(p, x) - layer(x)[0]).max() < 1e-12
assert abs(ours["w"] - theirs["weight_ih_l0"].T).max() < 1e-10
assert abs(ours["u"] - theirs["weight_hh_l0"].T).max() < 1e-10
print("the loop and nn.RNN agree, and so do their gradients")

# %% [markdown]
# ## What becomes of a gradient on a long way
#
# How much does the last state depend on the input of `k` steps ago? Each step multiplies by $U$ and by a slope of
# tanh. Weights a little too small, and nothing arrives; the *long short-term memory* (LSTM; Hochreiter and
# Schmidhuber, 1997) has a second state, the cell, that is only scaled by a gate and added to, and a gate that is open
# lets a gradient through unchanged.

# %%
STEPS = 40
x = rng.standard_normal((8, STEPS, 4))


def reach(layer):
    """The size of the gradient of the last output by the input of each step, last first, relative to the last."""
    slopes = dusk.grad(lambda x: layer(x)[0][:, -1].sum())(x)
    sizes = np.sqrt((slopes * slopes).sum(axis=(0, 2))).numpy()[::-1]
    return sizes / sizes[0]


nn.seed(0)
plain, lstm, open_lstm = nn.RNN(32, dtype="float64"), nn.LSTM(32, dtype="float64"), nn.LSTM(32, dtype="float64")
open_lstm(x)
open_lstm.bias_ih_l0[32:64] = 4.0  # the gate that forgets: 1 / (1 + exp(-4)) keeps 98 %
reached = {"RNN": reach(plain), "LSTM": reach(lstm), "LSTM, forget gate open": reach(open_lstm)}
ago = (0, 5, 10, 20, 39)
table([(name, *(float(r[k]) for k in ago)) for name, r in reached.items()], ("steps ago", *ago))

# %% [markdown]
# ## A language that can be checked
#
# Sentences such as "three plus four is seven." are read letter by letter, and the network says after each what the
# next will be. To be right about the last word it must have read the first ones, kept them, and added. A fifth of the
# sums is held back: about those it can only be right if it has understood something.

# %%
NAMES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
sums = [(i, j) for i in range(7) for j in range(7)]
numpy.random.default_rng(3).shuffle(sums)
sentences = [f"{NAMES[i]} plus {NAMES[j]} is {NAMES[i + j]}.\n" for i, j in sums]
held_back = len(sentences) // 7
letters = data.Vocabulary("".join(sentences))
print(len(sentences), "sentences of", len(letters), "letters, such as", repr(sentences[0]))


class Speaker(nn.Module):
    """Scores of the next letter, and the state, from letters[batch, steps] and the state before."""

    def __init__(self, hidden):
        self.letters, self.memory = nn.Embedding(len(letters), 16), nn.LSTM(hidden)
        self.scores = nn.Linear(len(letters))

    def forward(self, x, state=None):
        h, state = self.memory(self.letters(x), state)
        return self.scores(h), state


def loss(model, x, y):
    scores, _ = model(x)
    losses = nn.cross_entropy(scores, np.maximum(y, 0), reduction="none")
    return (losses * (y >= 0)).sum() / (y >= 0).sum()


# %% [markdown]
# Sentences differ in length: `data.pad` fills their ends, with -1 in the targets, and the loss leaves those out.
# Gradients that passed through many steps are at times huge; a step is never longer than `clip` allows.

# %%
known = [letters.encode(s) for s in sentences[held_back:]]
x, lengths = data.pad([s[:-1] for s in known])
y, _ = data.pad([s[1:] for s in known], value=-1)
nn.seed(0)
model = Speaker(96)
optimiser = optim.Adam(0.005, clip=optim.clip_by_global_norm(1.0))
step = dusk.value_and_grad(loss)
losses = []
loader = data.batches(x, y, size=21, shuffle=True, last="drop")
while loader.epoch < 150:
    for some_x, some_y in loader:
        value, gradients = step(model, some_x, some_y)
        optimiser.update(model, gradients)
        losses.append(value)
print(f"loss of a letter: {float(losses[0]):.3f} at first (log of {len(letters)} is {numpy.log(len(letters)):.3f}), "
      f"{float(losses[-1]):.4f} at last")  # fmt: skip


# %%
def finish(beginning, most=12):
    """What the model says after a beginning, letter by letter, always the most probable, up to the full stop."""
    scores, state = model(letters.encode(beginning)[None])
    said = ""
    while not said.endswith(".") and len(said) < most:
        said += letters.tokens[int(scores[0, -1].argmax())]
        scores, state = model(letters.encode(said[-1])[None], state)
    return said


def right(some):
    return [finish(s[: s.index(" is ") + 4]) == s[s.index(" is ") + 4 :].strip() for s in some]


on_known, on_new = right(sentences[held_back : held_back + 12]), right(sentences[:held_back])
for s in sentences[:held_back]:
    print(f"{s[: s.index(' is ') + 4]}... {finish(s[: s.index(' is ') + 4])}")
print(f"right: {sum(on_known)} of {len(on_known)} known sums, {sum(on_new)} of {len(on_new)} new ones")

# %% [markdown]
# It spells without a mistake, and knows its sums by heart. Of those that it never saw it gets few or none: forty
# examples are enough to learn to speak, and too few to learn to add. Fluent is not the same as right.
#
# **To try:** draw the next letter with its probability instead of taking the best one; `nn.GRU` for `nn.LSTM`; numbers
# up to thirty, so that there are many more sums to learn from.

# %%
assert reached["RNN"][20] < 0.01 < reached["LSTM, forget gate open"][20], "an open gate lets gradients through"
assert losses[-1] < 0.35, "letters are learned"
assert all(on_known), "known sums are known by heart"
assert all(finish(s[: s.index(" is ") + 4]).rstrip(".") in NAMES for s in sentences[:held_back]), "words are well spelt"
