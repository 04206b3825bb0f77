"""ONNX files that are damaged or hostile: a typed error, soon, of little memory, and nothing is reached outside."""

import contextlib
import math
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dusk.errors import FormatError
from dusk.formats import onnx
from dusk.formats.onnx.schema import ATTRIBUTE, ENTRY, FUNCTION, MESSAGES, MODEL, TENSOR, VERSION
from dusk.formats.onnx.write import read_told
from dusk.formats.protobuf import Record, encode
from onnx_maker import data, graph, model, node

X = np.ones((2, 3), np.float32)
RELU = node("Relu", ["x"], ["y"])
SOUND = data([node("Add", ["x", "w"], ["y"])], [("x", X)], ["y"], {"w": X})


def of_tensor(**fields: Any) -> bytes:
    made = graph([node("Add", ["x", "w"], ["y"])], [("x", X)], ["y"])
    made.initializer = [TENSOR(**{"name": "w", "dims": (2, 3), "data_type": 1, **fields})]
    return encode(model(made))


def external(offset: Any = 0, length: Any = 24, location: str = "w.bin") -> bytes:
    entries = {"location": location, "offset": str(offset), "length": str(length)}
    return of_tensor(data_location=1, external_data=[ENTRY(key=k, value=v) for k, v in entries.items()])


def function(name: str, *nodes: Record) -> Record:
    return FUNCTION(
        name=name, domain="own", input=["x"], output=["y"], node=list(nodes),
        opset_import=[VERSION(domain="", version=21), VERSION(domain="own", version=1)],
    )  # fmt: skip


def call(name: str, x: str, y: str) -> Record:
    return node(name, [x], [y], "own")


def of_functions(*functions: Record) -> bytes:
    return data([call("f0", "x", "y")], [("x", X)], ["y"], functions=functions)


def laughs() -> bytes:
    """Thirty functions, each of which calls the next one twice."""
    made = [function(f"f{i}", call(f"f{i + 1}", "x", "z"), call(f"f{i + 1}", "z", "y")) for i in range(30)]
    return of_functions(*made, function("f30", RELU))


def nested(depth: int) -> bytes:
    body = graph([RELU], [], ["y"])
    for _ in range(depth):
        body = graph([node("If", ["c"], ["y"], then_branch=body, else_branch=graph([RELU], [], ["y"]))], [], ["y"])
    body.input = graph([], [("x", X), ("c", np.asarray(True))], []).input
    return encode(model(body))


def sparse(shape: tuple[int, ...], places: Any) -> bytes:
    made = graph([node("Add", ["x", "w"], ["y"])], [("x", X)], ["y"])
    values = TENSOR(name="w", dims=(1,), data_type=1, float_data=[1.0])
    indices = TENSOR(name="i", dims=np.shape(places), data_type=7, int64_data=np.ravel(places))
    made.sparse_initializer = [MESSAGES["SparseTensor"](values=values, indices=indices, dims=shape)]
    return encode(model(made))


def of_kind(kind: int) -> bytes:
    made = node("Relu", ["x"], ["y"])
    made.attribute = [ATTRIBUTE(name="a", type=kind)]
    return data([made], [("x", X)], ["y"])


def reading(*nodes: Record, outputs: tuple[str, ...] = ("y",), **words: Any) -> bytes:
    return data(list(nodes), [("x", X)], list(outputs), **words)


