"""A schema with a field of every kind, the same for Google's package, and random records of it."""

import random
from enum import IntEnum
from typing import Any

from dusk.formats.protobuf import Field, Message, Record

Colour = IntEnum("Colour", {"RED": 0, "GREEN": 1, "BLUE": 5, "BELOW": -3})
INTEGERS = {
    "int32": 32, "int64": 64, "uint32": 32, "uint64": 64, "sint32": 32, "sint64": 64, "fixed32": 32, "fixed64": 64,
    "sfixed32": 32, "sfixed64": 64,
}  # fmt: skip
WORDS = [*INTEGERS, "bool", "float", "double", "string", "bytes"]


def _fields() -> list[Field]:
    made = [Field(1, "one_colour", Colour, default=Colour.GREEN), Field(2, "colours", Colour, repeated=True)]
    for place, word in enumerate(WORDS, 1):
        made.append(Field(10 * place, f"one_{word}", word))
        made.append(Field(10 * place + 1, f"some_{word}", word, repeated=True))
        if word not in ("string", "bytes"):
            made.append(Field(10 * place + 2, f"packed_{word}", word, repeated=True, packed=True))
        if word not in ("string", "bytes", "bool"):
            made.append(Field(10 * place + 3, f"array_{word}", word, array=True))
    return made


ALL = Message("All", *_fields())
ALL.extend(Field(3, "inner", ALL), Field(2000, "inners", ALL, repeated=True))


def google_class(message: Message, package: str = "dusk_test") -> Any:
    """The class that Google's package makes of a schema of ours."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    types: Any = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name=f"{package}.proto", package=package, syntax="proto2")
    met: dict[str, Message] = {}

    def add(one: Message) -> None:
        if one.name in met:
            return
        met[one.name] = one
        made = file.message_type.add(name=one.name)
        for field in one.fields:
            label = types.LABEL_REPEATED if field.repeated else types.LABEL_OPTIONAL
            entry = made.field.add(name=field.name, number=field.number, label=label)
            entry.type = getattr(types, f"TYPE_{field.word.upper()}")
            if field.message is not None:
                entry.type_name = f".{package}.{field.message.name}"
                add(field.message)
            elif field.members is not None:
                name = f"{one.name}_{field.name}_enum"
                entry.type_name = f".{package}.{name}.{name}"
                holder = file.message_type.add(name=name)
                listed = holder.enum_type.add(name=name)
                for member in field.members:
                    listed.value.add(name=member.name, number=int(member))
            elif field.repeated and field.packed:
                entry.options.packed = True
            if field.default not in (None, "", b"") and not field.repeated:
                default = field.default
                words = {"bool": str(default).lower(), "enum": getattr(default, "name", "")}
                entry.default_value = words.get(field.word, str(default))

    add(message)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{package}.{message.name}"))


def random_value(field: Field, source: random.Random, depth: int) -> Any:
    """A value of a field."""
    if field.message is not None:
        return random_record(field.message, source, depth + 1)
    if field.members is not None:
        return source.choice(list(field.members))
    if field.word in INTEGERS:
        bits = source.randrange(INTEGERS[field.word])
        value = source.getrandbits(bits) if bits else 0
        return value if field.word[0] in "uf" else source.choice((value, -value - 1))
    if field.word in ("float", "double"):
        return source.choice((0.0, -0.0, 1.0, source.gauss(0, 1), source.gauss(0, 1e30), 1e-42, float("inf")))
    if field.word == "bool":
        return source.random() < 0.5
    letters = "".join(source.choice('az09 \n\t"\'\\é€😀\x00\x7f{}#:') for _ in range(source.randrange(9)))
    return letters if field.word == "string" else letters.encode() + bytes(source.randrange(256) for _ in range(3))


def random_record(message: Message, source: random.Random, depth: int = 0) -> Record:
    """A record in which some of the fields are there."""
    record = message()
    for field in message.fields:
        if source.random() > (0.3 if field.message is None else 0.5 if depth < 3 else 0):
            continue
        many = range(source.randrange(4))
        value = random_value(field, source, depth)
        setattr(record, field.name, [random_value(field, source, depth) for _ in many] if field.repeated else value)
    return record
