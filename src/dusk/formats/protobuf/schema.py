"""Messages described by tables, and the records that they hold."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any, cast

import numpy as np

DEEPEST = 100  # messages within messages
SPARE = 1 << 26  # bytes that objects may take beyond twice the size of what is read
OF_RECORD, OF_VALUE = 256, 128  # about what one takes
VARINT, EIGHT, PREFIXED, OPEN, CLOSE, FOUR = range(6)

_DTYPES = {
    "int32": "<i4", "int64": "<i8", "uint32": "<u4", "uint64": "<u8", "sint32": "<i4", "sint64": "<i8", "bool": "?",
    "fixed32": "<u4", "fixed64": "<u8", "sfixed32": "<i4", "sfixed64": "<i8", "float": "<f4", "double": "<f8",
}  # fmt: skip
_FIXED = {
    "fixed32": struct.Struct("<I"), "fixed64": struct.Struct("<Q"), "sfixed32": struct.Struct("<i"),
    "sfixed64": struct.Struct("<q"), "float": struct.Struct("<f"), "double": struct.Struct("<d"),
}  # fmt: skip


class Field:
    """A field: its number, its name, and its type: a word of the format ("int32", "string"), an IntEnum or a Message.

    `array`: numbers are one NumPy array, not a list. `packed`: they are written as one block, as arrays are; read are
    both ways.
    """

    def __init__(
        self,
        number: int,
        name: str,
        type: str | type[IntEnum] | Message,
        *,
        repeated: bool = False,
        packed: bool = False,
        array: bool = False,
        default: Any = None,
    ) -> None:
        self.number, self.name, self.type = number, name, type
        self.repeated, self.packed, self.array = repeated or array, packed or array, array
        self.message = type if isinstance(type, Message) else None
        self.members = None if isinstance(type, str | Message) else type
        self.word = type if isinstance(type, str) else "message" if self.message else "enum"
        self.dtype = np.dtype(_DTYPES[self.word]) if self.word in _DTYPES else None
        self.fixed = _FIXED.get(self.word)
        self.wire = VARINT
        if self.word in ("string", "bytes", "message"):
            self.wire = PREFIXED
        elif self.fixed is not None:
            self.wire = FOUR if self.fixed.size == 4 else EIGHT
        self.default = default
        if default is None and self.message is None:
            self.default = next(iter(self.members)) if self.members else {"string": "", "bytes": b""}.get(self.word, 0)
            if self.dtype is not None:
                self.default = self.dtype.type(0).item()
        elif self.word == "float" and default is not None:
            self.default = rounded(default)

    def checked(self, value: Any) -> Any:
        """A value as the field holds it. TypeError, ValueError: it is none of the field's."""
        if self.array:
            return np.ascontiguousarray(value, self.dtype).reshape(-1)
        return [self.one(v) for v in value] if self.repeated else self.one(value)

    def one(self, value: Any) -> Any:
        """One value of the field's type."""
        if self.message is not None:
            if isinstance(value, Record) and value.message_ is self.message:
                return value
            raise TypeError(f"{self.name} is a record of {self.message.name}, not {type(value).__name__}")
        if self.members is not None:
            if isinstance(value, str):
                if value not in self.members.__members__:
                    raise ValueError(f"{self.name} is one of {', '.join(self.members.__members__)}, not {value}")
                return self.members[value]
            try:
                return self.members(value)
            except ValueError:  # of a later version of the schema
                return int(value)
        if self.word == "string":
            if not isinstance(value, str):
                raise TypeError(f"{self.name} is a string, not {type(value).__name__}")
            return value
        if self.word == "bytes":
            return cast(Any, value) if isinstance(value, memoryview) else bytes(value)
        if self.word in ("float", "double"):
            return rounded(float(value)) if self.word == "float" else float(value)
        if self.word == "bool":
            return bool(value)
        number = int(value)
        assert self.dtype is not None
        limits = np.iinfo(self.dtype)
        if number != value or not limits.min <= number <= limits.max:
            raise ValueError(f"{self.name} is of type {self.word}, which cannot be {value}")
        return number


def rounded(value: float) -> float:
    """The float32 nearest to a number, as a Python float."""
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def shortest(value: float) -> float:
    """The shortest decimal that is this number in float32: 1e-05, say, as it was written, not 9.999999747378752e-06."""
    return float(str(np.float32(value)))


