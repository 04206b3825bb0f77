"""Text as numbers: characters or words of a vocabulary, in windows for language models."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

__all__ = ["Vocabulary", "Windows", "words"]

_WORD = re.compile(r"\w+|[^\w\s]")


def words(text: str) -> list[str]:
    """The words and signs of a text.

    >>> words("It's late.")
    ['It', "'", 's', 'late', '.']
    """
    return _WORD.findall(text)


class Vocabulary:
    """The tokens of a text (a string: its characters; or a list, say of `words`), numbered by how frequent they are.

    `size` keeps the most frequent only; all others are `unknown`, which is then number 0. Equally frequent ones are in
    the order of their strings.

    >>> letters = Vocabulary("banana")
    >>> letters.encode("nab"), letters.decode([1, 0, 2])
    (array([1, 0, 2], dtype=int32), ['n', 'a', 'b'])
    """

    def __init__(self, tokens: Iterable[str], size: int | None = None, unknown: str | None = None) -> None:
        if size is not None and unknown is None:
            unknown = "<unk>"
        counts = Counter(tokens)
        ranked = sorted((t for t in counts if t != unknown), key=lambda t: (-counts[t], t))
        first = [] if unknown is None else [unknown]
        self.tokens: tuple[str, ...] = tuple([*first, *ranked][:size])
        self.unknown = unknown
        self.numbers = {token: number for number, token in enumerate(self.tokens)}

    def __len__(self) -> int:
        return len(self.tokens)

    def encode(self, tokens: Iterable[str]) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The numbers of tokens, int32. ValueError: one is not in the vocabulary, which has no `unknown`."""
        if self.unknown is not None:
            return np.array([self.numbers.get(token, 0) for token in tokens], np.int32)
        try:
            return np.array([self.numbers[token] for token in tokens], np.int32)
        except KeyError as error:
            raise ValueError(
                f"{error.args[0]!r} is not in the vocabulary; with unknown='<unk>' it would be that"
            ) from None

    def decode(self, numbers: Any) -> list[str]:
        """The tokens of numbers."""
        return [self.tokens[int(n)] for n in np.asarray(numbers).ravel()]


class Windows:
    """Windows of `length` tokens and the same moved on by one: (x, y), what a language model reads and is to say.

    A window begins every `step` tokens (by default one after the other). A source for `Loader`.
    ValueError: there is not even one window.

    >>> x, y = Windows(np.arange(10), 3)[1]
    >>> x, y
    (array([3, 4, 5]), array([4, 5, 6]))
    """

    def __init__(self, tokens: Sequence[int] | np.ndarray[Any, Any], length: int, step: int | None = None) -> None:
        self.tokens, self.length, self.step = np.asarray(tokens), length, step or length
        if self.tokens.ndim != 1 or len(self.tokens) <= length or length < 1:
            raise ValueError(
                f"windows of {length} + 1 tokens are taken from a longer row, not from {self.tokens.shape}"
            )

    def __len__(self) -> int:
        return (len(self.tokens) - 1 - self.length) // self.step + 1

    def __getitem__(self, i: int) -> tuple[Any, Any]:
        if not 0 <= i < len(self):
            raise IndexError(f"window {i} of {len(self)}")
        window = self.tokens[i * self.step : i * self.step + self.length + 1]
        return window[:-1], window[1:]

    def gather(self, indices: Any) -> tuple[Any, Any]:
        """The batch of these windows: two arrays `[batch, length]`."""
        places = np.asarray(indices)[:, None] * self.step + np.arange(self.length + 1)
        taken = self.tokens[places]
        return taken[:, :-1], taken[:, 1:]
