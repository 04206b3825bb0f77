"""MXNet's functions by name, of symbols and of arrays: one function is both."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from dusk.compat.mxnet.operator import custom
from dusk.formats.mxnet import ops
from dusk.graph.op import REGISTRY
from dusk.symbol.expression import Constant, Group, Symbol, only
from dusk.symbol.layers import LAYERS


@functools.cache
def function(name: str) -> Callable[..., Any]:
    """The function of that name (AttributeError: there is none)."""
    if name == "Custom":
        return custom
    if name in ops.LAYER_OF:
        return _Quiet(LAYERS[ops.LAYER_OF[name]])
    found = ops.OP_OF.get(name)
    if found is None or found not in REGISTRY:
        raise AttributeError(f"MXNet's {name} is not to be had here; there are {', '.join(ops.known())}")
    return functools.partial(_called, REGISTRY[found])


class _Quiet:
    """A layer that takes parameters which say how something is computed, and does not mind them."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer
        self.__doc__ = layer.doc

    def __call__(self, *args: Any, **more: Any) -> Any:
        ignored = [k for k in more if k in ops.IGNORED - {"name"} and k not in self.layer.params]
        return self.layer(*args, **{k: v for k, v in more.items() if k not in ignored})


def _called(op: Any, *args: Any, name: str | None = None, attr: Mapping[str, str] | None = None, **named: Any) -> Any:
    given = [*args, *named.values()]
    if not any(isinstance(x, Symbol | Group) for x in given):
        return op(*given)
    symbols = [only(x) if isinstance(x, Symbol | Group) else Constant(x) for x in given]
    return Symbol("op", symbols, op, (), name=name or "", attributes=dict(attr) if attr else None)
