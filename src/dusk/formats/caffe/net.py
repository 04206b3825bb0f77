"""Nets of Caffe: their texts, and what a net is in one phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dusk import files
from dusk.errors import FormatError
from dusk.formats.caffe.schema import NET, Phase
from dusk.formats.protobuf import Record, parse_text
from dusk.symbol.expression import Group, Symbol

Shape = tuple[int | None, ...]
_MOST_BYTES = 1 << 26


@dataclass
class Parameter:
    """A parameter of a net: the variable that it is, the first layer that has it, how it begins and how it learns."""

    name: str
    layer: str
    filler: Record
    lr_mult: float = 1.0
    decay_mult: float = 1.0
    state: bool = False
    shape: Shape | None = None


@dataclass
class Net:
    """A net in one phase: `symbol` has its outputs, `tops` all blobs by name, `inputs` the shapes of what it is fed.

    `losses` are outputs with the weights by which their sum is the objective; `blobs` says for each layer which
    variables its parameters are, in the order of Caffe's files.
    """

    name: str
    phase: Phase
    layers: list[Record]
    symbol: Group = field(default_factory=lambda: Group([]))
    tops: dict[str, Symbol] = field(default_factory=dict[str, Symbol])
    inputs: dict[str, Shape | None] = field(default_factory=dict[str, "Shape | None"])
    parameters: dict[str, Parameter] = field(default_factory=dict[str, Parameter])
    blobs: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    losses: list[tuple[str, Symbol, float]] = field(default_factory=list[tuple[str, Symbol, float]])
    sources: list[Record] = field(default_factory=list[Record])

    def outputs(self) -> list[str]:
        """The names of the blobs that `symbol` gives, in its order."""
        by_symbol = {id(symbol): top for top, symbol in [*self.tops.items(), *((t, s) for t, s, _ in self.losses)]}
        return [by_symbol[id(symbol)] for symbol in self.symbol]

    def shapes(self, **given: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """The shapes of all blobs and parameters, for shapes of inputs; those not given are as the file has them.

        FormatError: shapes do not fit, with the lines of both, or do not follow.
        """
        known = {name: shape for name, shape in self.inputs.items() if shape is not None and None not in shape}
        known |= {p.name: p.shape for p in self.parameters.values() if p.shape is not None}
        known |= {name: tuple(shape) for name, shape in given.items()}
        everything = Group(list(self.tops.values()))
        try:
            arguments, outputs, states = everything.infer_shape_partial(**known)
        except (ValueError, TypeError, LookupError, ArithmeticError) as error:
            raise FormatError(f"net {self.name!r}: {error}") from error
        assert arguments is not None and outputs is not None and states is not None
        found = dict(zip(everything.list_arguments(), arguments, strict=True))
        found |= dict(zip(everything.list_auxiliary_states(), states, strict=True))
        found |= dict(zip(self.tops, outputs, strict=True))
        unknown = [n for n, shape in found.items() if 0 in shape or (shape == () and n in self.inputs)]
        if unknown:
            fed = ", ".join(name for name in self.inputs if name not in known) or "inputs"
            raise FormatError(
                f"net {self.name!r}: shapes of {', '.join(unknown[:5])} do not follow: give those of {fed}"
            )
        return found


def parse(text: str, name: str = "net.prototxt") -> Record:
    """The record of a net's text."""
    return parse_text(NET, text, name)


def read_text(path: Any) -> str:
    """The text of a file (FormatError: it is none, or too large)."""
    return files.read_text(path, _MOST_BYTES, "such a text")
