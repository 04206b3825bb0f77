"""Damaged files for every parser: seeds that are good, changed at random; what a parser may do with them.

`python tests/fuzzed_files.py SECONDS [PARSER ...]` does it for so long each, and tells what it met.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import dusk
from caffe_layers import ALL_LAYERS, TWO_BOTTOMS, layer
from caffe_nets import googlenet
from dusk import symbol as sym
from dusk.errors import DuskError, FormatError, GraphError
from dusk.formats import caffe, cxxnet, load, mxnet, onnx
from dusk.formats.protobuf import decode, encode, parse_text, print_text
from dusk.graph import text as graph_text
from dusk.nn import Linear, Sequential, relu
from dusk.symbol import files as symbol_files
from dusk.train import checkpoint
from protobuf_messages import ALL, random_record

NETS = Path(__file__).parent / "formats" / "nets"
MOST_SECONDS = 1.0
ROOM = 2 << 20  # bytes that a parser may take whatever the file


@dataclass
class Parser:
    """Good files, and what reads one; `errors` are what it may raise."""

    name: str
    seeds: list[bytes]
    read: Callable[[bytes], Any]
    errors: tuple[type[Exception], ...] = (FormatError, GraphError)


@dataclass
class Told:
    """What a parser did."""

    files: int = 0
    accepted: int = 0
    slowest: float = 0.0
    largest: float = 0.0  # bytes allocated beyond the room, over twice the file's size
    faults: list[str] = field(default_factory=list)


def parsers(folder: Path) -> list[Parser]:
    """All parsers, with seeds that are made here or lie beside the tests."""

    def by_path(name: str, read: Callable[[Path], Any]) -> Callable[[bytes], Any]:
        path = folder / name

        def reading(data: bytes) -> Any:
            path.write_bytes(data)
            return read(path)

        return reading

    def texts(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
        return lambda data: read(data.decode("utf-8", "replace"))

    x = sym.Convolution(sym.Variable("data"), kernel=(3, 3), num_filter=2, name="conv")
    x = sym.BatchNorm(x, name="bn")
    net = sym.SoftmaxOutput(sym.FullyConnected(x, num_hidden=2, name="fc"), name="softmax")
    grown = dusk.fori_loop(0, sym.Variable("n"), lambda i, y: y * 2, sym.Variable("y"))
    model = Sequential(Linear(3), relu, Linear(2))
    given = np.ones((2, 4), "f4")
    compiled = dusk.compile(model)
    model(given)
    compiled(given)
    compiled.save(folder / "model.dusk")
    onnx.save(model, folder / "model.onnx", given)
    mxnet.save_parameters(folder / "net.params", {"w": np.ones((2, 3), "f4")}, {"m": np.zeros(3)})
    checkpoint.save(folder / "c.safetensors", {"a": np.arange(3), "b": {"c": 1.5, "d": [1, "x", None]}})
    lenet = caffe.load(NETS / "lenet.prototxt")
    small = "layer { name: 'd' type: 'Input' top: 'd' input_param { shape { dim: 1 dim: 3 } } } layer { name: 'ip' type: 'InnerProduct' bottom: 'd' top: 'ip' inner_product_param { num_output: 2 } }"  # fmt: skip # noqa: E501
    tiny = caffe.load(caffe.parse(small))
    caffe.save_weights(folder / "w.caffemodel", tiny, {"ip_weight": np.ones((2, 3), "f4"), "ip_bias": np.ones(2, "f4")})
    assert lenet.layers
    records = [random_record(ALL, random.Random(i)) for i in range(20)]
    jsons = [path.read_bytes() for path in NETS.glob("*.json")]
    prototxts = [(NETS / name).read_bytes() for name in ("lenet.prototxt", "cifar10_quick.prototxt")]
    graph = str(compiled.graph)
    return [
        Parser("symbols", [symbol_files.text_of(net.symbols).encode(), symbol_files.text_of(grown.symbols).encode()],
               texts(symbol_files.parse)),
        Parser("graphs", [graph.encode()], texts(graph_text.parse)),
        Parser("saved", [(folder / "model.dusk").read_bytes()], by_path("fuzzed.dusk", load), (DuskError, OSError)),
        Parser("checkpoints", [(folder / "c.safetensors").read_bytes()], by_path("fuzzed.st", checkpoint.load)),
        Parser("mxnet_json", [net.tojson().encode(), *jsons], texts(mxnet.loads)),
        Parser("mxnet_params", [(folder / "net.params").read_bytes()], by_path("fuzzed.params", mxnet.load_arrays)),
        Parser("wire", [encode(record) for record in records], lambda data: decode(ALL, data, "x")),
        Parser("text", [print_text(record).encode() for record in records], texts(lambda t: parse_text(ALL, t, "x"))),
        Parser("prototxt", [*prototxts, googlenet().encode(), *every_layer()], texts(net_of_caffe)),
        Parser("solver", [(NETS / "lenet_solver.prototxt").read_bytes()],
               texts(lambda text: caffe.rate_of(caffe.parse_solver(text)))),
        Parser("caffemodel", [(folder / "w.caffemodel").read_bytes()], by_path("fuzzed.model", caffe.load_weights)),
        Parser("cxxnet", [path.read_bytes() for path in NETS.glob("*.conf")],
               texts(lambda text: cxxnet.net_of(cxxnet.parse_conf(text)))),
        Parser("onnx", [(folder / "model.onnx").read_bytes()], onnx.loads),
    ]  # fmt: skip


def every_layer() -> list[bytes]:
    """A small net of each layer of Caffe's that tests have."""
    one = [above + layer("it", name.split()[0], "x", more) for name, (above, more, _) in ALL_LAYERS.items()]
    two = [above + layer("it", n.split()[0], read, more) for n, (read, above, more, _) in TWO_BOTTOMS.items()]
    return [text.encode() for text in (*one, *two)]


