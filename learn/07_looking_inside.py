# %% [markdown]
# # 7. Looking inside
#
# A gradient does not have to be taken by the weights. Taken by the *image*, it says which pixels matter for a score,
# how to change an image so that a network is fooled, and what a network would like to see. The weights stay as they
# are; the image is what is learned.

# %%
import numpy
from course import digits, show, table

import dusk
import dusk.numpy as np
from dusk import data, nn, optim

x_train, y_train, x_test, y_test = digits()
x_train, x_test = (x.reshape(-1, 1, 8, 8).astype("float32") for x in (x_train, x_test))

nn.seed(1)
model = nn.Sequential(
    nn.Conv2d(16, 3, padding=1), nn.relu, nn.MaxPool2d(2), nn.Flatten(), nn.Linear(64), nn.relu, nn.Linear(10)
)
optimiser = optim.Adam(0.003)
loss = dusk.value_and_grad(lambda model, x, y: nn.cross_entropy(model(x), y))
loader = data.batches(x_train, y_train, size=64, shuffle=True, last="drop")
while loader.epoch < 12:
    for x, y in loader:
        optimiser.update(model, loss(model, x, y)[1])


def predict(x):
    return model(x).argmax(axis=1).numpy()


accuracy = float((predict(x_test) == y_test).mean())
print(f"{accuracy:.1%} of the test images are right")

# %% [markdown]
# ## Which pixels matter
#
# The *saliency* of a pixel is the size of the gradient of the right score by it (Simonyan, Vedaldi and Zisserman,
# 2013). One backward pass gives it for all pixels; for a whole batch at once, differentiate the sum of the scores, as
# no image has a part in another one's.


# %%
def scores_of(x, y):
    return model(x)[np.arange(len(y)), y].sum()


saliency = abs(dusk.grad(scores_of)(np.array(x_test[:200]), np.array(y_test[:200]))).numpy()
show([*x_test[:4, 0], *saliency[:4, 0]], ["image"] * 4 + ["saliency"] * 4, width=4)

# %% [markdown]
# Is that more than a pretty picture? It can be tested: blank the eight pixels that matter most in each image, and,
# for comparison, eight drawn by lot. (Blank: their mean over all images.)


# %%
def blanked(x, order, count=8):
    flat, mean = x.reshape(len(x), 64).copy(), x_train.reshape(-1, 64).mean(axis=0)
    for row, places in zip(flat, order):
        row[places[:count]] = mean[places[:count]]
    return flat.reshape(x.shape)


rng = numpy.random.default_rng(0)
by_saliency = numpy.argsort(-saliency.reshape(200, 64), axis=1)
by_lot = numpy.array([rng.permutation(64) for _ in range(200)])
kept = {
    "nothing": float((predict(x_test[:200]) == y_test[:200]).mean()),
    "8 by lot": float((predict(blanked(x_test[:200], by_lot)) == y_test[:200]).mean()),
    "8 most salient": float((predict(blanked(x_test[:200], by_saliency)) == y_test[:200]).mean()),
}
table(list(kept.items()), ("blanked", "accuracy"))

# %% [markdown]
# ## Fooling a network
#
# Now go *up* the score of a wrong class, by changing the image. A step along the sign of the gradient changes every
# pixel by the same small amount, all of them in the direction that hurts (Goodfellow, Shlens and Szegedy, 2014).
# Noise of the same size, drawn by lot, is harmless: in 64 dimensions, a random direction is hardly ever the one that
# matters.


# %%
def loss_of_image(x, y):
    return nn.cross_entropy(model(x), y, reduction="sum")


SIZE = 0.15
slope = dusk.grad(loss_of_image)(np.array(x_test), np.array(y_test)).numpy()
fooling = numpy.clip(x_test + SIZE * numpy.sign(slope), 0, 1)
noisy = numpy.clip(x_test + SIZE * rng.choice([-1.0, 1.0], x_test.shape).astype("float32"), 0, 1)
fooled, unmoved = (float((predict(x) == y_test).mean()) for x in (fooling, noisy))
print(f"accuracy {accuracy:.1%}; with noise of {SIZE}: {unmoved:.1%}; with as much on purpose: {fooled:.1%}")
chosen = numpy.flatnonzero((predict(x_test) == y_test) & (predict(fooling) != y_test))[:4]
show(
    [*x_test[chosen, 0], *fooling[chosen, 0]],
    [*(f"is {y}" for y in y_test[chosen]), *(f"read as {y}" for y in predict(fooling[chosen]))],
    width=4,
)

# %% [markdown]
# ## What would it like to see?
#
# Begin with a grey image for each class, and climb its score; shrink the image a little at each step, so that it does
# not run away.

# %%
images = np.full((10, 1, 8, 8), 0.3, dtype="float32")
classes = np.arange(10)
climb = dusk.grad(scores_of)
for _ in range(60):
    step = climb(images, classes)
    images = np.clip(0.97 * images + 0.05 * step / (abs(step).max(axis=(1, 2, 3), keepdims=True) + 1e-8), 0, 1)
dreamt = images.numpy()
show(dreamt[:, 0], [f"its {c}" for c in range(10)], width=5)
liked = predict(dreamt)
print("read as", liked.tolist())

# %% [markdown]
# The network is sure of every one of them, and you would not be. It learned what tells ten classes of *digits* apart,
# and was never asked what is a digit at all.
#
# **To try:** train on fooling images too, made anew for each batch, and fool that network; smooth the image a little at
# every step of the climb; find the image in `x_train` that is most like each dreamt one.

# %%
assert accuracy > 0.95
assert kept["8 most salient"] < kept["8 by lot"] - 0.1, "pixels with large gradients matter most"
assert fooled < 0.5 < unmoved, "small changes on purpose do what larger ones by chance do not"
assert (liked == numpy.arange(10)).mean() > 0.8, "a climb along the gradient reaches the class"
