"""Rows of ensembles of trees and of linear models (ai.onnx.ml)."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.formats.onnx.rows import Call, row

_ML = "ai.onnx.ml"
_MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER")


def _goes_left(mode: int, x: Any, split: Any, members: set[float]) -> bool:
    match mode:
        case 0:
            return bool(x <= split)
        case 1:
            return bool(x < split)
        case 2:
            return bool(x >= split)
        case 3:
            return bool(x > split)
        case 4:
            return bool(x == split)
        case 5:
            return bool(x != split)
        case _:
            return float(x) in members


def _transformed(scores: Any, how: str) -> Any:
    if how in ("SOFTMAX", "SOFTMAX_ZERO"):
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        if how == "SOFTMAX_ZERO":
            shares = np.where(scores == 0, 0, shares)
        return shares / shares.sum(axis=-1, keepdims=True)
    if how == "LOGISTIC":
        return 1 / (1 + np.exp(-scores))
    if how == "PROBIT":
        raise ValueError("a probit after trees is not known")
    return scores


@row("TreeEnsemble", domain=_ML, since=5, known=(0,))
def _(call: Call, x: Any) -> Any:
    get = call.must
    modes, splits, features = get("nodes_modes"), get("nodes_splits"), get("nodes_featureids")
    true_ids, false_ids = get("nodes_truenodeids"), get("nodes_falsenodeids")
    true_leafs, false_leafs = get("nodes_trueleafs"), get("nodes_falseleafs")
    missing = call.get("nodes_missing_value_tracks_true", [0] * len(features))
    members = _members(modes, call.get("membership_values"))
    weights, targets = get("leaf_weights"), get("leaf_targetids")
    reached: list[list[tuple[int, Any]]] = []
    for line in x:
        leaves: list[tuple[int, Any]] = []
        for node in get("tree_roots"):
            for _ in range(len(features)):
                value = line[features[node]]
                left = bool(missing[node]) if np.isnan(value) and missing[node] else _goes_left(
                    int(modes[node]), value, splits[node], members.get(node, set()))  # fmt: skip
                node, leaf = (true_ids[node], true_leafs[node]) if left else (false_ids[node], false_leafs[node])
                if leaf:
                    break
            else:
                raise ValueError("a tree goes in a circle")
            leaves.append((targets[node], weights[node]))
        reached.append(leaves)
    how = ("AVERAGE", "SUM", "MIN", "MAX")[call.get("aggregate_function", 1)]
    scores = _aggregated(reached, get("n_targets"), how, len(get("tree_roots")), x.dtype)
    after = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")[call.get("post_transform", 0)]
    return _transformed(scores, after).astype(x.dtype)


def _members(modes: Any, values: Any) -> dict[int, set[float]]:
    """The numbers that nodes of membership know, each node's up to a NaN."""
    found: dict[int, set[float]] = {}
    nodes = [i for i, m in enumerate(modes) if int(m) == 6]
    current: set[float] = set()
    for value in [] if values is None else values.reshape(-1):
        if np.isnan(value):
            if nodes:
                found[nodes.pop(0)] = current
            current = set()
        else:
            current.add(float(value))
    if nodes and current:
        found[nodes.pop(0)] = current
    return found


def _aggregated(reached: Any, targets: int, how: str, trees: int, dtype: Any) -> Any:
    out = np.zeros((len(reached), targets), dtype)
    for line, leaves in zip(out, reached):
        for target in range(targets):
            own = [w for t, w in leaves if t == target]
            if own:
                line[target] = {"MIN": min, "MAX": max}.get(how, sum)(own)
    return out / trees if how == "AVERAGE" else out