DAMAGED: dict[str, Callable[[], bytes]] = {
    "nothing at all": lambda: b"",
    "no protocol buffer": lambda: b"\xff" * 100,
    "text": lambda: b"graph(x) { return x }" * 10,
    "a message without a graph": lambda: encode(MODEL(ir_version=9)),
    "a length that is too large": lambda: b"\x3a\xff\xff\xff\xff\x0f" + SOUND,
    "fewer bytes than elements": lambda: of_tensor(raw_data=bytes(20)),
    "more bytes than elements": lambda: of_tensor(raw_data=bytes(28)),
    "no elements": lambda: of_tensor(),
    "fewer numbers than elements": lambda: of_tensor(float_data=[1.0] * 5),
    "numbers in the wrong field": lambda: of_tensor(int32_data=[1] * 6),
    "a negative size": lambda: of_tensor(dims=(-2, -3), raw_data=bytes(24)),
    "sizes beyond all memory": lambda: of_tensor(dims=(1 << 40, 1 << 20), raw_data=bytes(24)),
    "no elements of sizes beyond all memory": lambda: of_tensor(dims=(0, 1 << 62, 1 << 62)),
    "too many axes": lambda: of_tensor(dims=(1,) * 65, raw_data=bytes(4)),
    "an unknown element type": lambda: of_tensor(data_type=99, raw_data=bytes(24)),
    "no element type": lambda: of_tensor(data_type=0, raw_data=bytes(24)),
    "fewer strings than elements": lambda: of_tensor(data_type=8, string_data=[b"a"]),
    "packed numbers that are too few": lambda: of_tensor(data_type=22, raw_data=bytes(2)),
    "data at an absolute path": lambda: external(location="/etc/passwd"),
    "data in the folder above": lambda: external(location="../w.bin"),
    "data in the folder above, by a way round": lambda: external(location="inner/../../w.bin"),
    "data by a way round within the folder": lambda: external(location="inner/../w.bin"),
    "data behind a link": lambda: external(location="link.bin"),
    "data behind a linked folder": lambda: external(location="above/secret.bin"),
    "data in a file that is not there": lambda: external(location="other.bin"),
    "data in a folder": lambda: external(location="inner"),
    "data nowhere": lambda: external(location=""),
    "data at a path with a zero byte": lambda: external(location="w.bin\0.txt"),
    "data at another system's path": lambda: external(location="..\\w.bin"),
    "data beyond the end of the file": lambda: external(offset=16),
    "data before the file": lambda: external(offset=-8),
    "data of a negative length": lambda: external(length=-1),
    "data of more bytes than elements": lambda: external(length=28),
    "data at no number": lambda: external(offset="ten"),
    "data at a number of a million digits": lambda: external(offset="9" * 1000000),
    "an op that is none": lambda: reading(node("Frobnicate", ["x"], ["y"])),
    "an op of another domain": lambda: reading(node("Relu", ["x"], ["y"], "com.example")),
    "an op of a version before its first": lambda: reading(node("Attention", ["x", "x", "x"], ["y"]), version=0),
    "ops of a version to come": lambda: reading(RELU, version=99),
    "a value that nothing computes": lambda: reading(node("Add", ["x", "z"], ["y"])),
    "nodes that read each other": lambda: reading(node("Add", ["x", "z"], ["y"]), node("Relu", ["y"], ["z"])),
    "a node that reads itself": lambda: reading(node("Add", ["x", "y"], ["y"])),
    "a value computed twice": lambda: reading(RELU, RELU),
    "an input computed": lambda: reading(node("Relu", ["x"], ["x"]), outputs=("x",)),
    "an output that nothing computes": lambda: reading(RELU, outputs=("z",)),
    "a function that calls itself": lambda: of_functions(function("f0", call("f0", "x", "y"))),
    "functions that call each other": lambda: of_functions(
        function("f0", call("f1", "x", "y")), function("f1", call("f0", "x", "y"))
    ),
    "functions that multiply": laughs,
    "a function of unknown ops": lambda: of_functions(function("f0", node("Frobnicate", ["x"], ["y"]))),
    "a function that reads what is around it": lambda: of_functions(function("f0", node("Add", ["x", "w"], ["y"]))),
    "a function whose output nothing computes": lambda: of_functions(function("f0", node("Relu", ["x"], ["z"]))),
    "graphs within graphs, too deep": lambda: nested(25),
    "a branch that reads what nothing computes": lambda: data(
        [node("If", ["c"], ["y"], then_branch=graph([RELU], [], ["y"]),
              else_branch=graph([node("Relu", ["gone"], ["y"])], [], ["y"]))],
        [("x", X), ("c", np.asarray(True))], ["y"],
    ),
    "an attribute of an unknown kind": lambda: of_kind(77),
    "an attribute that is nothing": lambda: of_kind(0),
    "an attribute whose tensor is damaged": lambda: of_kind(4),
    "a sparse tensor beyond all memory": lambda: sparse((1 << 40, 1 << 20), [[0, 0]]),
    "a sparse tensor with a value outside": lambda: sparse((2, 3), [[5, 5]]),
    "a sparse tensor with too many places": lambda: sparse((2, 3), [[0, 0], [1, 1]]),
    "a sparse tensor of negative size": lambda: sparse((-2, -3), [[0, 0]]),
}


