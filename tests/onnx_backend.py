"""The tests of onnx.backend.test: Dusk as a backend of them, and a count of those that pass.

`PYTHONPATH=src:tests python tests/onnx_backend.py [--only REGEX] [--list] [--ours]` counts the node suite (core and
expanded) with Dusk and, where it is installed, with onnxruntime's CPU provider beside it.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import re
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from dusk.formats import onnx

Run = Callable[[Any, Sequence[Any]], Sequence[Any]]


def node_cases() -> list[Any]:
    """The cases of the node suite, each with its model, inputs, expected outputs and tolerances."""
    from onnx.backend.test.loader import load_model_tests

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of NumPy, in what makes the expected values
        return sorted(load_model_tests(kind="node"), key=lambda case: case.name)


def failure(case: Any, run: Run) -> str:
    """Why a case fails, in a line; nothing where it passes."""
    from onnx.backend.test.runner import Runner, _normalize_tensor

    try:
        for inputs, expected in case.data_sets:
            given = run(case.model, [_normalize_tensor(x) for x in inputs])
            wanted = [_normalize_tensor(x) for x in expected]
            with np.errstate(all="ignore"):
                Runner.assert_similar_outputs(wanted, given, rtol=case.rtol, atol=case.atol, model_dir=case.name)
    except Exception as error:
        text = " ".join(str(error).split())
        return f"{type(error).__name__}: {text[:300]}"
    return ""


def by_onnxruntime(model: Any, inputs: Sequence[Any]) -> Sequence[Any]:
    """What onnxruntime's CPU provider gives; short floats, which it does not take from NumPy, are given as bytes."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    names = [x.name for x in session.get_inputs()]
    given = [x if isinstance(x, list) else np.asarray(x) for x in inputs if x is not None]
    short = any("float" in x.type and x.type not in _NUMPYS for x in (*session.get_inputs(), *session.get_outputs()))
    if not short or any(isinstance(x, list) or x.dtype.kind == "O" for x in given):
        return session.run(None, dict(zip(names, given)))
    held = dict(zip(names, map(_lent, given)))
    return [_given_back(x) for x in session.run_with_ort_values([x.name for x in session.get_outputs()], held)]


_NUMPYS = {"tensor(float)", "tensor(double)", "tensor(float16)"}
_BYTES = {np.dtype(d): n for d, n in ((ml_dtypes.bfloat16, 16), (ml_dtypes.float8_e4m3fn, 17),
          (ml_dtypes.float8_e4m3fnuz, 18), (ml_dtypes.float8_e5m2, 19), (ml_dtypes.float8_e5m2fnuz, 20))}  # fmt: skip
_WORDS = {f"tensor({d.name.replace('_', '')})": d for d in _BYTES}


def _lent(array: Any) -> Any:
    from onnxruntime import OrtValue

    if array.dtype in _BYTES:
        plain = np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}")
        return OrtValue.ortvalue_from_numpy_with_onnx_type(plain, _BYTES[array.dtype])
    return OrtValue.ortvalue_from_numpy(array)


def _given_back(value: Any) -> Any:
    dtype = _WORDS.get(value.data_type())
    if dtype is None:
        return value.numpy()
    shape = value.shape()
    nbytes = int(np.prod(shape)) * dtype.itemsize
    return np.frombuffer(ctypes.string_at(value.data_ptr(), nbytes), dtype).reshape(shape)


def by_dusk(model: Any, inputs: Sequence[Any]) -> Sequence[Any]:
    """What Dusk gives: the model's bytes are read by its own reader, and the nodes run on its arrays."""
    made = onnx.loads(model.SerializeToString())
    given = made(*[x if isinstance(x, list) or x is None else np.asarray(x) for x in inputs])
    return [_plain(x) for x in (given if len(made.outputs) > 1 else (given,))]


def _plain(x: Any) -> Any:
    return [_plain(part) for part in x] if isinstance(x, list) else None if x is None else np.asarray(x)


def backend() -> Any:
    """Dusk as a backend of onnx's, for its own runner: `onnx.backend.test.runner.Runner(backend())`."""
    from onnx.backend.base import Backend, BackendRep

    class Prepared(BackendRep):
        def __init__(self, model: Any) -> None:
            self.model = model

        def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
            return tuple(by_dusk(self.model, inputs))

    class DuskBackend(Backend):
        @classmethod
        def prepare(cls, model: Any, device: str = "CPU", **kwargs: Any) -> Any:
            return Prepared(model)

        @classmethod
        def supports_device(cls, device: str) -> bool:
            return device == "CPU"

    return DuskBackend


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a regular expression for names of tests")
    parser.add_argument("--list", action="store_true", help="name what fails, and why")
    parser.add_argument("--ours", action="store_true", help="Dusk alone")
    chosen = parser.parse_args()
    cases = [case for case in node_cases() if re.search(chosen.only, case.name)]
    backends: dict[str, Run] = {"dusk": by_dusk}
    if not chosen.ours and importlib.util.find_spec("onnxruntime") is not None:
        backends["onnxruntime"] = by_onnxruntime
    for name, run in backends.items():
        start = time.process_time()
        reasons = {case.name: failure(case, run) for case in cases}
        failed = {case: reason for case, reason in reasons.items() if reason}
        print(f"{name}: {len(cases) - len(failed)} of {len(cases)} pass, {time.process_time() - start:.1f} s CPU")
        if chosen.list:
            print("".join(f"  {case}: {reason}\n" for case, reason in failed.items()), end="")


if __name__ == "__main__":
    main()