class Message:
    """A kind of record: its name and its fields. Calling it makes a record: `POINT(x=1, y=2)`."""

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self.fields: list[Field] = []
        self.by_name: dict[str, Field] = {}
        self.by_number: dict[int, Field] = {}
        self.extend(*fields)
        self.empty = Record(self)
        object.__setattr__(self.empty, "line_", -1)

    def extend(self, *fields: Field) -> None:
        """Add fields: those, say, whose type is a message that is itself made of this one."""
        for field in fields:
            self.fields.append(field)
            self.by_name[field.name] = field
            self.by_number[field.number] = field

    def __call__(self, **values: Any) -> Record:
        return Record(self, values)

    def __repr__(self) -> str:
        return f"<message {self.name}>"


class Record:
    """What a message holds, by the names of its fields. Absent ones give their defaults; `has` tells them apart.

    >>> from dusk.formats.protobuf import decode, encode
    >>> POINT = Message("Point", Field(1, "x", "int32"), Field(2, "names", "string", repeated=True))
    >>> point = POINT(x=3)
    >>> point.x, point.has("names"), decode(POINT, encode(point)) == point
    (3, False, True)

    An absent record in a record is an empty one that cannot be written to: assign a new one instead.
    """

    __slots__ = ("line_", "lines_", "message_", "source_", "values_")

    message_: Message
    values_: dict[str, Any]
    source_: str
    line_: int  # 0: not known; -1: of a message's empty record
    lines_: dict[str, int] | None

    def __init__(self, message: Message, values: Mapping[str, Any] | None = None, source: str = "", line: int = 0):
        put = object.__setattr__
        put(self, "message_", message)
        put(self, "values_", {})
        put(self, "source_", source)
        put(self, "line_", line)
        put(self, "lines_", None)
        for name, value in (values or {}).items():
            setattr(self, name, value)

    def __getattr__(self, name: str) -> Any:
        field = self.message_.by_name.get(name)
        if field is None:
            raise AttributeError(f"{self.message_.name} has no field {name!r}")
        found = self.values_.get(name)
        if found is not None:
            return found
        if not field.repeated:
            return field.default if field.message is None else field.message.empty
        if field.array:
            return np.empty(0, field.dtype)
        return [] if self.line_ < 0 else self.values_.setdefault(name, [])

    def __setattr__(self, name: str, value: Any) -> None:
        field = self.message_.by_name.get(name)
        if field is None:
            raise AttributeError(f"{self.message_.name} has no field {name!r}")
        if self.line_ < 0:
            raise TypeError(f"this record of {self.message_.name} is absent: assign a record to its place first")
        self.values_[name] = field.checked(value)

    def __delattr__(self, name: str) -> None:
        self.values_.pop(name, None)

    def has(self, name: str) -> bool:
        """Whether a field is there: was set, or has elements."""
        field = self.message_.by_name[name]
        found = self.values_.get(name)
        return found is not None and (not field.repeated or len(found) > 0)

    def present(self) -> Iterator[tuple[Field, Any]]:
        """The fields that are there, with what they hold, in the order of the schema."""
        for field in self.message_.fields:
            if self.has(field.name):
                yield field, self.values_[field.name]

    def where(self, name: str = "") -> str:
        """The file and line of the record, or of one of its fields, for errors."""
        line = (self.lines_ or {}).get(name, self.line_)
        return f"{self.source_}:{line}" if line > 0 else self.source_ or f"this record of {self.message_.name}"

    def copy(self) -> Record:
        """A record of the same, down to its records; numbers and bytes are shared."""
        made = Record(self.message_, source=self.source_, line=max(self.line_, 0))
        object.__setattr__(made, "lines_", self.lines_)
        for field, value in self.present():
            if field.message is not None:
                value = [v.copy() for v in value] if field.repeated else value.copy()
            made.values_[field.name] = list(value) if field.repeated and not field.array else value
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or other.message_ is not self.message_:
            return NotImplemented
        mine, theirs = ([(f.name, _plain(f, v)) for f, v in r.present()] for r in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{field.name}={value!r}" for field, value in self.present())
        return f"{self.message_.name}({inside})"


def _plain(field: Field, value: Any) -> Any:
    """A value as what `==` says the truth of: arrays by their bytes, floats by their bits but for the sign of NaN."""
    if field.array:
        return value.tobytes()
    if field.word in ("float", "double"):
        return [repr(v) for v in value] if field.repeated else repr(value)
    return value
