"""One adapter a framework: its arrays, its namespace, and how each of its styles runs a workload until its results are
there. A framework that is not installed raises ImportError when its adapter is made.

An adapter has `styles`, `array(x)`, `numbers(x)` (back to NumPy) and `call(style, workload, function, arguments)`,
which gives a function of no arguments: one run, its results forced. Of a step these are the loss, of a gradient the
gradients.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy

from benchmarks.workload import RATE, Form, Workload, leaves, rebuilt, tree_map

PEERS = ("NumPy", "torch", "jax")


def namespace(module: Any, **own: Any) -> ModuleType:
    """A framework's functions under NumPy's names: those given, then the module's own. (A module, as users have.)"""
    found = ModuleType("np")
    found.__dict__.update(vars(module), **own)
    return found


def weights(workload: Workload) -> list[Any]:
    """One random array like each result, for a gradient to start from."""
    rng = numpy.random.default_rng(1)
    results = leaves(workload.function(NumPy.namespace, *workload.data()))
    return [rng.standard_normal(result.shape).astype(result.dtype) for result in results]


def weighted(np: Any, results: Any, by: list[Any]) -> Any:
    return sum(np.sum(result * weight) for result, weight in zip(leaves(results), by, strict=True))


class NumPy:
    """Plain NumPy: values, and steps where somebody wrote one by hand."""

    styles = ("by hand",)
    try:
        from scipy.special import erf
    except ImportError:
        erf = staticmethod(numpy.vectorize(math.erf, otypes=["float32"]))
    namespace = namespace(numpy, erf=erf)
    array = staticmethod(numpy.array)
    numbers = staticmethod(numpy.asarray)

    def call(self, style: str, workload: Workload, function: Any, arguments: tuple[Any, ...]) -> Callable[[], Any]:
        return lambda: function(self.namespace, *arguments)


class Dusk:
    """Recorded, compiled ahead, and typed in as symbols."""

    styles = ("imperative", "compiled", "symbol")
    numbers = staticmethod(numpy.asarray)

    def __init__(self) -> None:
        import dusk
        import dusk.numpy

        self.dusk, self.array = dusk, dusk.numpy.array
        own = {"erf": dusk.ops.erf, "conv": dusk.ops.conv, "attention": dusk.ops.attention, "grad": dusk.grad}
        self.namespace = namespace(dusk.numpy, **own)

    def call(self, style: str, workload: Workload, function: Any, arguments: tuple[Any, ...]) -> Callable[[], Any]:
        if style == "symbol":
            return self.symbol(workload, function, arguments)
        dusk, np = self.dusk, self.namespace

        def value(*args: Any) -> Any:
            return function(np, *args)

        given = arguments
        if workload.kind == "value":
            run = value
        elif workload.kind == "gradient":
            by = [self.array(w) for w in weights(workload)]
            run = dusk.grad(lambda first, by, *rest: weighted(np, value(first, *rest), by))
            given = (arguments[0], by, *arguments[1:])
        else:
            both = dusk.value_and_grad(value)
            first = arguments[0]
            nested = not isinstance(first, list) or any(isinstance(part, list | tuple | dict) for part in first)

            def run(params: Any, *rest: Any) -> Any:
                loss, gradients = both(params, *rest)
                pairs = zip(leaves(params), leaves(gradients)) if nested else zip(params, gradients)
                for p, g in pairs:
                    p -= RATE * g
                return loss

        if style == "compiled":
            run = dusk.compile(run)
        if workload.kind == "step":
            return lambda: float(run(*given))

        def forced() -> Any:
            results = run(*given)
            dusk.eval(*leaves(results))
            return results

        return forced

    def symbol(self, workload: Workload, function: Any, arguments: tuple[Any, ...]) -> Callable[[], Any]:
        dusk, symbol = self.dusk, self.dusk.symbol
        names = (f"x{i}" for i in range(10**6))
        symbols = tree_map(lambda _: symbol.Variable(next(names)), arguments)
        results = function(namespace(symbol), *symbols)
        given = dict(zip((s.name for s in leaves(symbols)), leaves(arguments), strict=True))
        first = leaves(symbols[0])
        if workload.kind == "value":
            run = symbol.compile(leaves(results))
        elif workload.kind == "gradient":
            by = {f"w{i}": w for i, w in enumerate(weights(workload))}
            given |= tree_map(self.array, by)
            total = weighted(symbol, results, [symbol.Variable(name) for name in by])
            run = symbol.compile(leaves(total.grad(wrt=first)))
        else:
            run = symbol.compile([results, *(p - RATE * g for p, g in zip(first, results.grad(wrt=first)))])

            def step() -> float:
                loss, *updated = run(**given)
                given.update(zip((s.name for s in first), updated, strict=True))
                dusk.eval(loss, *updated)
                return float(loss)

            step.parameters = lambda: [given[s.name] for s in first]  # type: ignore[attr-defined]
            return step

        def forced() -> Any:
            found = run(**given)
            dusk.eval(*found)
            return found

        return forced


