"""Convolutions, float32: the result, and the gradients by images and by weights, each by itself. Images lie channels
last; torch runs them so, and channels first too."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy

from benchmarks.workload import Form, Goal, Workload


@dataclass(frozen=True)
class Layer:
    """`images` square images of `size` pixels a side, `channels` (in, out), a square kernel and its stride."""

    images: int
    size: int
    channels: tuple[int, int]
    kernel: int
    stride: int = 1

    @property
    def padding(self) -> int:
        return self.kernel // 2

    @property
    def places(self) -> int:
        return (self.size + 2 * self.padding - self.kernel) // self.stride + 1

    @property
    def name(self) -> str:
        k, s, (few, many) = self.kernel, self.stride, self.channels
        return f"{k}x{k}{f' stride {s}' if s > 1 else ''}, {few} to {many}, {self.images} of {self.size}x{self.size}"

    def data(self) -> tuple[Any, ...]:
        """images (n, h, w, in), weights (out, in, k, k) and what comes back of the results (n, h, w, out)."""
        rng = numpy.random.default_rng(0)
        (few, many), k, n = self.channels, self.kernel, self.images
        shapes = (n, self.size, self.size, few), (many, few, k, k), (n, self.places, self.places, many)
        return tuple(rng.standard_normal(shape, dtype="float32") for shape in shapes)

    def dusk(self, np: Any, x: Any, w: Any) -> Any:
        s, p = self.stride, self.padding
        options = {"strides": (s, s), "padding": ((p, p), (p, p)), "dilation": (1, 1), "groups": 1}
        return np.conv(x.transpose(0, 3, 1, 2), w, **options).transpose(0, 2, 3, 1)

    def back(self, torch: Any, g: Any, x: Any, w: Any, of: int) -> Any:
        s, p, some = self.stride, self.padding, [of == 0, of == 1, False]
        back = torch.ops.aten.convolution_backward
        return back(g, x, w, None, [s, s], [p, p], [1, 1], False, [0, 0], 1, some)[of]


LAYERS = (
    Layer(8, 56, (64, 64), 3),
    Layer(64, 28, (1, 32), 3),
    Layer(8, 28, (256, 64), 1),
    Layer(4, 112, (3, 64), 7, 2),
    Layer(64, 32, (16, 16), 3),
    Layer(64, 16, (32, 32), 3),
    Layer(64, 8, (64, 64), 3),
    Layer(64, 32, (16, 32), 3, 2),
    Layer(8, 56, (64, 128), 3, 2),
    Layer(8, 56, (64, 128), 1, 2),
)
LATE = Layer(8, 14, (256, 256), 3), Layer(8, 7, (512, 512), 3)


def last(x: Any) -> Any:
    """Channels first to channels last, of an array or a tensor without moving it."""
    return x.transpose(0, 2, 3, 1) if isinstance(x, numpy.ndarray) else x.permute(0, 2, 3, 1)


def first(x: Any) -> Any:
    """Back."""
    return x.transpose(0, 3, 1, 2) if isinstance(x, numpy.ndarray) else x.permute(0, 3, 1, 2)


def convolutions(layer: Layer) -> Iterator[Workload]:
    """Three workloads of one layer."""
    s, p = layer.stride, layer.padding

    def forward(np: Any, x: Any, w: Any) -> Any:
        return layer.dusk(np, x, w)

    def by_images(np: Any, x: Any, w: Any, g: Any) -> Any:
        return np.grad(lambda x: (layer.dusk(np, x, w) * g).sum())(x)

    def by_weights(np: Any, x: Any, w: Any, g: Any) -> Any:
        return np.grad(lambda w: (layer.dusk(np, x, w) * g).sum())(w)

    # torch sees tensors channels first; where memory has them last, they are so by their strides
    def torch_forward(torch: Any, x: Any, w: Any) -> Any:
        return last(torch.conv2d(x, w, None, s, p))

    def torch_by_images(torch: Any, x: Any, w: Any, g: Any) -> Any:
        return last(layer.back(torch, g, x, w, 0))

    def torch_by_weights(torch: Any, x: Any, w: Any, g: Any) -> Any:
        return layer.back(torch, g, x, w, 1)

    n, (few, many), k = layer.images, layer.channels, layer.kernel
    flops = 2.0 * n * layer.places**2 * k**2 * few * many
    images, weights, results = n * layer.size**2 * few, k**2 * few * many, n * layer.places**2 * many
    for label, function, torch_function, count in (
        ("forward", forward, torch_forward, 2),
        ("by images", by_images, torch_by_images, 3),
        ("by weights", by_weights, torch_by_weights, 3),
    ):
        in_order = lambda data: tuple(x if i == 1 else numpy.ascontiguousarray(first(x)) for i, x in enumerate(data))  # noqa: E731
        by_strides = lambda data: tuple(numpy.ascontiguousarray(last(x)) if i == 1 else x for i, x in enumerate(data))  # noqa: E731

        def strided(torch: Any, *given: Any, run: Any = torch_function) -> Any:
            return run(torch, *map(first, given))

        yield Workload(
            f"{layer.name}, {label}",
            "value",
            function,
            lambda count=count: layer.data()[:count],
            {
                "NumPy": None,
                "jax": None,
                "torch": Form(torch_function, in_order),
                "torch channels last": Form(strided, by_strides),
            },
            without=("torch compile", "Dusk symbol"),
            flops=flops,
            bytes=4.0 * (images + weights + results),
            goals=(Goal("Dusk compiled", "best peer", 1.0),),
        )


def workloads(all: bool) -> Iterator[Workload]:
    for layer in (*LAYERS, *(LATE if all else ())):
        yield from convolutions(layer)
