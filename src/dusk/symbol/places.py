"""Where symbols are computed: on the device of their group, by the attribute `ctx_group`, else on that of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from dusk.devices import DEFAULT_NAME, as_device, in_force
from dusk.graph import TensorType
from dusk.graph.provenance import describe, here
from dusk.symbol.expression import Symbol, topological


class Places(NamedTuple):
    """The device (by name) of what is in no group, and those of groups."""

    rest: str
    groups: Mapping[str, str]

    def of(self, symbol: Symbol) -> str:
        """The device of a symbol; groups that nobody has placed are with the rest."""
        return self.groups.get(symbol.attr("ctx_group") or "", self.rest)

    def elsewhere(self) -> bool:
        """Whether anything is not on the first device."""
        return any(device != DEFAULT_NAME for device in (self.rest, *self.groups.values()))

    def variables(self, outputs: Sequence[Symbol]) -> dict[str, str]:
        """The devices of variables, by name: of their own group, or else of what reads them first."""
        found: dict[str, str] = {}
        for symbol in topological(outputs):
            for read in symbol.inputs:
                if read.kind == "variable" and read.name not in found:
                    found[read.name] = self.of(read if read.attr("ctx_group") in self.groups else symbol)
        for symbol in outputs:
            found.setdefault(symbol.name, self.of(symbol))
        return found

    def typed(self, outputs: Sequence[Symbol], types: Mapping[str, TensorType]) -> dict[str, TensorType]:
        """Types of variables, where these are to lie."""
        devices = self.variables(outputs)
        return {name: kind.on(devices.get(name, self.rest)) for name, kind in types.items()}


def places_of(ctx: Any, group2ctx: Mapping[str, Any] | None) -> Places:
    """What `ctx` and `group2ctx` of a binding say (TypeError, ValueError: they name no devices)."""
    rest = _only(ctx)
    groups = {group: as_device(_only(device)).name for group, device in (group2ctx or {}).items()}
    return Places(in_force() if rest is None else as_device(rest).name, groups)


def _only(given: Any) -> Any:
    """The one device in a list, or what is no list."""
    if not isinstance(given, list | tuple):
        return given
    several = [*cast("Iterable[Any]", given)]
    if len(several) == 1:
        return several[0]
    raise ValueError(
        f"an executor is on one device, and others by groups, at {describe(here())}, not on {several}: write one of "
        "them, or group2ctx={group: device}"
    )
