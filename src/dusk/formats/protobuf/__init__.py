"""Protocol buffers without their package: messages described by tables, in the wire format and in the text format."""

from dusk.formats.protobuf.reading import decode
from dusk.formats.protobuf.schema import Field, Message, Record
from dusk.formats.protobuf.table import messages
from dusk.formats.protobuf.text import parse_text, print_text
from dusk.formats.protobuf.writing import encode, parts

__all__ = ["Field", "Message", "Record", "decode", "encode", "messages", "parse_text", "parts", "print_text"]