def net_of_caffe(text: str) -> str:
    """Read a net, infer its shapes, write it."""
    net = caffe.load(caffe.parse(text))
    with contextlib.suppress(FormatError):
        net.shapes()
    return caffe.to_text(net)


_NUMBERS = ("0", "-1", "1", "2147483648", "99999999999999999999", "1e999", "nan", "-0", "0x10", "4294967295")


def changed(seeds: list[bytes], rng: random.Random) -> bytes:
    """A seed with a few changes."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        if not data:
            return b""
        at = rng.randrange(len(data))
        n = rng.choice((1, 2, 4, 8, 40))
        match rng.randrange(9):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                data[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, 34, 40, 91, 123))
            case 2:
                del data[at : at + n]
            case 3:
                data[at:at] = bytes(rng.randrange(256) for _ in range(n))
            case 4:
                data[at:at] = data[at : at + n] * rng.choice((1, 2, 50))
            case 5:
                other = rng.choice(seeds)
                from_ = rng.randrange(len(other))
                data[at : at + n] = other[from_ : from_ + n]
            case 6:
                del data[at:]
            case 7:
                found = list(re.finditer(rb"\d+", bytes(data)))
                if found:
                    match_ = rng.choice(found)
                    data[match_.start() : match_.end()] = rng.choice(_NUMBERS).encode()
            case _:
                lines = bytes(data).split(b"\n")
                i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[i], lines[j] = lines[j], lines[i]
                data = bytearray(b"\n".join(lines))
    return bytes(data[: 1 << 20])


def fuzz(parser: Parser, rng: random.Random, files: int | None = None, seconds: float | None = None) -> Told:
    """Read changed files, so many or for so long; every tenth with its memory measured."""
    told = Told()
    until = None if seconds is None else time.monotonic() + seconds
    while (files is None or told.files < files) and (until is None or time.monotonic() < until):
        data = changed(parser.seeds, rng)
        told.files += 1
        measured = told.files % 10 == 0
        if measured:
            tracemalloc.start()
        since = time.thread_time()
        try:
            parser.read(data)
            told.accepted += 1
        except parser.errors:
            pass
        except Exception as error:
            told.faults.append(f"{type(error).__name__}: {str(error)[:200]}: {data[:4000]!r}")
        spent = time.thread_time() - since
        if measured:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            told.largest = max(told.largest, peak - ROOM - 2 * len(data))
        else:
            told.slowest = max(told.slowest, spent)
            if spent > MOST_SECONDS:
                told.faults.append(f"{spent:.1f} s: {data[:4000]!r}")
        if told.largest > 0:
            told.faults.append(f"{told.largest / 1e6:.1f} MB too much: {data[:4000]!r}")
            told.largest = 0.0
    return told


def main(words: list[str]) -> int:
    seconds, names = float(words[0]), words[1:]
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for parser in parsers(Path(folder)):
            if names and parser.name not in names:
                continue
            seed = time.time_ns() % 1_000_000
            told = fuzz(parser, random.Random(seed), seconds=seconds)
            faults += len(told.faults)
            row = {"parser": parser.name, "seed": seed, "files": told.files, "accepted": told.accepted,
                   "slowest_s": round(told.slowest, 3), "faults": len(told.faults)}  # fmt: skip
            print(json.dumps(row), flush=True)
            for fault in told.faults[:5]:
                print("  ", fault[:600], flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
