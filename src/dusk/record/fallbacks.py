"""What runs in NumPy, or in Python, on the host: counted, reported once with the user's line, refused by policy."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from dusk.config import policy_in_force
from dusk.errors import PolicyError
from dusk.graph import Graph, Op
from dusk.graph.provenance import Origin, describe, here
from dusk.record.stats import stats
from dusk.record.trie import TrieNode

_log = logging.getLogger("dusk.fallback")
_reported: set[str] = set()

INSTEAD = {
    "asmatrix": "np.asarray(a), and @ for products",
    "bmat": "np.block(parts)",
    "frompyfunc": "a function of whole arrays, or dusk.op",
    **dict.fromkeys(
        ("fromfile", "fromregex", "genfromtxt", "load", "loadtxt"), "np.asarray of what NumPy itself has read"
    ),
    **dict.fromkeys(("save", "savetxt", "savez", "savez_compressed"), "numpy.asarray(a), and NumPy's own function"),
}
"""What to write in the place of functions that run in NumPy."""


def name_of(function: Any) -> str:
    """What a function of NumPy's is called: `lexsort`, `add.reduceat`, `linalg.tensorsolve`."""
    name = getattr(function, "__name__", str(function))
    owner = getattr(function, "__self__", None)
    module = (getattr(function, "__module__", None) or "").partition("numpy.")[2]
    prefix = owner.__name__ if isinstance(owner, np.ufunc) else "" if module.startswith("_") else module
    return f"{prefix}.{name}" if prefix else name


def instead_of(name: str) -> str:
    """What to write in the place of a call that runs on the host, in words."""
    return INSTEAD.get(name, f"numpy.{name} on NumPy's own arrays, before or after what Dusk is to do")


def note(function: Callable[..., Any], keywords: Mapping[str, Any]) -> None:
    """Count a call that NumPy does, report the function's first; PolicyError where the policy refuses it."""
    name = name_of(function)
    line = here()
    if policy_in_force().fallback == "refuse":
        given = [f"{k}=..." for k, v in keywords.items() if v is not None and v is not True and v is not False]
        raise PolicyError(_refused(f"{name}({', '.join(['...', *given])})", "NumPy", line, instead_of(name)))
    stats.fallback(name, line)
    if name not in _reported:
        _reported.add(name)
        _log.info("%s, called at %s, runs in NumPy", name, describe(line))


def refuse_taken(function: Callable[..., Any], device: str) -> None:
    """PolicyError where the policy refuses that NumPy is given what lies on a device, and what it gives goes there."""
    rule = policy_in_force().transfer
    if rule == "exclusive":
        name = name_of(function)
        raise PolicyError(
            f"{name}, called at {describe(here())}, runs in NumPy on the host, to which it copies arrays of {device} "
            f"and back, which the policy refuses (transfer={rule!r}); write {instead_of(name)}, or allow it: with "
            "dusk.policy(transfer='transparent')"
        )


def refuse_unsupported(function: Any, reason: str, calls: HostCalls) -> None:
    """PolicyError where the policy refuses to compile what has parts that run on the host: all of them by line, or the
    reason why nothing can be compiled."""
    if not (reason or calls) or policy_in_force().transfer != "exclusive":
        return
    parts = [f"{op.name} at {describe(line)}" for op, _, line in calls]
    name = getattr(function, "__name__", "the function")
    raise PolicyError(
        f"{name} cannot be compiled for a device alone, which the policy asks for (transfer='exclusive'): "
        f"{reason or 'on the host run ' + ', '.join(parts)}"
    )


def _refused(call: str, where: str, line: Origin, instead: str) -> str:
    return (
        f"{call}, called at {describe(line)}, runs in {where} on the host, which the policy refuses; "
        f"write {instead}, or allow this one: with dusk.policy(fallback='allow')"
    )


def refuse_host(op: Op, params: Mapping[str, Any], line: Origin | None = None) -> None:
    """PolicyError where the policy refuses an op that calls a Python function."""
    if policy_in_force().fallback == "refuse":
        function = params.get("function")
        call = op.name if function is None else f"{op.name} of {getattr(function, '__name__', repr(function))}"
        raise PolicyError(_refused(call, "Python", line or here(), "it as a function of Dusk's arrays"))


HostCalls = tuple[tuple[Op, Mapping[str, Any], Origin], ...]
"""Calls of Python functions within what is compiled: op, parameters, line."""


def host_calls(of: TrieNode | Graph) -> HostCalls:
    """The calls of Python functions on a path, or in a graph, whatever graphs are inside."""
    return tuple(_host_calls(of))


def _host_calls(of: TrieNode | Graph) -> Iterator[tuple[Op, Mapping[str, Any], Origin]]:
    for op, params, origin in _calls(of):
        if op.host:
            yield op, dict(params), origin
        for _, value in params:
            if isinstance(value, Graph):
                yield from _host_calls(value)


def _calls(of: TrieNode | Graph) -> Iterable[tuple[Op, Any, Origin]]:
    if isinstance(of, Graph):
        return [(node.op, node.params, node.origin) for node in of.nodes]
    return [(node.call.op, node.call.params, node.origin) for node in of.path() if node.call is not None]


def refuse_calls(calls: HostCalls) -> None:
    """PolicyError where the policy refuses what calls these."""
    for op, params, line in calls:
        refuse_host(op, params, line)
