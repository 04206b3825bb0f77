"""Names and attributes that symbols are given where they are made: `NameManager`, `Prefix`, `AttrScope`."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Self, cast

from dusk.graph.provenance import describe, here


class NameManager:
    """Names of symbols that were given none: a word and a count, `fullyconnected0`; a context manager.

    >>> from dusk.symbol import FullyConnected, NameManager, Variable
    >>> with NameManager():
    ...     FullyConnected(Variable("data"), num_hidden=3).name
    'fullyconnected0'
    """

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def get(self, name: str | None, hint: str) -> str:
        """The name asked for, or a new one that begins with `hint`."""
        if name:
            return name
        count = self._counts.get(hint, 0)
        self._counts[hint] = count + 1
        return f"{hint}{count}"

    def __enter__(self) -> Self:
        _local.names.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _local.names.pop()


class Prefix(NameManager):
    """Puts a prefix before all names, given ones too.

    >>> from dusk.symbol import FullyConnected, Prefix, Variable
    >>> with Prefix("left_"):
    ...     FullyConnected(Variable("data"), num_hidden=3, name="fc").list_arguments()
    ['data', 'left_fc_weight', 'left_fc_bias']
    """

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def get(self, name: str | None, hint: str) -> str:
        return self._prefix + super().get(name, hint)


class AttrScope:
    """Attributes (texts by name) of all symbols that are made within; those of inner scopes come on top.

    >>> from dusk.symbol import AttrScope, Variable
    >>> with AttrScope(ctx_group="dev1"):
    ...     Variable("x").attr("ctx_group")
    'dev1'
    """

    def __init__(self, **attributes: str) -> None:
        self._own = checked(attributes)

    def __enter__(self) -> Self:
        _local.attributes.append({**_local.attributes[-1], **self._own})
        return self

    def __exit__(self, *_: object) -> None:
        _local.attributes.pop()


class _Local(threading.local):
    def __init__(self) -> None:
        self.names: list[NameManager] = [NameManager()]
        self.attributes: list[dict[str, str]] = [{}]


_local = _Local()


def named(name: str | None, hint: str) -> str:
    """The name of a new symbol."""
    return _local.names[-1].get(name, hint)


def attributes(given: Mapping[str, str] | None) -> dict[str, str]:
    """The attributes of a new symbol: those of the scopes around it, and its own."""
    around = _local.attributes[-1]
    return {**around, **checked(given)} if given else dict(around)


def checked(given: Mapping[str, str]) -> dict[str, str]:
    """Attributes, which are texts (ValueError)."""
    for key, value in given.items():
        if not isinstance(cast("Any", value), str):
            raise ValueError(
                f"the attribute {key!r} is {value!r}, at {describe(here())}: attributes are texts, write {str(value)!r}"
            )
    return dict(given)
