"""PyTorch as oracle: layers of random shapes and options, in float32, with their gradients by all that is trained.

Its convolutions, norms and recurrent layers were written by others, in another way; where it is absent all is skipped.
"""

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn, ops

torch = pytest.importorskip("torch")
F = torch.nn.functional
SEEDS = range(12)


def compare(mine: Callable[..., Any], theirs: Callable[..., Any], *arrays: Any, compiled: bool, rtol: float = 2e-4):
    """Values, and gradients of a random sum of them, of two functions of the same arrays; sizes by the largest."""
    given = [torch.tensor(a, requires_grad=True) for a in arrays]
    wanted = theirs(*given)
    rng = numpy.random.default_rng(1)
    by = rng.normal(size=tuple(wanted.shape)).astype("float32")
    (wanted * torch.tensor(by)).sum().backward()
    both = dusk.value_and_grad(lambda xs: (mine(*xs) * by).sum())
    taken = dusk.compile(both) if compiled else both
    xs = [np.array(a) for a in arrays]
    gradients = taken(xs)[1]
    same(mine(*xs), wanted.detach().numpy(), rtol, "value")
    for i, (g, x) in enumerate(zip(gradients, given, strict=True)):
        same(g, x.grad.numpy(), rtol, f"gradient by {i}")


def same(got: Any, wanted: Any, rtol: float, what: str) -> None:
    got = numpy.asarray(got)
    assert got.shape == wanted.shape, what
    assert got.dtype == wanted.dtype, what
    numpy.testing.assert_allclose(got, wanted, rtol=rtol, atol=rtol * numpy.abs(wanted).max(initial=1e-3), err_msg=what)


class Draw:
    def __init__(self, seed: int) -> None:
        self.rng = numpy.random.default_rng(seed)

    def __call__(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high))

    def many(self, n: int, low: int, high: int) -> tuple[int, ...]:
        return tuple(self(low, high) for _ in range(n))

    def array(self, *shape: int) -> Any:
        return self.rng.normal(size=shape).astype("float32")

    def one(self, *options: Any) -> Any:
        return options[self(0, len(options))]


