"""Models and functions written as ONNX files."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from dusk.errors import TraceError
from dusk.files import write_atomically
from dusk.formats.onnx.schema import ENTRY, GRAPH, MODEL, VERSION
from dusk.formats.onnx.tensors import NUMBERS
from dusk.formats.onnx.write import DOMAIN, Writer, tensor, typed
from dusk.formats.protobuf import Record, parts
from dusk.graph import Graph
from dusk.nn import Module
from dusk.record import cell_of, value_of
from dusk.tracing import Compiled, compile_function
from dusk.tracing.trace import Imperative
from dusk.tree import flatten

VERSION_WRITTEN = 23
_IR = 10  # of version 23
_LARGE = 1 << 31  # bytes of a protocol buffer
_ALIGNED = 4096


def save(model: Any, path: Any, *inputs: Any, version: int = VERSION_WRITTEN, external: bool | None = None) -> None:
    """Write a model (or a function of arrays, compiled or not) as an ONNX file, as it computes inputs of these types.

    Modules are written as they evaluate; parameters keep their names. `version` is that of ONNX's ops, 13 to 23.
    `external` puts parameters into a file beside it, `path` with ".data" after it (None: if they take 2 GB or more).

    Raises TraceError where the model looks at values, FormatError where an op has no form in ONNX; nothing is written
    then.
    """
    if not 13 <= version <= VERSION_WRITTEN:
        raise ValueError(f"version {version}: models are written in 13 to {VERSION_WRITTEN}")
    with model.evaluating() if isinstance(model, Module) else nullcontext():
        graph, weights, names, results = _traced(model, inputs)
    writer = Writer(version)
    given = [writer.fresh(name) for name in names]
    own = [writer.fresh(name) for name, _ in weights]
    found = writer.graph(Graph(graph.inputs, graph.outputs[:results]), [*given, *own])
    body = GRAPH(name="dusk", node=writer.nodes)
    _outputs(writer, body, graph, found)
    body.input = [typed(name, v.type) for name, v in zip(given, graph.inputs)]
    held = [(name, np.asarray(array)) for name, (_, array) in zip(own, weights)]
    total = sum(array.nbytes for _, array in held)
    target = Path(path)
    if external or (external is None and total >= _LARGE // 2):
        beside = target.with_name(target.name + ".data")
        body.initializer = _placed(held, beside)
        write_atomically(beside, _data(held))
    else:
        body.initializer = [tensor(array, name) for name, array in held]
    functions = list((writer.functions or {}).values())
    imports = [VERSION(domain="", version=version), *([VERSION(domain=DOMAIN, version=1)] if functions else [])]
    made = MODEL(ir_version=_IR, producer_name="dusk", graph=body, opset_import=imports, functions=functions)
    write_atomically(target, parts(made))


def _traced(model: Any, inputs: Sequence[Any]) -> tuple[Graph, list[tuple[str, Any]], list[str], int]:
    """The graph, what it captures with its name, the names of its inputs, and how many outputs are results."""
    if isinstance(model, Module) and not model.is_complete():
        model(*inputs)
    found, cells = (model if isinstance(model, Compiled) else compile_function(model)).traced(*inputs)
    if isinstance(found, Imperative):
        raise TraceError(f"what is written as ONNX must not look at values: {found.reason}")
    arrays = model.arrays() if isinstance(model, Module) else {}
    names = {id(cell_of(array)): name for name, array in arrays.items()}
    captured = cells[found.arguments :]
    if None in found.results:
        raise TraceError("a result is one of the inputs as it is, or no array: return an array that is computed")
    weights = [(names.get(id(cell), f"weight_{i}"), value_of(cell)) for i, cell in enumerate(captured)]
    return found.recorded, weights, _input_names(model, inputs, found.arguments), len(found.results)


def _input_names(model: Any, inputs: Sequence[Any], count: int) -> list[str]:
    """The names of parameters, where each input is one array."""
    own = getattr(model, "input_names", None)
    if own is not None and len(own) == count:
        return list(own)
    function = model.forward if isinstance(model, Module) else getattr(model, "__wrapped__", model)
    try:
        names = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_POSITIONAL]
    except (TypeError, ValueError):
        names = []
    single = len(flatten(tuple(inputs))[0]) == len(inputs) == count
    return names[:count] if single and len(names) >= count else [f"input_{i}" for i in range(count)]


def _outputs(writer: Writer, body: Record, graph: Graph, found: Sequence[str]) -> None:
    """Name the results; each gets a name of its own, though two be one value or an input."""
    made: list[Record] = []
    renamed: dict[str, str] = {}
    for i, (name, value) in enumerate(zip(found, graph.outputs)):
        if name in renamed or not writer.is_made(name):
            name = writer.put("Identity", [name])
        renamed[name] = writer.fresh("output" if len(found) == 1 else f"output_{i}")
        made.append(typed(renamed[name], value.type))
    for node in writer.nodes:
        node.input = [renamed.get(name, name) for name in node.input]
        node.output = [renamed.get(name, name) for name in node.output]
    body.node = writer.nodes
    body.output = made


def _placed(held: Sequence[tuple[str, Any]], beside: Path) -> list[Record]:
    """Tensors that say where in a file their bytes are."""
    found: list[Record] = []
    offset = 0
    for name, array in held:
        record = tensor(np.zeros(0, array.dtype), name)
        record.dims, record.data_location = array.shape, 1
        del record.raw_data
        entries = {"location": beside.name, "offset": str(offset), "length": str(array.nbytes)}
        record.external_data = [ENTRY(key=key, value=value) for key, value in entries.items()]
        found.append(record)
        offset += -(-array.nbytes // _ALIGNED) * _ALIGNED
    return found


def _data(held: Sequence[tuple[str, Any]]) -> Iterator[Any]:
    for _, array in held:
        assert array.dtype in NUMBERS
        yield np.ascontiguousarray(array).reshape(-1).view(np.uint8).data if array.size else b""
        yield bytes(-array.nbytes % _ALIGNED)
