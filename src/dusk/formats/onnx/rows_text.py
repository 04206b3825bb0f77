"""Rows of strings, which are NumPy's arrays of objects, and of tables from strings to numbers."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from typing import Any

import numpy as np

from dusk.formats.onnx.rows import Call, known, row

_ML = "ai.onnx.ml"


def _each(x: Any, function: Any, dtype: Any = object) -> Any:
    out = np.empty(x.size, dtype)
    for i, text in enumerate(x.reshape(-1)):
        out[i] = function(text)
    return out.reshape(x.shape)


@row("StringConcat")
def _(call: Call, x: Any, y: Any) -> Any:
    x, y = np.broadcast_arrays(x, y)
    out = np.empty(x.shape, object)
    for at in np.ndindex(x.shape):
        out[at] = x[at] + y[at]
    return out


@row("StringNormalizer")
def _(call: Call, x: Any) -> Any:
    stop, exact, action = (
        call.get("stopwords", []),
        call.get("is_case_sensitive", 0),
        call.get("case_change_action", "NONE"),
    )
    words = set(stop) if exact else {w.lower() for w in stop}
    kept = [w for w in x.reshape(-1) if (w if exact else w.lower()) not in words]
    change = {"LOWER": str.lower, "UPPER": str.upper, "NONE": str}[action]
    made = np.asarray([change(w) for w in kept] or [""], object)
    return made if x.ndim == 1 else made[None]


@row("StringSplit")
def _(call: Call, x: Any) -> Any:
    cut, most = call.get("delimiter") or None, call.get("maxsplit", -1)
    split = [text.split(cut, most) for text in x.reshape(-1)]
    if cut is None:
        split = [[part.strip() for part in s] for s in split]
    width = max(map(len, split), default=0)
    out = np.full((len(split), width), "", object)
    for i, s in enumerate(split):
        out[i, : len(s)] = s
    return out.reshape((*x.shape, width)), np.asarray([len(s) for s in split], np.int64).reshape(x.shape)


@row("RegexFullMatch")
def _(call: Call, x: Any) -> Any:
    pattern = re.compile(call.must("pattern"))
    return _each(x, lambda text: pattern.fullmatch(text) is not None, bool)


@row("TfIdfVectorizer", known=(0,))
def _(call: Call, x: Any) -> Any:
    strings = call.get("pool_strings")
    pool = strings if strings is not None else call.must("pool_int64s")
    counts, places = list(call.must("ngram_counts")), call.must("ngram_indexes")
    low, high, skips = (call.must(name) for name in ("min_gram_length", "max_gram_length", "max_skip_count"))
    table: dict[tuple[Any, ...], int] = {}
    for size, start in enumerate(counts, 1):
        end = counts[size] if size < len(counts) else len(pool)
        for at in range(start, end, size):
            table[tuple(pool[at : at + size])] = len(table)
    rows = x.reshape((1, -1)) if x.ndim < 2 else x
    weights = np.asarray(call.get("weights", np.ones(len(places))), np.float32)
    out = np.zeros((len(rows), max(places, default=-1) + 1), np.float32)
    for line, into in zip(rows.tolist(), out):
        for size in range(low, high + 1):
            for step in range(1, skips + 2 if size > 1 else 2):
                for start in range(len(line) - step * (size - 1)):
                    found = table.get(tuple(line[start : start + step * size : step][:size]))
                    if found is not None:
                        into[places[found]] += 1
    scale = np.ones(out.shape[1], np.float32)
    scale[np.asarray(places, np.int64)] = weights
    mode = call.must("mode")
    out = out if mode == "TF" else (out > 0) * scale if mode == "IDF" else out * scale
    return (out[0] if x.ndim < 2 else out).astype(np.float32)


@row("LabelEncoder", domain=_ML, known=(0,))
def _(call: Call, x: Any) -> Any:
    def listed(word: str) -> Any:
        for suffix in ("tensor", "strings", "int64s", "floats"):
            found = call.get(f"{word}_{suffix}")
            if found is not None:
                kind = {"strings": object, "int64s": np.int64, "floats": np.float32}.get(suffix)
                return np.asarray(found, kind), suffix
        return None, ""

    keys, _ = listed("keys")
    values, kind = listed("values")
    if keys is None:  # of version 1: places in a list of classes
        classes = call.must("classes_strings")
        if x.dtype.kind == "O":
            table = {name: i for i, name in enumerate(classes)}
            return _each(x, lambda text: table.get(text, call.get("default_int64", -1)), np.int64)
        return _each(x, lambda i: classes[i] if 0 <= i < len(classes) else call.get("default_string", "_Unused"))
    other: Any = call.get("default_tensor")
    if other is None:
        other = {
            "strings": call.get("default_string", "_Unused"),
            "int64s": call.get("default_int64", -1),
            "floats": call.get("default_float", -0.0),
        }.get(kind, "_Unused" if values.dtype.kind == "O" else -1)
    else:
        other = other.reshape(-1)[0]
    table = {_key(k): v for k, v in zip(keys.reshape(-1), values.reshape(-1))}
    return _each(x, lambda v: table.get(_key(v), other), values.dtype)


def _key(value: Any) -> Any:
    return "a NaN" if isinstance(value, float | np.floating) and np.isnan(value) else value


@row("CategoryMapper", domain=_ML, known=(0,))
def _(call: Call, x: Any) -> Any:
    names, numbers = call.must("cats_strings"), call.must("cats_int64s")
    if x.dtype.kind == "O":
        table: dict[Any, Any] = dict(zip(names, numbers))
        return _each(x, lambda text: table.get(text, call.get("default_int64", -1)), np.int64)
    table = dict(zip(numbers, names))
    return _each(x, lambda i: table.get(int(i), call.get("default_string", "_Unused")))


@row("Binarizer", domain=_ML)
def _(call: Call, x: Any) -> Any:
    return (x > call.get("threshold", 0.0)).astype(x.dtype)


@row("Scaler", domain=_ML)
def _(call: Call, x: Any) -> Any:
    offset, scale = (np.asarray(call.get(n, d), np.float32) for n, d in (("offset", [0.0]), ("scale", [1.0])))
    return (x.astype(np.float32) - offset) * scale


@row("Normalizer", domain=_ML)
def _(call: Call, x: Any) -> Any:
    x, np_ = x.astype(np.float32), call.np
    how = call.get("norm", "MAX")
    size = np_.abs(x)
    norm = size.max(axis=-1, keepdims=True) if how == "MAX" else size.sum(axis=-1, keepdims=True) if how == "L1" else (
        np_.sqrt((x * x).sum(axis=-1, keepdims=True)))  # fmt: skip
    return np_.where(norm == 0, x, x / np_.where(norm == 0, 1, norm))


@row("FeatureVectorizer", domain=_ML)
def _(call: Call, *xs: Any) -> Any:
    return call.np.concatenate([x.reshape((x.shape[0], -1)).astype(np.float32) for x in xs], axis=1)


@row("Imputer", domain=_ML)
def _(call: Call, x: Any) -> Any:
    whole = x.dtype.kind in "iu"
    values = np.asarray(call.must("imputed_value_int64s" if whole else "imputed_value_floats"), x.dtype)
    lost = call.get("replaced_value_int64" if whole else "replaced_value_float", 0)
    missing = call.np.isnan(x) if not whole and np.isnan(lost) else x == lost
    return call.np.where(missing, values, x)


@row("OneHotEncoder", domain=_ML, known=(0,))
def _(call: Call, x: Any) -> Any:
    names = call.get("cats_strings")
    known_values = np.asarray(call.must("cats_int64s") if names is None else names, None if names is None else object)
    found = known(x)[..., None] == known_values
    if not call.get("zeros", 1) and not found.any(-1).all():
        raise ValueError("a value that is none of the categories")
    return found.astype(np.float32)