@pytest.mark.parametrize("seed", range(40))
def test_convolutions(seed: int) -> None:
    draw = Draw(seed)
    n, groups = draw(1, 4), draw.one(1, 1, 1, 2, 3)
    inner, outer = groups * draw.one(1, 2, 3, 8, 17), groups * draw.one(1, 2, 5, 8, 16)
    kernel, strides, dilation = draw.many(n, 1, 4), draw.many(n, 1, 3), draw.many(n, 1, 3)
    padding = draw.many(n, 0, 3)
    if draw(0, 3) == 0:  # as most layers are
        kernel, strides, dilation, padding = (3,) * n, (1,) * n, (1,) * n, (1,) * n
    spans = [d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True)]
    sizes = [span + draw(0, 6) for span in spans]
    x, w, b = draw.array(draw(1, 5), inner, *sizes), draw.array(outer, inner // groups, *kernel), draw.array(outer)
    words: dict[str, Any] = {"dilation": dilation, "groups": groups}
    theirs = getattr(F, f"conv{n}d")
    compare(
        lambda x, w, b: nn.functional.conv(x, w, b, strides=strides, padding=padding, **words),
        lambda x, w, b: theirs(x, w, b, stride=strides, padding=padding, **words),
        *(x, w, b),
        compiled=seed % 2 == 0,
    )


@pytest.mark.parametrize("seed", range(24))
def test_transposed_convolutions(seed: int) -> None:
    draw = Draw(seed)
    n, groups = draw(1, 4), draw.one(1, 1, 2)
    inner, outer = draw.one(1, 2, 9, 16), draw.one(1, 3, 9)
    kernel, strides, dilation = draw.many(n, 1, 4), draw.many(n, 1, 4), draw.many(n, 1, 3)
    more = tuple(draw(0, max(s, d)) for s, d in zip(strides, dilation, strict=True))
    padding = tuple(draw(0, min(2, d * (k - 1) + 1)) for k, d in zip(kernel, dilation, strict=True))
    x, w = draw.array(draw(1, 4), inner * groups, *draw.many(n, 2, 6)), draw.array(inner * groups, outer, *kernel)
    theirs = getattr(F, f"conv_transpose{n}d")
    pairs = tuple((p, p) for p in padding)
    compare(
        lambda x, w: ops.conv_transpose(
            x, w, strides=strides, padding=pairs, output_padding=more, dilation=dilation, groups=groups
        ),
        lambda x, w: theirs(x, w, None, strides, padding, more, groups, dilation),
        *(x, w),
        compiled=seed % 2 == 0,
    )


@pytest.mark.parametrize("seed", range(24))
def test_pooling(seed: int) -> None:
    draw = Draw(seed)
    n = draw(1, 4)
    size, strides = draw.many(n, 1, 5), draw.many(n, 1, 4)
    padding = tuple(draw(0, s // 2 + 1) for s in size)
    ceil = bool(draw(0, 2))
    x = draw.array(draw(1, 4), draw.one(1, 3, 16), *(s + draw(0, 7) for s in size))
    kind, counted = draw.one("max", "avg"), bool(draw(0, 2))
    mine = getattr(nn, f"{kind.title()}Pool{n}d")
    more, theirs = ({}, {}) if kind == "max" else ({"count_padding": counted}, {"count_include_pad": counted})
    layer, function = mine(size, strides, padding, ceil_mode=ceil, **more), getattr(F, f"{kind}_pool{n}d")
    compare(
        layer, lambda x: function(x, size, strides, padding, ceil_mode=ceil, **theirs), x, compiled=seed % 2 == 0
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_norms(seed: int) -> None:
    draw = Draw(seed)
    groups = draw.one(1, 2, 3)
    channels = groups * draw.one(1, 2, 7)
    sizes = draw.many(draw(1, 3), 2, 7)
    x, w, b = draw.array(draw(2, 6), channels, *sizes) * 3 + 1, draw.array(channels), draw.array(channels)
    compiled = seed % 2 == 0
    compare(
        lambda x, w, b: ops.batch_norm(x, w, b, eps=1e-3)[0],
        lambda x, w, b: F.batch_norm(x, None, None, w, b, True, 0.1, 1e-3),
        *(x, w, b),
        compiled=compiled,
        rtol=1e-3,
    )
    compare(
        lambda x, w, b: ops.group_norm(x, w, b, groups=groups, eps=1e-3),
        lambda x, w, b: F.group_norm(x, groups, w, b, 1e-3),
        *(x, w, b),
        compiled=compiled,
        rtol=1e-3,
    )
    shape = x.shape[draw(1, x.ndim) :]
    scale, shift = draw.array(*shape), draw.array(*shape)
    axes = tuple(range(-len(shape), 0))
    compare(
        lambda x, w, b: ops.layer_norm(x, w, b, axis=axes, eps=1e-3),
        lambda x, w, b: F.layer_norm(x, shape, w, b, 1e-3),
        *(x, scale, shift),
        compiled=compiled,
        rtol=1e-3,
    )
    compare(
        lambda x, w: ops.rms_norm(x, w, axis=axes, eps=1e-3),
        lambda x, w: F.rms_norm(x, shape, w, 1e-3),
        *(x, scale),
        compiled=compiled,
        rtol=1e-3,
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_batch_norm_keeps_the_same_statistics(seed: int) -> None:
    draw = Draw(seed)
    channels = draw(1, 9)
    mine, theirs = nn.BatchNorm(momentum=0.3), torch.nn.BatchNorm2d(channels, momentum=0.3)
    for _ in range(3):
        x = draw.array(4, channels, 5, 3)
        same(mine(np.array(x)), theirs(torch.tensor(x)).detach().numpy(), 1e-3, "training")
    mine.training = False
    theirs.eval()
    same(mine(np.array(x)), theirs(torch.tensor(x)).detach().numpy(), 1e-3, "evaluation")
    same(mine.mean, theirs.running_mean.numpy(), 1e-4, "mean")
    same(mine.variance, theirs.running_var.numpy(), 1e-4, "variance")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
def test_recurrent_layers(kind: str, seed: int) -> None:
    draw = Draw(seed)
    features, hidden, layers, both = draw(1, 9), draw(1, 9), draw(1, 4), bool(draw(0, 2))
    steps, batch, bias = draw(1, 8), draw(1, 5), bool(draw(0, 2))
    mine = getattr(nn, kind)(hidden, layers=layers, bidirectional=both, bias=bias)
    x = draw.array(batch, steps, features)
    mine(np.array(x))
    theirs = getattr(torch.nn, kind)(features, hidden, layers, bias=bias, batch_first=True, bidirectional=both)
    theirs.load_state_dict({name: torch.tensor(numpy.asarray(v)) for name, v in mine.state_dict().items()})
    compare(lambda x: mine(x)[0], lambda x: theirs(x)[0], x, compiled=seed % 2 == 0, rtol=1e-3)
    gradients = dusk.grad(lambda m: (m(np.array(x))[0] ** 2).sum())(mine)
    theirs.zero_grad()
    (theirs(torch.tensor(x))[0] ** 2).sum().backward()
    for name, p in theirs.named_parameters():
        same(gradients[name], p.grad.numpy(), 1e-3, name)


@pytest.mark.parametrize("seed", range(20))
def test_attention(seed: int) -> None:
    draw = Draw(seed)
    lead = draw.many(draw(1, 3), 1, 4)
    n, d, e = draw.one(1, 5, 33, 130), draw.one(1, 8, 16), draw.one(1, 8, 16)
    m = draw.one(1, 7, 40, 150)
    causal = draw(0, 3) == 0
    m = n if causal else m
    q, k, v = draw.array(*lead, n, d), draw.array(*lead, m, d), draw.array(*lead, m, e)
    masks: list[Any] = []
    if not causal and draw(0, 2):
        mask = draw.rng.random((n, m)) < 0.7
        mask[:, 0] = True  # of a query without keys PyTorch gives NaN
        masks = [mask] if draw(0, 2) else [numpy.where(mask, draw.array(n, m), -1e4).astype("float32")]
    compare(
        lambda q, k, v: ops.attention(q, k, v, *map(np.array, masks), causal=causal),
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, *map(torch.tensor, masks), is_causal=causal),
        *(q, k, v),
        compiled=seed % 2 == 0,
        rtol=1e-3,
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_losses(seed: int, reduction: str) -> None:
    draw = Draw(seed)
    batch, classes = draw(1, 9), draw(2, 12)
    scores, other = draw.array(batch, classes), draw.array(batch, classes)
    labels, smoothing = draw.rng.integers(0, classes, batch), draw.one(0.0, 0.1)
    words: dict[str, Any] = {"reduction": reduction}
    some = torch.tensor(labels)
    yes = draw.rng.random((batch, classes)).astype("float32")
    compiled = seed % 2 == 0
    compare(
        lambda s: nn.cross_entropy(s, np.array(labels), smoothing=smoothing, **words),
        lambda s: F.cross_entropy(s, some, label_smoothing=smoothing, **words),
        scores,
        compiled=compiled,
    )
    compare(
        lambda s: nn.cross_entropy(s.T, np.array(labels), axis=0, **words),
        lambda s: F.cross_entropy(s, some, **words),
        scores,
        compiled=compiled,
    )
    compare(
        lambda s: nn.binary_cross_entropy(s, np.array(yes), **words),
        lambda s: F.binary_cross_entropy_with_logits(s, torch.tensor(yes), **words),
        scores,
        compiled=compiled,
    )
    pairs = ((nn.mse, F.mse_loss), (nn.l1, F.l1_loss), (nn.huber, F.huber_loss))
    for mine, theirs in pairs:
        compare(
            lambda a, b, mine=mine: mine(a, b, **words),
            lambda a, b, theirs=theirs: theirs(a, b, **words),
            *(scores, other),
            compiled=compiled,
        )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_connectionist_losses(seed: int, reduction: str) -> None:
    draw = Draw(seed)
    batch, classes, labels = draw(1, 5), draw(2, 8), draw(1, 6)
    steps = 2 * labels + draw(1, 5)
    blank = draw(0, classes)
    others = [c for c in range(classes) if c != blank]
    targets = draw.rng.choice(others, (batch, labels))
    ends = draw.rng.integers(2 * labels + 1, steps + 1, batch), draw.rng.integers(1, labels + 1, batch)
    compare(
        lambda s: nn.ctc_loss(nn.log_softmax(s), targets, *ends, blank=blank, reduction=reduction),
        lambda s: F.ctc_loss(
            s.log_softmax(-1), *map(torch.tensor, (targets, *ends)), blank=blank, reduction=reduction
        ),
        draw.array(steps, batch, classes),
        compiled=seed % 2 == 0,
        rtol=1e-3,
    )


@pytest.mark.parametrize("name", ["relu", "gelu", "silu", "elu", "softplus", "hardswish", "hardsigmoid", "leaky_relu"])
def test_activations(name: str) -> None:
    x = (Draw(0).array(500) * 4).astype("float32")
    compare(getattr(nn, name), getattr(F, name), x, compiled=True)
