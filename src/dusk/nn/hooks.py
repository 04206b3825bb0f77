"""Hooks: functions that see what every layer computes."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

Hook = Callable[[Any, tuple[Any, ...], Any], Any]
_hooks: ContextVar[tuple[Hook, ...]] = ContextVar("hooks", default=())


@contextmanager
def hooked(*hooks: Hook) -> Generator[None]:
    """A context in which functions are called after each call of a module, as `hook(module, inputs, output)`.

    What a hook gives, unless None, takes the output's place: to look at values, to change them, to cut gradients.
    Innermost modules come first. While a compiled function is traced, hooks see placeholders.

    >>> import dusk, dusk.numpy as np
    >>> from dusk import nn
    >>> with nn.hooked(lambda module, inputs, output: print(type(module).__name__, output.shape)):
    ...     y = nn.Sequential(nn.Linear(3), nn.Dropout(0.5))(np.zeros((2, 4)))
    Linear (2, 3)
    Dropout (2, 3)
    Sequential (2, 3)
    """
    token = _hooks.set((*_hooks.get(), *hooks))
    try:
        yield
    finally:
        _hooks.reset(token)


installed: Callable[[], tuple[Hook, ...]] = _hooks.get
"""The hooks in force here."""


def seen(hooks: tuple[Hook, ...], module: Any, inputs: tuple[Any, ...], output: Any) -> Any:
    """An output of a module, as hooks leave it."""
    for hook in hooks:
        found = hook(module, inputs, output)
        output = output if found is None else found
    return output
