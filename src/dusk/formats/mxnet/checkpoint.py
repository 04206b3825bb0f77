"""MXNet's checkpoints: a symbol in `prefix-symbol.json`, its parameters in `prefix-0003.params`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dusk.files import read_text, write_atomically
from dusk.formats.mxnet.params import Array, load_parameters, save_parameters
from dusk.formats.mxnet.symbol_json import MOST_BYTES, Dialect, dumps, loads
from dusk.symbol.expression import Group, Symbol
from dusk.symbol.outputs import Outputs


def load_symbol(path: Any) -> Symbol | Group:
    """The symbol in a file of MXNet's JSON. FormatError: it is damaged, or holds what is not known here."""
    return loads(read_text(path, MOST_BYTES, "MXNet's JSON"), str(path))


def save_symbol(path: Any, symbol: Outputs, dialect: Dialect = "1.x") -> None:
    """Write a symbol as MXNet's JSON, whole or not at all. ValueError: MXNet has no op for what it holds."""
    write_atomically(path, [dumps(symbol, dialect).encode()])


def load_checkpoint(prefix: Any, epoch: int) -> tuple[Symbol | Group, dict[str, Array], dict[str, Array]]:
    """The symbol, the arguments and the auxiliary states of a checkpoint. FormatError: one of its files is damaged."""
    return load_symbol(f"{prefix}-symbol.json"), *load_parameters(f"{prefix}-{epoch:04d}.params")


def save_checkpoint(
    prefix: Any,
    epoch: int,
    symbol: Outputs | None,
    arg_params: Mapping[str, Any],
    aux_params: Mapping[str, Any],
    dialect: Dialect = "1.x",
) -> None:
    """Write a checkpoint; without a symbol its parameters alone."""
    if symbol is not None:
        save_symbol(f"{prefix}-symbol.json", symbol, dialect)
    save_parameters(f"{prefix}-{epoch:04d}.params", arg_params, aux_params)