def _old_leaves(call: Call, x: Any, word: str) -> list[list[tuple[int, float]]]:
    """What trees of the older form, whose nodes are (tree, number), give to each line: targets and weights."""
    keys = list(zip(call.must("nodes_treeids"), call.must("nodes_nodeids")))
    place = {key: i for i, key in enumerate(keys)}
    modes = call.must("nodes_modes")
    features, splits = call.must("nodes_featureids"), call.must("nodes_values")
    lows, highs = call.must("nodes_truenodeids"), call.must("nodes_falsenodeids")
    missing = call.get("nodes_missing_value_tracks_true", [0] * len(keys))
    given: dict[tuple[int, int], list[tuple[int, float]]] = {}
    of = (call.must(f"{word}_{part}") for part in ("treeids", "nodeids", "ids", "weights"))
    for tree, node, target, weight in zip(*of):
        given.setdefault((tree, node), []).append((target, weight))
    roots = [next(key for key in keys if key[0] == tree) for tree in dict.fromkeys(k[0] for k in keys)]
    found: list[list[tuple[int, float]]] = []
    for line in x:
        leaves: list[tuple[int, float]] = []
        for key in roots:
            for _ in range(len(keys)):
                i = place[key]
                if modes[i] == "LEAF":
                    break
                value = line[features[i]]
                left = _goes_left(_MODES.index(modes[i]), value, np.float32(splits[i]), set())
                left = left or bool(missing[i] and np.isnan(value))
                key = (key[0], lows[i] if left else highs[i])
            else:
                raise ValueError("a tree goes in a circle")
            leaves += given.get(key, [])
        found.append(leaves)
    return found


@row("TreeEnsembleRegressor", domain=_ML, known=(0,))
def _(call: Call, x: Any) -> Any:
    leaves = _old_leaves(call, x, "target")
    trees = len(set(call.must("nodes_treeids")))
    out = _aggregated(leaves, call.must("n_targets"), call.get("aggregate_function", "SUM"), trees, np.float32)
    return _transformed(out + np.asarray(call.get("base_values", 0), np.float32), call.get("post_transform", "NONE"))


def _labels(call: Call, places: Any, text: str, whole: str) -> Any:
    names = call.get(text)
    return np.asarray(names, object)[places] if names else np.asarray(call.must(whole), np.int64)[places]


@row("TreeEnsembleClassifier", domain=_ML, known=(0,))
def _(call: Call, x: Any) -> Any:
    names = call.get("classlabels_strings") or call.must("classlabels_int64s")
    trees = len(set(call.must("nodes_treeids")))
    out = _aggregated(_old_leaves(call, x, "class"), len(names), "SUM", trees, np.float32)
    out = out + np.asarray(call.get("base_values", 0), np.float32)
    if len(names) == 2 and set(call.must("class_ids")) <= {0}:  # one score for two classes
        out[:, 1], out[:, 0] = out[:, 0].copy(), 1 - out[:, 0]
    scores = _transformed(out, call.get("post_transform", "NONE"))
    return _labels(call, scores.argmax(axis=1), "classlabels_strings", "classlabels_int64s"), scores


def _lines(call: Call, x: Any, rows: int) -> Any:
    weights = np.asarray(call.must("coefficients"), np.float32).reshape(rows, -1)
    found = x.astype(np.float32) @ weights.T
    shift = call.get("intercepts")
    return found if shift is None else found + np.asarray(shift, np.float32)


@row("LinearRegressor", domain=_ML, known=(0,))
def _(call: Call, x: Any) -> Any:
    return _transformed(_lines(call, x, call.get("targets", 1)), call.get("post_transform", "NONE"))


@row("LinearClassifier", domain=_ML, known=(0,))
def _(call: Call, x: Any) -> Any:
    names = call.get("classlabels_strings") or call.must("classlabels_ints")
    rows = len(call.get("intercepts", names))
    scores = _lines(call, x, rows)
    how = call.get("post_transform", "NONE")
    if rows == 1 and len(names) == 2:
        scores = np.concatenate([1 - scores if how == "NONE" else -scores, scores], axis=1)
    scores = _transformed(scores, how)
    return _labels(call, scores.argmax(axis=1), "classlabels_strings", "classlabels_ints"), scores
