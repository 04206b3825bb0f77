"""One model, for every style: a perceptron with one hidden layer, and the same by hand for plain NumPy.

The functions take the namespace they compute with as `np`: numpy, dusk.numpy or dusk.symbol.
"""

import numpy

SIZES = (64, 128, 10)


def initial(seed=0):
    """[w1[64, 128], b1[128], w2[128, 10], b2[10]] as NumPy arrays, float64."""
    rng = numpy.random.default_rng(seed)
    pixels, hidden, classes = SIZES
    return [
        rng.standard_normal((pixels, hidden)) * (2 / pixels) ** 0.5,
        numpy.zeros(hidden),
        rng.standard_normal((hidden, classes)) * (2 / hidden) ** 0.5,
        numpy.zeros(classes),
    ]


def loss(np, params, x, t):
    """Mean cross-entropy of the images x[batch, 64] with the targets t[batch, 10] (one-hot)."""
    w1, b1, w2, b2 = params
    h = np.maximum(x @ w1 + b1, 0.0)
    z = h @ w2 + b2
    z = z - np.max(z, axis=1, keepdims=True)
    log_p = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    return -np.mean(np.sum(t * log_p, axis=1))


def loss_and_gradients(params, x, t):
    """(loss, gradients), derived by hand and written in plain NumPy."""
    w1, b1, w2, b2 = params
    h = x @ w1
    h += b1
    numpy.maximum(h, 0.0, out=h)
    z = h @ w2
    z += b2
    z -= z.max(axis=1, keepdims=True)
    p = numpy.exp(z)
    total = p.sum(axis=1, keepdims=True)
    value = -(t * (z - numpy.log(total))).sum() / len(x)
    p /= total
    p -= t
    p /= len(x)
    back = p @ w2.T
    back *= h > 0.0
    return value, [x.T @ back, back.sum(axis=0), h.T @ p, p.sum(axis=0)]
