"""The ops that kernels know: what each takes and gives."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Signature(NamedTuple):
    """What an op takes and gives: its arity, the dtypes it is defined on, and the dtype of its result; whether f(-x)
    is -f(x) ("odd") or f(x) ("even")."""

    arity: int
    domain: str  # "any" | "number" | "integer" (bool too) | "whole" | "float"
    result: str  # "same" | "bool"
    symmetry: str = ""


def _signatures() -> dict[str, Signature]:
    table: dict[tuple[int, *tuple[str, ...]], str] = {
        (2, "any", "same"): "add multiply maximum minimum fmax fmin",
        (2, "number", "same"): "subtract floor_divide remainder fmod power",
        (2, "float", "same"): "divide arctan2 hypot square_sum copysign logaddexp logaddexp2 nextafter heaviside",
        (2, "integer", "same"): "bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm",
        (2, "whole", "bool"): "add_fits subtract_fits multiply_fits",
        (2, "any", "bool"): "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor",
        (1, "any", "bool"): "logical_not isnan isinf isfinite signbit",
        (1, "any", "same"): "absolute floor ceil trunc",
        (1, "number", "same"): "positive negative square sign reciprocal",
        (1, "integer", "same"): "invert bitwise_count",
        (1, "float", "same"): "sqrt rint exp exp2 expm1 log log2 log10 log1p arccos arccosh sigmoid",
        (1, "float", "same", "odd"): "cbrt sin tan arcsin arctan sinh tanh arcsinh arctanh erf deg2rad rad2deg",
        (1, "float", "same", "even"): "cos cosh fabs",
    }
    return {name: Signature(arity, *rest) for (arity, *rest), names in table.items() for name in names.split()}


OPS: dict[str, Signature] = _signatures()


def in_domain(dtype: np.dtype[Any], domain: str) -> bool:
    """Whether a dtype is of a domain."""
    kind = "f" if dtype.kind == "V" else dtype.kind  # bfloat16 is kind V to NumPy
    return domain == "any" or kind in {"number": "iufc", "integer": "biu", "whole": "iu", "float": "fc"}[domain]
