"""Models of Dusk's zoo, float32: steps of training with plain gradient descent, and inference of single samples.

Dusk's form is what its users write: the model, `optim.SGD`, and a step as a function of a batch; the peers' are
functions of the same arrays (peers_models.py). LSTM language models are a family of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy

from benchmarks.workload import RATE, Form, Goal, Workload, leaves, tree_map
from benchmarks.workloads.peers_models import JaxLayers, TorchLayers, gpt, lenet, resnet, transposed

IMPERATIVE = Goal("Dusk imperative", "of", 1.15, "Dusk compiled")


@dataclass(frozen=True)
class Model:
    """A model: how Dusk makes it, how the peers compute it, one sample's shape, and numbers multiplied for one."""

    name: str
    make: Callable[[Any], Any]  # of dusk.nn.zoo
    peers: Callable[[Any, Any], Any]
    sample: tuple[int, ...]
    products: float
    vocabulary: int = 0  # 0: of images
    tolerance: float = 0.05  # where units may fall on either side of 0, and maxima be one or the other

    def built(self) -> Any:
        """Dusk's, its arrays made."""
        from dusk import nn

        nn.seed(0)
        model = self.make(nn.zoo)
        model(numpy.zeros((2, *self.sample), "int64" if self.vocabulary else "float32"))
        return model

    def inputs(self, batch: int) -> tuple[Any, Any]:
        """Samples, and what is right for each."""
        rng = numpy.random.default_rng(0)
        if self.vocabulary:
            x, y = (rng.integers(0, self.vocabulary, (batch, *self.sample)) for _ in range(2))
            return x, y
        return rng.standard_normal((batch, *self.sample), dtype="float32"), rng.integers(0, 10, batch)

    def data(self, batch: int) -> tuple[Any, ...]:
        """Parameters, and the other floats; samples, and what is right."""
        model = self.built()
        trained = tree_map(numpy.array, model.parameters(trained=True))
        state = {name: numpy.array(x) for name, x in model.arrays().items() if name not in trained}
        return trained, {name: x for name, x in state.items() if x.dtype.kind == "f"}, *self.inputs(batch)

    def loss(self, layers: Any, np: Any, params: Any, state: Any, x: Any, y: Any) -> Any:
        f = layers(params, state, True)
        return f.cross_entropy(self.peers(f, x), y)

    def scores(self, layers: Any, np: Any, arrays: Any, x: Any) -> Any:
        return self.peers(layers(arrays, arrays, False), x)

    def forms(self, function: Any, dusk: Any) -> dict[str, Form | None]:
        """One a framework: `function(layers, np, ...)` of the peers, Dusk's own call."""
        of_torch = Form(partial(function, TorchLayers), torch_layout, self.usual_layout)
        forms = {"NumPy": None, "Dusk": Form(function, call=dusk), "torch": of_torch}
        if not self.vocabulary:
            forms["torch channels_last"] = replace(of_torch, call=channels_last)
        return {**forms, "jax": Form(partial(function, JaxLayers))}

    def usual_layout(self, parameters: list[Any]) -> list[Any]:
        names = sorted(self.built().parameters(trained=True))
        return [p.T if p.ndim == 2 and transposed(name) else p for name, p in zip(names, parameters, strict=True)]

    def step(self, batch: int, *goals: Goal) -> Workload:
        return Workload(
            f"{self.name} step, batch {batch}",
            "step",
            self.loss,
            lambda: self.data(batch),
            self.forms(self.loss, self.dusk_step),
            without=("Dusk symbol", "torch compile channels_last"),
            flops=6 * self.products * batch,
            goals=goals,
            tolerance=self.tolerance,
        )

    def inference(self, batch: int, *goals: Goal) -> Workload:
        def data() -> tuple[Any, ...]:
            params, state, x, _ = self.data(batch)
            return params | state, x

        return Workload(
            f"{self.name} inference, batch {batch}",
            "value",
            self.scores,
            data,
            self.forms(self.scores, self.dusk_inference),
            without=("Dusk symbol", "torch compile channels_last"),
            goals=goals,
        )

    def dusk_step(self, adapter: Any, style: str, workload: Workload, function: Any, arguments: Any) -> Any:
        dusk, nn, optim = adapter.dusk, adapter.dusk.nn, adapter.dusk.optim
        params, state, x, y = arguments
        model, optimiser = self.built(), optim.SGD(RATE)
        model.load_state_dict(params | state, strict=False)

        def objective(model: Any, x: Any, y: Any) -> Any:
            return nn.cross_entropy(model(x), y)

        def step(x: Any, y: Any) -> Any:
            loss, gradients = dusk.value_and_grad(objective)(model, x, y)
            optimiser.update(model, gradients)
            return loss

        run: Any = dusk.compile(step) if style == "compiled" else step

        def call() -> float:
            return float(run(x, y))

        call.parameters = lambda: leaves(model.parameters(trained=True))  # type: ignore[attr-defined]
        call.compiled = run  # type: ignore[attr-defined]
        return call

    def dusk_inference(self, adapter: Any, style: str, workload: Workload, function: Any, arguments: Any) -> Any:
        arrays, x = arguments
        model = self.built().eval()
        model.load_state_dict(arrays, strict=False)
        run: Any = adapter.dusk.compile(model) if style == "compiled" else model

        def call() -> Any:
            scores = run(x)
            adapter.dusk.eval(scores)
            return scores

        return call


def torch_layout(arguments: Any) -> Any:
    arrays, *rest = arguments
    turned = {name: x.T.copy() if x.ndim == 2 and transposed(name) else x for name, x in arrays.items()}
    return turned, *rest


def channels_last(adapter: Any, style: str, workload: Workload, function: Any, arguments: Any) -> Any:
    """With images and weights of convolutions laid out so."""
    last = adapter.torch.channels_last
    arguments = tree_map(lambda x: x.contiguous(memory_format=last) if x.ndim == 4 else x, arguments)
    call = adapter.call(style, workload, function, arguments)
    call.parameters = lambda: leaves(arguments[0])
    return call


LENET = Model("LeNet", lambda zoo: zoo.lenet(), lenet, (1, 28, 28), 2.29e6)
RESNET = Model("ResNet-20", lambda zoo: zoo.resnet20(), resnet, (3, 32, 32), 40.8e6)


def transformer(layers: int, features: int, heads: int, tokens: int, vocabulary: int) -> Model:
    sizes = {"context": tokens, "features": features, "heads": heads, "layers": layers}
    attended = layers * tokens * (tokens + 1) * features  # causal: q @ k and its product with v, a half each
    products = tokens * (12 * layers * features**2 + vocabulary * features) + attended
    name = f"GPT {layers} layers, {features} features, {tokens} tokens"
    return Model(
        name, lambda zoo: zoo.GPT(vocabulary, **sizes), partial(gpt, heads=heads), (tokens,), products, vocabulary, 1e-3
    )


GPT = transformer(4, 256, 8, 128, 256)


def goals(times: float) -> tuple[Goal, Goal]:
    return Goal("Dusk compiled", "best peer", times), IMPERATIVE


LENET_STEP, RESNET_STEP = LENET.step(64, *goals(2.0)), RESNET.step(64, *goals(1.5))
GPT_STEP = GPT.step(8, *goals(1.3))


def workloads(all: bool) -> Iterator[Workload]:
    yield from (LENET_STEP, RESNET_STEP, GPT_STEP)
    yield from (LENET.inference(1, *goals(2.0)), RESNET.inference(1, *goals(2.0)))
    if all:
        yield GPT.inference(1, *goals(1.0))
