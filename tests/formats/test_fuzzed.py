"""Changed files of every form: refused by a typed error, soon and of little memory, or read."""

import random
from pathlib import Path

import pytest

from fuzzed_files import fuzz, parsers

NAMES = (
    "symbols", "graphs", "saved", "checkpoints", "mxnet_json", "mxnet_params", "wire", "text", "prototxt", "solver",
    "caffemodel", "cxxnet", "onnx",
)  # fmt: skip


@pytest.mark.once
@pytest.mark.parametrize("name", NAMES)
def test_changed_files_are_refused_or_read(name: str, tmp_path: Path) -> None:
    found = {parser.name: parser for parser in parsers(tmp_path)}
    assert set(found) == set(NAMES)
    told = fuzz(found[name], random.Random(7), files=120)
    assert told.faults == []
    assert told.files == 120