class Torch:
    """Eager, and through torch.compile."""

    styles = ("eager", "compile")

    def __init__(self) -> None:
        import torch

        torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
        self.torch = torch
        self.namespace = namespace(torch, max=torch.amax, maximum=torch.clamp_min)

    def array(self, x: Any) -> Any:
        if x.dtype.name == "bfloat16":
            return self.torch.tensor(x.astype("float32")).to(self.torch.bfloat16)
        return self.torch.tensor(x)

    def numbers(self, x: Any) -> Any:
        return x.detach().float().numpy() if isinstance(x, self.torch.Tensor) else numpy.asarray(x)

    def call(self, style: str, workload: Workload, function: Any, arguments: tuple[Any, ...]) -> Callable[[], Any]:
        torch = self.torch
        if style == "compile":
            torch._dynamo.reset()  # else what other workloads compiled counts against the limit of recompilations
        wrap = torch.compile if style == "compile" else lambda f: f
        run = wrap(lambda *args: function(self.namespace, *args))
        if workload.kind == "value":

            def value() -> Any:
                with torch.no_grad():
                    return run(*arguments)

            return value
        params = [p.requires_grad_() for p in leaves(arguments[0])]
        if workload.kind == "gradient":
            by = [self.array(w) for w in weights(workload)]
            return lambda: torch.autograd.grad(leaves(run(*arguments)), params, by)
        update = wrap(lambda gradients: torch._foreach_add_(params, gradients, alpha=-RATE))

        def step() -> float:
            loss = run(*arguments)
            gradients = torch.autograd.grad(loss, params)
            with torch.no_grad():
                update(gradients)
            return loss.item()

        return step


class Jax:
    """Through jax.jit; a step donates the parameters it replaces."""

    styles = ("jit",)
    numbers = staticmethod(numpy.asarray)

    def __init__(self) -> None:
        import jax

        self.jax, self.array = jax, jax.numpy.array
        self.namespace = namespace(jax.numpy, erf=jax.scipy.special.erf)

    def call(self, style: str, workload: Workload, function: Any, arguments: tuple[Any, ...]) -> Callable[[], Any]:
        jax = self.jax

        def value(*args: Any) -> Any:
            return function(self.namespace, *args)

        given = arguments
        if workload.kind == "value":
            run = jax.jit(value)
        elif workload.kind == "gradient":
            by = [self.array(w) for w in weights(workload)]
            run = jax.jit(jax.grad(lambda first, by, *rest: weighted(self.namespace, value(first, *rest), by)))
            given = (arguments[0], by, *arguments[1:])
        else:
            state = SimpleNamespace(params=arguments[0])

            def updated(params: Any, *rest: Any) -> Any:
                loss, gradients = jax.value_and_grad(value)(params, *rest)
                found = [p - RATE * g for p, g in zip(leaves(params), leaves(gradients), strict=True)]
                return loss, rebuilt(params, found)

            donating = jax.jit(updated, donate_argnums=0)

            def step() -> float:
                loss, state.params = donating(state.params, *arguments[1:])
                jax.block_until_ready(state.params)
                return float(loss)

            step.parameters = lambda: leaves(state.params)  # type: ignore[attr-defined]
            return step
        return lambda: jax.block_until_ready(run(*given))


FRAMEWORKS: dict[str, Callable[[], Any]] = {"NumPy": NumPy, "Dusk": Dusk, "torch": Torch, "jax": Jax}
_made: dict[str, Any] = {}


def framework(name: str) -> Any:
    """The adapter of that framework, made once; raises ImportError where it is not installed."""
    if name not in _made:
        _made[name] = FRAMEWORKS[name]()
    return _made[name]


def installed() -> list[str]:
    """The frameworks there are."""
    found = []
    for name in FRAMEWORKS:
        with contextlib.suppress(ImportError):
            framework(name)
            found.append(name)
    return found


def forms(workload: Workload) -> dict[str, tuple[str, str, Form]]:
    """By the contender's name: its framework, its style and what it runs."""
    found: dict[str, tuple[str, str, Form]] = {}
    own: dict[str, Form | None] = {name: Form(workload.function) for name in FRAMEWORKS} | dict(workload.forms)
    if workload.kind != "value" and "NumPy" not in workload.forms:
        del own["NumPy"]  # NumPy has no gradients but those somebody wrote
    for form_name, form in own.items():
        if form is None:
            continue
        name, _, label = form_name.partition(" ")
        for style in FRAMEWORKS[name].styles:  # type: ignore[attr-defined]
            contender = " ".join(filter(None, (name, style, label)))
            if not contender.startswith(workload.without or ("nobody",)):
                found[contender] = name, style, form
    return found


@dataclass(frozen=True)
class Contender:
    """One run of a workload, its results there when it returns; `numbers` makes NumPy arrays of them, and `parameters`
    gives those of a step as they are now."""

    call: Callable[[], Any]
    numbers: Callable[[Any], list[Any]]
    parameters: Callable[[], list[Any]]


def contender(workload: Workload, name: str) -> Contender:
    """A contender with data of its own."""
    of, style, form = forms(workload)[name]
    adapter = framework(of)
    arguments = tree_map(adapter.array, form.prepare(workload.data()))
    call = (form.call or type(adapter).call)(adapter, style, workload, form.function, arguments)
    first = arguments[0]
    found = getattr(call, "parameters", lambda: leaves(first))  # where they are not written in place

    def parameters() -> list[Any]:
        return form.restore([adapter.numbers(leaf) for leaf in found()])

    return Contender(call, lambda results: [adapter.numbers(leaf) for leaf in leaves(results)], parameters)
