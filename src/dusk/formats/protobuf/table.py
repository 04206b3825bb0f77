"""Messages from a table of them, as the schemas of formats are written."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from dusk.formats.protobuf.schema import Field, Message


def messages(table: str, enums: Iterable[type[IntEnum]] = ()) -> dict[str, Message]:
    """The messages of a table, by name; they may be made of each other, and of the enumerations.

    A message is its name, a colon and its fields with commas between them; lines that go on with it are indented. A
    field is `name number type default`, of which the default may be left out; `[]` after the type: many, `[]packed`:
    many, written as one block, `*`: many numbers in one array, written as one block.

    >>> made = messages('''
    ... Point: x 1 int32, y 2 int32 7
    ... Line:
    ...   name 1 string line, points 2 Point[], weights 3 float*
    ... ''')
    >>> line = made["Line"](points=[made["Point"](x=1)])
    >>> line.name, line.points[0].y, line.weights.dtype.name
    ('line', 7, 'float32')
    """
    rows: list[tuple[Message, str]] = []
    for line in table.strip().splitlines():
        name, _, fields = line.rpartition(":")
        rows.append((rows[-1][0] if line.startswith(" ") else Message(name), fields))
    made = {message.name: message for message, _ in rows}
    types: dict[str, Any] = made | {kind.__name__: kind for kind in enums}
    for message, fields in rows:
        for entry in filter(None, map(str.strip, fields.split(","))):
            name, number, word, *given = entry.split()
            bare = word.removesuffix("packed").rstrip("[]*")
            kind = types.get(bare, bare)
            message.extend(
                Field(
                    int(number),
                    name,
                    kind,
                    repeated="[]" in word,
                    packed=word.endswith("packed"),
                    array=word.endswith("*"),
                    default=_default(kind, given[0]) if given else None,
                )
            )
    return made


def _default(kind: Any, word: str) -> Any:
    """A default of the table."""
    if not isinstance(kind, str):
        return kind[word]
    readers: dict[str, Any] = {"string": str, "bool": "true".__eq__, "float": float}
    return readers.get(kind, int)(word)
