"""How settings of a Caffe layer become those of a layer of symbols, and the other way round: one object for a setting.

`read` takes a record of settings and gives parameters, `write` takes parameters and gives fields; either gives None
where the layer is not meant, as another row of the table is for it. `fields` and `params` are what an object accounts
for: what none accounts for must not be there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

from dusk.formats.protobuf import Record
from dusk.formats.protobuf.schema import shortest

Given = Mapping[str, Any]


class Translation(Protocol):
    """One setting, or several that belong together."""

    @property
    def fields(self) -> Sequence[str]: ...
    @property
    def params(self) -> Sequence[str]: ...
    def read(self, record: Record) -> dict[str, Any] | None: ...
    def write(self, params: Given) -> dict[str, Any] | None: ...


_MOST_AXES = 32  # of a blob


@dataclass(frozen=True)
class Same:
    """A setting of the same meaning; `old` is what an axis was called before."""

    field: str
    param: str = ""
    old: str = ""

    @property
    def name(self) -> str:
        return self.param or self.field

    @property
    def fields(self) -> Sequence[str]:
        return (self.field, self.old) if self.old else (self.field,)

    @property
    def params(self) -> Sequence[str]:
        return (self.name,)

    def read(self, record: Record) -> dict[str, Any] | None:
        name = self.old if self.old and record.has(self.old) and not record.has(self.field) else self.field
        value = getattr(record, name)
        if name == self.old and value >= _MOST_AXES:
            return None
        return {self.name: shortest(value) if isinstance(value, float) else value}

    def write(self, params: Given) -> dict[str, Any] | None:
        return {self.field: params[self.name]}


class Flip(Same):
    """A flag that means the opposite."""

    def read(self, record: Record) -> dict[str, Any] | None:
        return {self.name: not getattr(record, self.field)}

    def write(self, params: Given) -> dict[str, Any] | None:
        return {self.field: not params[self.name]}


class Maybe(Same):
    """A setting that may be absent, which is None."""

    def read(self, record: Record) -> dict[str, Any] | None:
        return {self.name: getattr(record, self.field) if record.has(self.field) else None}

    def write(self, params: Given) -> dict[str, Any] | None:
        return {} if params[self.name] is None else {self.field: params[self.name]}


class Word(Same):
    """A member of an enumeration, by its name."""

    def read(self, record: Record) -> dict[str, Any] | None:
        value = getattr(record, self.field)
        return {self.name: value.name if isinstance(value, IntEnum) else str(value)}


class Numbers(Same):
    """Numbers as a text, parted by spaces."""

    def read(self, record: Record) -> dict[str, Any] | None:
        found = [shortest(v) for v in getattr(record, self.field)]
        return {self.name: " ".join(f"{v:g}" if float(f"{v:g}") == v else repr(v) for v in found)}

    def write(self, params: Given) -> dict[str, Any] | None:
        return {self.field: [float(word) for word in params[self.name].split()]}


class Shape(Same):
    """The sizes of a shape."""

    def read(self, record: Record) -> dict[str, Any] | None:
        return {self.name: tuple(getattr(record, self.field).dim)}

    def write(self, params: Given) -> dict[str, Any] | None:
        from_schema = {"dim": list(params[self.name])}
        return {self.field: from_schema}


@dataclass(frozen=True)
class Only:
    """Fields and parameters that are to have these values, else another row is meant."""

    where: Given
    gives: Given

    @property
    def fields(self) -> Sequence[str]:
        return tuple(self.where)

    @property
    def params(self) -> Sequence[str]:
        return tuple(self.gives)

    def read(self, record: Record) -> dict[str, Any] | None:
        fits = all(_plain(getattr(record, name)) == value for name, value in self.where.items())
        return dict(self.gives) if fits else None

    def write(self, params: Given) -> dict[str, Any] | None:
        return dict(self.where) if all(params[name] == value for name, value in self.gives.items()) else None


def _plain(value: Any) -> Any:
    return value.name if isinstance(value, IntEnum) else value


@dataclass(frozen=True)
class Choice:
    """A member of an enumeration that has another name as a parameter."""

    field: str
    param: str
    names: Given

    @property
    def fields(self) -> Sequence[str]:
        return (self.field,)

    @property
    def params(self) -> Sequence[str]:
        return (self.param,)

    def read(self, record: Record) -> dict[str, Any] | None:
        name = _plain(getattr(record, self.field))
        return {self.param: self.names[name]} if name in self.names else None

    def write(self, params: Given) -> dict[str, Any] | None:
        found = [name for name, value in self.names.items() if value == params[self.param]]
        return {self.field: found[0]} if found else None


@dataclass(frozen=True)
class Spatial:
    """Sizes of a window: one for all axes, one for each, or height and width by themselves; () if none is given.

    One size stands for as many axes as the window has sizes, or for two, those of images: a file does not say how many
    there are.
    """

    field: str
    param: str
    single: bool = False  # the field is one number, not several

    @property
    def _stem(self) -> str:
        return self.field.removesuffix("_size")

    @property
    def fields(self) -> Sequence[str]:
        return (self.field, f"{self._stem}_h", f"{self._stem}_w") if self.field != "dilation" else (self.field,)

    @property
    def params(self) -> Sequence[str]:
        return (self.param,)

    def read(self, record: Record) -> dict[str, Any] | None:
        if any(record.has(name) for name in self.fields[1:]):
            usual = 1 if self.field == "stride" else 0
            return {self.param: tuple(getattr(record, n) if record.has(n) else usual for n in self.fields[1:])}
        if not record.has(self.field):
            return {self.param: ()}
        if self.single:
            return {self.param: (getattr(record, self.field),) * 2}
        sizes, window = tuple(getattr(record, self.field)), len(record.kernel_size)
        return {self.param: sizes * (window if window > 1 else 2) if len(sizes) == 1 else sizes}

    def write(self, params: Given) -> dict[str, Any] | None:
        sizes = tuple(params[self.param])
        if len(sizes) == 2 and len(set(sizes)) == 1:
            return {self.field: sizes[0] if self.single else [sizes[0]]}
        if len(sizes) == 2 and len(self.fields) == 3:
            return {f"{self._stem}_h": sizes[0], f"{self._stem}_w": sizes[1]}
        if self.single and sizes:
            return None
        return {self.field: list(sizes)} if sizes else {}


@dataclass(frozen=True)
class Padded:
    """Pooling with padding whose windows are apart: Caffe leaves those out that only begin in it."""

    fields: Sequence[str] = ()
    params: Sequence[str] = ()

    def read(self, record: Record) -> dict[str, Any] | None:
        pads = [record.pad, record.pad_h, record.pad_w]
        strides = [record.stride, record.stride_h or 1, record.stride_w or 1]
        return None if any(pads) and max(strides) > 1 else {}

    def write(self, params: Given) -> dict[str, Any] | None:
        return None if any(params["pad"]) and max(params["stride"] or (1,)) > 1 else {}
