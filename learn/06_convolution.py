# %% [markdown]
# # 6. Convolution
#
# Everything so far saw an image as a list of 64 numbers; shuffle the pixels of all images in the same way, and nothing
# would change. But neighbouring pixels belong together, and an edge is an edge wherever it is. A *convolutional* layer
# looks at small windows, and uses the same weights for all of them.

# %%
from course import digits, show, table

import dusk
import dusk.numpy as np
from dusk import data, nn, optim

x_train, y_train, x_test, y_test = digits()
x_train, x_test = (x.reshape(-1, 1, 8, 8).astype("float32") for x in (x_train, x_test))

# %% [markdown]
# ## The definition
#
# Images are $x[n, c, i, j]$ (image, channel, row, column), weights $w[o, c, r, s]$. Each output is the product of a
# window with the weights of its channel $o$, summed over channels and places:
# $$y[n, o, i, j] = \sum_{c, r, s} x[n, c, i + r, j + s]\; w[o, c, r, s].$$
# Seven loops, as it is written. The trick of lesson 1 works here, too: loop over the few places $(r, s)$ of the window
# only, and do all images, rows and columns at once.


# %%
def convolution_by_loops(x, w):
    count, _, height, width = x.shape
    outputs, _, r, s = w.shape
    y = np.zeros((count, outputs, height - r + 1, width - s + 1))
    for n in range(count):
        for o in range(outputs):
            for i in range(height - r + 1):
                for j in range(width - s + 1):
                    y[n, o, i, j] = (x[n, :, i : i + r, j : j + s] * w[o]).sum()
    return y


def convolution(x, w):
    r, s = w.shape[2:]
    height, width = x.shape[2] - r + 1, x.shape[3] - s + 1
    return sum(
        np.einsum("ncij,oc->noij", x[:, :, i : i + height, j : j + width], w[:, :, i, j])
        for i in range(r)
        for j in range(s)
    )


rng = np.random.default_rng(0)
x, w = rng.standard_normal((2, 3, 6, 5)), rng.standard_normal((4, 3, 3, 2))
ours, loops, library = convolution(x, w), convolution_by_loops(x, w), nn.functional.conv(x, w)
print("shapes:", x.shape, "*", w.shape, "->", ours.shape)
assert abs(ours - loops).max() < 1e-12 and abs(ours - library).max() < 1e-12

# %% [markdown]
# ## Its gradient is a convolution, too
#
# A pixel has a part in all windows that it lies in. Collect them: the gradient with respect to the image is the
# gradient of the output, with a frame of zeros, convolved with the weights turned by 180 degrees, with the roles of
# input and output channels exchanged.


# %%
def convolution_back(dy, w):
    r, s = w.shape[2:]
    framed = np.pad(dy, ((0, 0), (0, 0), (r - 1, r - 1), (s - 1, s - 1)))
    return convolution(framed, w[:, :, ::-1, ::-1].swapaxes(0, 1))


dy = rng.standard_normal(ours.shape)
found = dusk.grad(lambda x: (convolution(x, w) * dy).sum())(x)
print(f"gradient by hand and by dusk.grad: largest difference {float(abs(found - convolution_back(dy, w)).max()):.1e}")
assert abs(found - convolution_back(dy, w)).max() < 1e-12

# %% [markdown]
# ## What filters see
#
# Two filters made by hand: differences between left and right, and between above and below.

# %%
edges = np.array([[[[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]]], [[[-1.0, -2, -1], [0, 0, 0], [1, 2, 1]]]])
seen = convolution(np.array(x_train[:1]), edges)[0]
show([x_train[0, 0], *seen], ["image", "upright", "level"])

# %% [markdown]
# ## A network that finds its own
#
# Two convolutions with bends; after each, *pooling* keeps the largest value of every window of 2 x 2: the picture
# becomes smaller, and what remains cares less about the exact place. A linear layer makes the scores. `data.batches`
# shuffles, and `data.crop(1)` moves every image by up to a pixel in each direction, differently at each visit: more
# examples, free of charge.


# %%
def network():
    nn.seed(0)
    return nn.Sequential(
        nn.Conv2d(16, 3, padding=1), nn.relu, nn.MaxPool2d(2),
        nn.Conv2d(32, 3, padding=1), nn.relu, nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(10),
    )  # fmt: skip


def dense():
    nn.seed(0)
    return nn.Sequential(nn.Flatten(), nn.Linear(100), nn.relu, nn.Linear(10))


def train(model, epochs, augment=()):
    def loss(model, x, y):
        return nn.cross_entropy(model(x), y)

    optimiser = optim.Adam(0.003)
    loader = data.batches(x_train, y_train, size=64, shuffle=True, last="drop", augment=augment)
    step = dusk.value_and_grad(loss)
    while loader.epoch < epochs:
        for x, y in loader:
            _, gradients = step(model, x, y)
            optimiser.update(model, gradients)
    return model


def accuracy(model, x, y):
    return float((model(x).argmax(axis=1) == y).mean())


moved = dusk.numpy.roll(x_test, 1, axis=3).numpy()
results = {}
for name, make, augment in (
    ("two dense layers", dense, ()),
    ("dense, images moved", dense, data.crop(1)),
    ("convolutions", network, ()),
    ("convolutions, images moved", network, data.crop(1)),
):
    model = train(make(), 15, augment)
    results[name] = accuracy(model, x_test, y_test), accuracy(model, moved, y_test)
    size = sum(p.size for p in model.parameters().values())
    print(f"{name}: {size} weights")
table([(name, *values) for name, values in results.items()], ("network", "test images", "moved by a pixel"))

# %% [markdown]
# Convolutions with pooling stand a move better than dense layers, and, shown moved images while they learn, they read
# them like any others; dense layers would need far more of them. For the neighbours of lesson 1 they were hopeless.
#
# **To try:** `data.flip()` as well (is a mirrored digit a digit?); strides instead of pooling; a third convolution.

# %%
assert results["convolutions"][0] > 0.95 and results["convolutions, images moved"][0] > 0.95
assert results["convolutions, images moved"][1] > 0.93, "a network that has seen moved images does not mind"
assert results["convolutions"][1] > results["two dense layers"][1] + 0.1, "and convolutions mind less from the start"
