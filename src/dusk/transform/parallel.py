"""Data parallelism: a function of a batch as calls of it on slices of the batch, each on a device of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dusk.graph import Graph, TensorType, Value, placeholder
from dusk.graph.provenance import building, join
from dusk.graph.types import TOKEN
from dusk.ops import add, call, concatenate, multiply, slice_, transfer
from dusk.transform.placed import moved

MEAN, SUM, CONCATENATE, FIRST = "mean", "sum", "concatenate", "first"
REDUCTIONS = (MEAN, SUM, CONCATENATE, FIRST)


def lengths_of(total: int, slices: int) -> list[int]:
    """The sizes of so many slices of a batch, as even as can be, the longer ones first; no slice is empty.

    >>> lengths_of(10, 4), lengths_of(2, 4)
    ([3, 3, 2, 2], [1, 1])
    """
    slices = max(min(slices, total), 1)
    return [total // slices + (i < total % slices) for i in range(slices)]


def spread(devices: Sequence[str], slices: int) -> list[str]:
    """The device of each slice: neighbours share one.

    >>> spread(["cpu:0", "cpu:1"], 4)
    ['cpu:0', 'cpu:0', 'cpu:1', 'cpu:1']
    """
    return [devices[i * len(devices) // slices] for i in range(slices)]


def data_parallel(
    graphs: Mapping[int, Graph],
    lengths: Sequence[int],
    devices: Sequence[str],
    batch: Sequence[bool],
    reductions: Sequence[str],
    places: Sequence[str] = (),
    homes: Sequence[str] = (),
) -> Graph:
    """The graph of a batch from those of its slices: `graphs[n]` is the function of a slice of n, `lengths` and
    `devices` say which slices there are and where each is computed.

    Inputs in `batch` are sliced along their first axis; of the others each device gets a copy. Results go to one
    device, where they are put together in the order of slices, whichever was there first: the mean (each slice weighs
    as much as it has elements), the sum, one after the other along the first axis, or what the first slice gives.
    `places` are the devices of inputs, `homes` those of outputs (empty: that of the first slice). The graphs stand
    apart, so that the bits of a slice are the same wherever it is computed. ValueError: a graph has an ordered effect.
    """
    first = graphs[lengths[0]]
    if any(v.type is TOKEN for v in (*first.inputs, *first.outputs)):
        raise ValueError("the function has effects that keep their order, and slices of a batch have none")
    total = sum(lengths)
    places = places or [devices[0]] * len(first.inputs)
    homes = homes or [devices[0]] * len(first.outputs)
    with building(join(*(node.origin for node in first.nodes))):
        inputs: list[Value] = []
        for v, sliced, place in zip(first.inputs, batch, places, strict=True):
            shape = (total, *v.shape[1:]) if sliced else v.shape
            inputs.append(placeholder(TensorType(shape, v.dtype, place)))
        made: list[Sequence[Value]] = []
        start = 0
        for length, device in zip(lengths, devices, strict=True):
            operands: list[Value] = []
            for value, sliced in zip(inputs, batch, strict=True):
                part = _window(value, start, length) if sliced and len(lengths) > 1 else value
                operands.append(part if part.type.device == device else transfer(part, device=device))
            results = call(*operands, graph=moved(graphs[length], device), apart=True)
            made.append([results] if isinstance(results, Value) else results)
            start += length
        outputs: list[Value] = []
        for how, home, parts in zip(reductions, homes, zip(*made, strict=True), strict=True):
            there = [p if p.type.device == home else transfer(p, device=home) for p in parts]
            outputs.append(_together(how, there, lengths))
    return Graph(inputs, outputs)


def _window(x: Value, start: int, length: int) -> Value:
    rest = x.shape[1:]
    return slice_(x, starts=(start, *[0] * len(rest)), sizes=(length, *rest), steps=(1,) * x.ndim)


def _together(how: str, parts: Sequence[Value], lengths: Sequence[int]) -> Value:
    if len(parts) == 1 or how == FIRST:
        return parts[0]
    if how == CONCATENATE:
        return concatenate(*parts, axis=0)
    even = len(set(lengths)) == 1
    found: Value | None = None
    for part, length in zip(parts, lengths, strict=True):
        term = multiply(part, length / sum(lengths)) if how == MEAN and not even else part
        found = term if found is None else add(found, term)
    assert found is not None
    return multiply(found, 1 / len(parts)) if how == MEAN and even else found
