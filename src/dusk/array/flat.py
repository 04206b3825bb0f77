"""`x.flat`: the elements of an array in C order, one after the other or by index; writes reach the array."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.record.follower import Iterator


class flatiter(Iterator):  # noqa: N801 - NumPy's name
    """An iterator over the elements of `base` that can be indexed; what an index gives is a copy."""

    __slots__ = ()

    def __init__(self, base: Any) -> None:
        self.base = base
        self.start(base.reshape(-1))

    def __len__(self) -> int:
        return self.base.size

    @property
    def coords(self) -> tuple[int, ...]:
        """The index, in the array, of the element that comes next."""
        return tuple(int(i) for i in np.unravel_index(self.index, self.base.shape))

    def copy(self) -> Any:
        """The elements as a new array of one dimension."""
        return self.base.flatten()

    def __getitem__(self, key: Any) -> Any:
        found = self.base.reshape(-1)[key]
        return found.copy() if np.ndim(found) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        elements = self.base.reshape(-1)
        shape = np.shape(elements[key])
        fits = not np.ndim(value) or np.shape(value) == shape
        elements[key] = value if fits else np.resize(value, shape)  # too few are repeated, too many dropped
        if elements.owner is None:  # a copy: these elements do not lie in a row
            self.base[...] = elements.reshape(self.base.shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.array(self.copy(), dtype)


__all__ = ["flatiter"]