def measured(run: Callable[[], Any]) -> tuple[float, int]:
    tracemalloc.start()
    start = time.thread_time()
    try:
        run()
    finally:
        spent, peak = time.thread_time() - start, tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        measured.last = spent, peak  # type: ignore[attr-defined]
    return spent, peak


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused_soon_and_without_memory(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    (folder / "inner").mkdir(parents=True)
    (tmp_path / "secret.bin").write_bytes(bytes(24))
    (tmp_path / "w.bin").write_bytes(bytes(24))
    (folder / "w.bin").write_bytes(bytes(24))
    (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    (folder / "above").symlink_to(tmp_path)
    content = DAMAGED[name]()
    path = folder / "model.onnx"
    path.write_bytes(content)

    def refused() -> None:
        with pytest.raises(FormatError, match=r"model\.onnx"):
            onnx.load(path)

    measured(refused)
    spent, peak = measured.last  # type: ignore[attr-defined]
    assert spent < 1
    assert peak < 2 * len(content) + (1 << 20)


def test_what_the_damaged_files_are_made_of_is_sound(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(X.tobytes())
    (tmp_path / "model.onnx").write_bytes(external())
    assert np.array_equal(onnx.load(tmp_path / "model.onnx")(X), 2 * X)
    assert np.array_equal(onnx.loads(SOUND)(X), 2 * X)
    assert np.array_equal(onnx.loads(of_functions(function("f0", RELU)))(X), X)
    assert np.array_equal(onnx.loads(nested(3))(X, np.asarray(True)), X)
    assert np.array_equal(onnx.loads(sparse((2, 3), [[1, 1]]))(np.zeros((2, 3), np.float32)), [[0, 0, 0], [0, 1, 0]])


def test_external_data_needs_a_folder() -> None:
    with pytest.raises(FormatError, match="load it from its folder"):
        onnx.loads(external())


@pytest.mark.parametrize("cut", range(0, len(SOUND) - 1, 7))
def test_a_file_that_ends_early_is_refused(cut: int) -> None:
    with pytest.raises(FormatError):
        onnx.loads(SOUND[:cut])


@given(st.binary(max_size=200))
def test_any_bytes_are_a_model_or_refused(content: bytes) -> None:
    with pytest.raises(FormatError):
        onnx.loads(content)


@given(st.lists(st.tuples(st.integers(0, len(SOUND) - 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_changed_bytes_are_a_model_or_refused(changes: list[tuple[int, int]]) -> None:
    changed = bytearray(SOUND)
    for place, byte in changes:
        changed[place] = byte
    with contextlib.suppress(FormatError):
        onnx.loads(bytes(changed))


@pytest.mark.parametrize("op", ["host", "host_ordered", "call", "no such op", "__import__"])
def test_no_function_of_a_file_names_an_op_that_runs_code(op: str) -> None:
    with pytest.raises(FormatError):
        read_told(op, "{graph=graph() { return }}" if op == "call" else "{}")


def test_a_node_that_cannot_run_is_named() -> None:
    made = onnx.loads(data([node("MatMul", ["x", "w"], ["y"])], [("x", X)], ["y"], {"w": np.ones((5, 5), np.float32)}))
    with pytest.raises(FormatError, match=r"MatMul.*'MatMul_of_y'.*float32\[2, 3\], float32\[5, 5\]"):
        made(X)
    missing = onnx.loads(data([node("Cast", ["x"], ["y"])], [("x", X)], ["y"]))
    with pytest.raises(FormatError):
        missing(X)
    assert math.isfinite(float(np.asarray(onnx.loads(SOUND)(X)).sum()))
