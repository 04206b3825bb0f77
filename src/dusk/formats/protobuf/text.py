"""The text format: `name: value` and `name { ... }`, with lines kept for errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np

from dusk.errors import FormatError
from dusk.formats.protobuf.schema import DEEPEST, OF_RECORD, OF_VALUE, SPARE, Field, Message, Record, rounded

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\f\v]+|\#[^\n]*)
    | (?P<line>\n)
    | (?P<string>"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')
    | (?P<number>(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fF]?)(?![\w.]))
    | (?P<word>[A-Za-z_]\w*)
    | (?P<sign>[{}<>\[\]:;,-])""",
    re.VERBOSE | re.ASCII,
)
_ESCAPE = re.compile(rb"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_BACK = {value[0]: "\\" + key.decode() for key, value in _LETTERS.items()} | {34: '\\"', 92: "\\\\"}
_TRUTHS = {"true": True, "True": True, "t": True, "1": True, "false": False, "False": False, "f": False, "0": False}
_ENDS = {"{": "}", "<": ">"}


def parse_text(message: Message, text: str, name: str = "text") -> Record:
    """The record that a text describes; `where` of it, and of each record in it, names the file and the line.

    FormatError: the text is no such record; with the file and the line, and what is due there.
    """
    parser = _Parser(text, name)
    record = Record(message, source=name, line=1)
    parser.fields(record, "", 0)
    return record


class _Parser:
    """Goes through the tokens of a text; `kind` and `word` are the one at hand."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.at, self.line = 0, 1
        self.left = 2 * len(text) + SPARE
        self.kind = self.word = ""
        self.advance()

    def fail(self, what: str) -> NoReturn:
        raise FormatError(f"{self.name}:{self.line}: {what}")

    def met(self) -> str:
        """The token at hand, for errors."""
        return "the end of the file" if self.kind == "end" else repr(self.word[:40])

    def take(self, nbytes: int) -> None:
        """Count what a value takes."""
        self.left -= nbytes
        if self.left < 0:
            self.fail(f"more values than a text of {len(self.text)} characters may have")

    def advance(self) -> str:
        """The token at hand; the next one takes its place."""
        before = self.word
        while self.at < len(self.text):
            found = _TOKEN.match(self.text, self.at)
            if found is None:
                self.fail(f"{self.text[self.at : self.at + 40].splitlines()[0]!r} is no word, number or string")
            self.at = found.end()
            kind = found.lastgroup or ""
            if kind == "line":
                self.line += 1
            elif kind != "space":
                self.kind, self.word = kind, found.group()
                return before
        self.kind, self.word = "end", ""
        return before

    def accept(self, sign: str) -> bool:
        """Whether a sign is at hand; it is gone by then."""
        if self.kind == "sign" and self.word == sign:
            self.advance()
            return True
        return False

    def fields(self, record: Record, end: str, depth: int) -> None:
        """The fields of a record, up to its end."""
        if depth > DEEPEST:
            self.fail(f"records nested more than {DEEPEST} deep")
        lines: dict[str, int] = {}
        object.__setattr__(record, "lines_", lines)
        while not (self.kind == "end" and not end) and not (end and self.accept(end)):
            if self.kind != "word":
                due = "the name of a field" + (f" or {end!r}" if end else "")
                self.fail(f"{self.met()} where {due} is due, in {record.message_.name} of line {record.line_}")
            field = record.message_.by_name.get(self.word)
            if field is None:
                self.fail(f"{record.message_.name} has no field {self.word!r}" + _near(self.word, record.message_))
            if field.name in lines and not field.repeated:
                self.fail(f"{field.name} is given again: it is given at line {lines[field.name]}, and only once")
            lines.setdefault(field.name, self.line)
            self.advance()
            self.field(record, field, depth)
            if not self.accept(","):
                self.accept(";")
        for name, value in record.values_.items():
            field = record.message_.by_name[name]
            if field.array:
                record.values_[name] = np.array(value, field.dtype)

    def field(self, record: Record, field: Field, depth: int) -> None:
        """What follows a field's name."""
        colon = self.accept(":")
        if field.message is None and not colon:
            self.fail(f"{self.met()} where ':' and a value of {field.name} are due")
        values: list[Any] = []
        if self.accept("["):
            if not field.repeated:
                self.fail(f"a list of {field.name}, of which there is one")
            while not (not values and self.accept("]")):
                values.append(self.value(field, depth))
                if self.accept("]"):
                    break
                if not self.accept(","):
                    self.fail(f"{self.met()} where ',' or ']' is due, in a list of {field.name}")
        else:
            values.append(self.value(field, depth))
        if field.repeated:
            record.values_.setdefault(field.name, []).extend(values)
        else:
            record.values_[field.name] = values[0]

    def value(self, field: Field, depth: int) -> Any:
        """One value of a field."""
        if field.message is not None:
            self.take(OF_RECORD)
            made = Record(field.message, source=self.name, line=self.line)
            end = _ENDS.get(self.word) if self.kind == "sign" else None
            if end is None:
                self.fail(f"{self.met()} where '{{' and the fields of {field.name} are due")
            self.advance()
            self.fields(made, end, depth + 1)
            return made
        self.take(OF_VALUE)
        if field.word in ("string", "bytes"):
            return self.string(field)
        negative = self.accept("-")
        kind, word = self.kind, self.word
        if kind not in ("number", "word"):
            self.fail(f"{self.met()} where a value of {field.name} is due, of type {field.word}")
        try:
            found = _scalar(field, kind, word, negative)
        except (ValueError, KeyError) as error:
            reason = str(error) if field.members else f"{'-' * negative}{word[:40]} is no {field.word}"
            self.fail(f"{field.name}: {reason}")
        self.advance()
        return found

    def string(self, field: Field) -> Any:
        """Strings one after the other, as one."""
        if self.kind != "string":
            self.fail(f"{self.met()} where a string is due, for {field.name}")
        pieces: list[bytes] = []
        while self.kind == "string":
            pieces.append(_ESCAPE.sub(self.escape, self.word[1:-1].encode("utf-8", "surrogatepass")))
            self.advance()
        found = b"".join(pieces)
        if field.word == "bytes":
            return found
        try:
            return found.decode()
        except UnicodeDecodeError:
            self.fail(f"{field.name} is not text in UTF-8")

    def escape(self, found: re.Match[bytes]) -> bytes:
        """What an escape stands for."""
        byte, octal, short, long, letter = found.groups()
        if letter is not None:
            if letter not in _LETTERS and letter not in b"\\'\"?":
                self.fail(f"the escape \\{letter.decode('latin-1')} is not known")
            return _LETTERS.get(letter, letter)
        if short is not None or long is not None:
            number = int(short or long, 16)
            if number > 0x10FFFF or 0xD800 <= number < 0xE000:
                self.fail(f"the escape {found.group().decode()} is no character")
            return chr(number).encode()
        return bytes([int(byte, 16) if byte is not None else int(octal, 8) & 0xFF])


def _near(word: str, message: Message) -> str:
    """What may have been meant."""
    flat = word.replace("_", "").lower()
    found = [name for name in message.by_name if name.replace("_", "").lower() == flat]
    return f"; {found[0]!r} may be meant" if found else ""


def _scalar(field: Field, kind: str, word: str, negative: bool) -> Any:
    """A number, a truth or a member of an enumeration. ValueError, KeyError: it is none."""
    if field.word in ("float", "double"):
        if kind == "word" and word.lower() not in ("inf", "infinity", "nan"):
            raise ValueError(word)
        found = float(word.rstrip("fF") if kind == "number" else word)
        found = -found if negative else found
        return rounded(found) if field.word == "float" else found
    if field.word == "bool":
        if negative:
            raise ValueError(word)
        return _TRUTHS[word]
    if kind == "word":
        if field.members is None or negative:
            raise ValueError(f"{field.name} cannot be {word}")
        return field.one(word)
    number = int(word, 16 if word[:2].lower() == "0x" else 8 if word[0] == "0" and len(word) > 1 else 10)
    return field.one(-number if negative else number)


def print_text(record: Record) -> str:
    """The text of a record: a field a line, in the order of the schema, so that two of them can be compared.

    >>> from dusk.formats.protobuf import Field, Message
    >>> SIDE = Message("Side", Field(1, "length", "float"))
    >>> BOX = Message("Box", Field(1, "name", "string"), Field(2, "side", SIDE, repeated=True))
    >>> print(print_text(BOX(name="a", side=[SIDE(length=0.1), SIDE()])), end="")
    name: "a"
    side {
      length: 0.1
    }
    side {
    }
    """
    return "".join(_lines(record, 0))


def _lines(record: Record, depth: int) -> Iterator[str]:
    if depth > DEEPEST:
        raise ValueError(f"records nested more than {DEEPEST} deep are not written")
    space = "  " * depth
    for field, found in record.present():
        values = found.tolist() if field.array else found if field.repeated else (found,)
        for value in values:
            if field.message is not None:
                yield f"{space}{field.name} {{\n"
                yield from _lines(value, depth + 1)
                yield f"{space}}}\n"
            else:
                yield f"{space}{field.name}: {_printed(field, value)}\n"


def _printed(field: Field, value: Any) -> str:
    """One value as text."""
    match field.word:
        case "string":
            return '"' + "".join(_character(ord(c)) if ord(c) < 128 else c for c in value) + '"'
        case "bytes":
            return '"' + "".join(map(_character, bytes(value))) + '"'
        case "float":
            return str(np.float32(value)).removesuffix(".0")
        case "double":
            return repr(float(value)).removesuffix(".0")
        case "bool":
            return "true" if value else "false"
        case "enum":
            return getattr(value, "name", str(int(value)))
        case _:
            return str(value)


def _character(code: int) -> str:
    return _BACK.get(code) or (chr(code) if 32 <= code < 127 else f"\\{code:03o}")
