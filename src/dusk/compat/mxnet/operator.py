"""Ops that users write in Python: `CustomOp`, described by a `CustomOpProp` under a name, used as `mx.sym.Custom`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.ffi import op
from dusk.graph.provenance import describe, here
from dusk.symbol.layer import Known, Layer

__all__ = ["CustomOp", "CustomOpProp", "get_all_registered_operators", "register"]

Array = np.ndarray[Any, Any]


class Data(np.ndarray[Any, Any]):
    """A NumPy array with MXNet's `asnumpy`: what a custom op reads and writes."""

    def asnumpy(self) -> Array:
        """A copy."""
        return np.array(self)


class CustomOp:
    """Base of ops: `forward` and `backward` write to what they are given, by `assign`."""

    def forward(self, is_train: bool, req: Sequence[str], in_data: Any, out_data: Any, aux: Any) -> None:
        """Write the outputs."""
        raise NotImplementedError(f"{type(self).__name__} defines no forward")

    def backward(self, req: Sequence[str], out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        """Write the gradients of the inputs; without it they are zero."""

    def assign(self, dst: Any, req: str, src: Any) -> None:
        """Write, add to, or leave."""
        if req in ("write", "inplace"):
            dst[...] = np.asarray(src)
        elif req == "add":
            dst[...] += np.asarray(src)


class CustomOpProp:
    """What is known of an op before it runs: its names, shapes and types, and how it is made."""

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def list_arguments(self) -> list[str]:
        """The names of inputs."""
        return ["data"]

    def list_outputs(self) -> list[str]:
        """The names of outputs."""
        return ["output"]

    def list_auxiliary_states(self) -> list[str]:
        """The names of states, of which there are none here."""
        return []

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Shapes of inputs, outputs and states for those of inputs that are known (the others are empty)."""
        return in_shape, [in_shape[0]] * len(self.list_outputs()), []

    def infer_type(self, in_type: list[Any]) -> Any:
        """Dtypes of inputs, outputs and states."""
        return in_type, [in_type[0]] * len(self.list_outputs()), []

    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> CustomOp:
        """The op, for inputs of these shapes and dtypes."""
        raise NotImplementedError(f"{type(self).__name__} defines no create_operator")


_PROPS: dict[str, Callable[..., CustomOpProp]] = {}


def register(reg_name: str) -> Callable[[Any], Any]:
    """Make a `CustomOpProp` known under a name: `mx.sym.Custom(data=x, op_type=name)`; a decorator."""

    def registered(prop: Any) -> Any:
        _PROPS[reg_name] = prop
        _layer.cache_clear()
        return prop

    return registered


def get_all_registered_operators() -> list[str]:
    """The names of ops that users have registered."""
    return sorted(_PROPS)


def custom(*args: Any, op_type: str, name: str | None = None, attr: Any = None, **more: Any) -> Any:
    """`mx.sym.Custom`: a registered op of symbols (or arrays); words that are no inputs go to its `CustomOpProp`.

    KeyError: no op is registered under that name.
    """
    if op_type not in _PROPS:
        raise KeyError(
            f"no op is registered as {op_type!r}, at {describe(here())}: there are {', '.join(_PROPS) or 'none'}"
        )
    words: dict[str, Any] = {k: v for k, v in more.items() if isinstance(v, str | int | float | bool | tuple)}
    made = _layer(op_type, tuple(sorted(words.items())))
    return made(*args, name=name, attr=attr, **{k: v for k, v in more.items() if k not in words})


@functools.cache
def _layer(op_type: str, words: tuple[tuple[str, Any], ...]) -> Layer:
    prop = _PROPS[op_type](**{k: str(v) for k, v in words})
    if prop.list_auxiliary_states():
        raise NotImplementedError(f"{op_type} has states, which custom ops cannot have here")
    names, outputs = tuple(prop.list_arguments()), tuple(prop.list_outputs())

    def shapes(known: Known) -> dict[str, Any]:
        given: list[list[Any]] = [list(known[n] or ()) for n in names]
        if not given[0] or None in given[0]:
            return {}
        return {n: tuple(s) for n, s in zip(names, prop.infer_shape(given)[0], strict=True) if len(s)}

    return Layer(
        name="Custom", function=_function(op_type, prop, words), inputs=names, params={}, shapes=shapes,
        outputs=lambda: outputs, doc=type(prop).__doc__ or "",
    )  # fmt: skip


def _function(op_type: str, prop: CustomOpProp, words: Any) -> Callable[..., Any]:
    """The op as a function of arrays, which is called as it is, with a gradient that is."""
    n, m = len(prop.list_arguments()), len(prop.list_outputs())
    label = "_".join(["custom", op_type, *(f"{k}_{v}" for k, v in words)])

    def types(*kinds: Any) -> list[tuple[Any, Any]]:
        found = prop.infer_shape([list(k.shape) for k in kinds[:n]])[1]
        dtypes = prop.infer_type([k.dtype for k in kinds[:n]])[1]
        return [(tuple(s), np.dtype(t)) for s, t in zip(found, dtypes, strict=True)]

    def made(arrays: Sequence[Array]) -> CustomOp:
        return prop.create_operator(None, [x.shape for x in arrays], [x.dtype for x in arrays])

    def of_inputs(*kinds: Any) -> list[tuple[Any, Any]]:
        return [(tuple(k.shape), k.dtype) for k in kinds[:n]]

    @op(name=f"{label}_backward", infer=of_inputs)
    def backward(*arrays: Any) -> Any:
        given = [x.view(Data) for x in arrays]
        in_grad = [np.zeros(x.shape, x.dtype).view(Data) for x in given[:n]]
        made(arrays[:n]).backward(["write"] * n, given[n + m :], given[:n], given[n : n + m], in_grad, [])
        found = [np.asarray(g) for g in in_grad]
        return found[0] if n == 1 else tuple(found)

    def vjp(g: Any, out: Any, *inputs: Any) -> Any:
        outs = (out,) if m == 1 else tuple(out)
        found = backward(*inputs, *outs, *((g,) if m == 1 else tuple(g)))
        return (found,) if n == 1 else tuple(found)

    @op(name=label, infer=types, vjp=vjp)
    def forward(*arrays: Any) -> Any:
        outs = [np.zeros(s, t).view(Data) for s, t in types(*arrays)]
        made(arrays).forward(True, ["write"] * m, [x.view(Data) for x in arrays], outs, [])
        found = [np.asarray(x) for x in outs]
        return found[0] if m == 1 else tuple(found)

    return lambda *arrays: forward(*arrays)
