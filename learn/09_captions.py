# %% [markdown]
# # 9. Captions
#
# Two networks that we know, one behind the other: convolutions look at an image, and a recurrent network says what
# there is, word by word. The image enters as the state in which the speaker begins. Nothing else connects the two, and
# one gradient trains both.
#
# Our images have two digits on a field of 16 x 16, one beside or one above the other; captions are as
# "three beside seven".

# %%
import numpy
from course import digits, show

import dusk
import dusk.numpy as np
from dusk import data, nn, optim

WORDS = ["<start>", "<end>", "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
         "beside", "above"]  # fmt: skip
START, END, BESIDE, ABOVE = 0, 1, 12, 13


def scenes(x, y, count, seed):
    """(images[count, 1, 16, 16], captions[count, 5]): two digits and a relation; where they are is drawn by lot."""
    rng = numpy.random.default_rng(seed)
    images, captions = numpy.zeros((count, 1, 16, 16), "float32"), numpy.zeros((count, 5), "int32")
    for image, caption in zip(images, captions):
        first, second = rng.integers(0, len(x), 2)
        upright, shift = bool(rng.integers(2)), rng.integers(0, 9)
        for place, k in enumerate((first, second)):
            top, left = (8 * place, shift) if upright else (shift, 8 * place)
            image[0, top : top + 8, left : left + 8] = x[k].reshape(8, 8)
        caption[:] = START, 2 + y[first], ABOVE if upright else BESIDE, 2 + y[second], END
    return images, captions


x_train, y_train, x_test, y_test = digits()
images, captions = scenes(x_train, y_train, 4000, seed=0)
new_images, new_captions = scenes(x_test, y_test, 300, seed=1)  # of digits that no training image has


def text(caption):
    words = [WORDS[int(w)] for w in caption if w != START]
    return " ".join(words[: words.index("<end>")] if "<end>" in words else words)


show([i[0] for i in images[:4]], [text(c) for c in captions[:4]], width=4)

# %% [markdown]
# ## The model
#
# While it learns, the speaker is given the *right* words so far, whatever it would have said itself ("teacher
# forcing"): word `t` of the caption goes in, word `t + 1` is to come out, all steps at once.


# %%
class Captioner(nn.Module):
    def __init__(self, hidden=96):
        self.hidden = hidden
        self.eye = nn.Sequential(
            nn.Conv2d(16, 3, padding=1), nn.relu, nn.MaxPool2d(2),
            nn.Conv2d(32, 3, padding=1), nn.relu, nn.MaxPool2d(2),
            nn.Flatten(), nn.Linear(hidden), nn.tanh,
        )  # fmt: skip
        self.words = nn.Embedding(len(WORDS), 24)
        self.speaker = nn.GRU(hidden)
        self.scores = nn.Linear(len(WORDS))

    def forward(self, images, words):
        states, _ = self.speaker(self.words(words), self.eye(images)[None])
        return self.scores(states)


def loss(model, images, captions):
    return nn.cross_entropy(model(images, captions[:, :-1]), captions[:, 1:])


nn.seed(0)
model = Captioner()
optimiser = optim.Adam(0.004)
step = dusk.value_and_grad(loss)
loader = data.batches(images, captions, size=100, shuffle=True, last="drop")
while loader.epoch < 12:
    losses = []
    for some_images, some_captions in loader:
        value, gradients = step(model, some_images, some_captions)
        optimiser.update(model, gradients)
        losses.append(float(value))
    if loader.epoch % 3 == 2:
        print(f"epoch {loader.epoch + 1}: loss of a word {sum(losses) / len(losses):.4f}")

# %% [markdown]
# ## Saying it without help
#
# Now the speaker has to go on from its own words. The simplest way is to take the most probable one each time, and
# read the sentence so far again.


# %%
def describe(images, most=6):
    said = np.zeros((len(images), 1), dtype="int32")
    for _ in range(most):
        said = np.concatenate([said, model(images, said)[:, -1].argmax(axis=-1).astype("int32")[:, None]], axis=1)
    return [text(s) for s in said.numpy()]


spoken = describe(new_images)
wanted = [text(c) for c in new_captions]
right = sum(a == b for a, b in zip(spoken, wanted)) / len(wanted)
relation = sum(a.split()[1:2] == b.split()[1:2] for a, b in zip(spoken, wanted)) / len(wanted)
show([i[0] for i in new_images[:4]], spoken[:4], width=4)
print(f"of {len(wanted)} new images: {right:.1%} of the sentences, {relation:.1%} of the relations are right")

# %% [markdown]
# ## What the speaker has learned of grammar
#
# Shown nothing at all, a black image, it still says a sentence: the grammar is in the speaker, what it is about comes
# from the image.

# %%
blind = describe(numpy.zeros((1, 1, 16, 16), "float32"))[0]
print("of a black image:", blind)

# %% [markdown]
# **To try:** draw words with their probabilities; give the image to the speaker at every step instead of at the first
# one; three digits, and captions of several lengths (`data.pad`).

# %%
assert relation > 0.97, "where things are is seen"
assert right > 0.65, "and said, with what they are"
assert len(blind.split()) == 3 and blind.split()[1] in ("beside", "above"), "even about nothing it is a sentence"
