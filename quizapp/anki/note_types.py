"""Anki's types of notes: the names of their fields, and the templates of their cards."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from quizapp.anki.tables import NotAPackage, rows
from quizapp.anki.templates import Template
from quizapp.text.language import tr

QUESTION, ANSWER = 1, 2
"""The numbers of a template's sides in Anki's `notetypes.proto`, `Template.Config`."""

FIXED = {1: 8, 5: 4}
"""Bytes of a number of each kind that has a fixed size."""

LONGEST_NUMBER = 70
"""Bits, seven in a byte."""


@dataclass(frozen=True)
class NoteType:
    """What notes of a kind have in common."""

    fields: tuple[str, ...]
    templates: Mapping[int, Template]
    """By their places."""

    @cached_property
    def hides(self) -> str | None:
        """The name of the field parts of which are hidden, as of a Cloze; None where none is."""
        return next(filter(None, (template.hides for template in self.templates.values())), None)


def note_types(connection: sqlite3.Connection) -> dict[int, NoteType]:
    """All types of a collection, in tables of their own or, in an old Anki, as JSON, by id.

    Raises NotAPackage.
    """
    try:
        return dict([*_of_tables(connection), *_of_json(connection)])
    except (LookupError, TypeError, AttributeError, UnicodeDecodeError) as error:
        raise NotAPackage(tr("its types of notes cannot be read")) from error


def _of_tables(connection: sqlite3.Connection) -> Iterator[tuple[int, NoteType]]:
    fields = defaultdict[int, list[str]](list)
    templates = defaultdict[int, dict[int, Template]](dict)
    for ntid, name in rows(connection, "fields", "SELECT ntid, name FROM fields ORDER BY ord"):
        fields[ntid].append(str(name))
    asked = "SELECT ntid, ord, config FROM templates"
    for ntid, place, config in rows(connection, "templates", asked):
        sides = dict(_texts(config))
        templates[ntid][place] = Template(sides.get(QUESTION, ""), sides.get(ANSWER, ""))
    for ntid, names in fields.items():
        yield ntid, NoteType(tuple(names), templates[ntid])


def _of_json(connection: sqlite3.Connection) -> Iterator[tuple[int, NoteType]]:
    for (models,) in rows(connection, "col", "SELECT models FROM col"):
        for id, model in (json.loads(models) if models else {}).items():
            templates = enumerate(model["tmpls"])
            yield (
                int(id),
                NoteType(
                    tuple(str(field["name"]) for field in model["flds"]),
                    {at: Template(str(one["qfmt"]), str(one["afmt"])) for at, one in templates},
                ),
            )


def _texts(message: bytes) -> Iterator[tuple[int, str]]:
    """The texts in a message of Protocol Buffers, by their numbers; the rest is passed over.

    https://protobuf.dev/programming-guides/encoding
    """
    at = 0

    def number() -> int:
        nonlocal at
        value = 0
        for shift in range(0, LONGEST_NUMBER, 7):
            byte, at = message[at], at + 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise IndexError

    while at < len(message):
        field, kind = divmod(number(), 8)
        if kind == 0:
            number()
        elif kind == 2:
            size = number()
            if field in (QUESTION, ANSWER):
                yield field, message[at : at + size].decode()
            at += size
        else:
            at += FIXED[kind]
