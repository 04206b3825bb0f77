"""A function that counts its runs: how tests see when one is traced."""

from typing import Any


class Counted:
    """A function that counts how often Python runs it."""

    def __init__(self, function: Any) -> None:
        self.function, self.runs = function, 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.runs += 1
        return self.function(*args, **kwargs)
