"""Anki's templates: HTML with the names of fields in double braces.

What may stand in them: https://docs.ankiweb.net/templates/intro.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quizapp.anki.html import HINT
from quizapp.anki.unfolded import folded

_BRACES = re.compile(r"\{\{([^{}]*)\}\}")
_ADDED = re.compile(r"<hr(?=[^<>]*>)[^<>]*\bid=[\"\']?answer\b[^<>]*>", re.IGNORECASE)
_NOTHING = re.compile(r"(?:\s|&nbsp;|</?(?:br|div|p)\b[^<>]*>)*", re.IGNORECASE)


@dataclass(frozen=True)
class Template:
    """What a card is made by."""

    question: str
    answer: str

    @property
    def hides(self) -> str | None:
        """The name of the field parts of which are hidden; None of a usual card."""
        found = re.search(r"\{\{[^{}]*\bcloze:([^{}:]+)\}\}", self.question)
        return found and found[1].strip()

    def front(self, fields: Mapping[str, str]) -> Iterator[str]:
        """The parts of the question's HTML."""
        return _filled(self.question, fields, asks=True)

    def back(self, fields: Mapping[str, str]) -> Iterator[str]:
        """The parts of the answer's HTML, without the question where it stands above the answer."""
        return _filled(_ADDED.split(self.answer)[-1], fields, asks=False)


def _filled(template: str, fields: Mapping[str, str], *, asks: bool) -> Iterator[str]:
    """The template with the fields that it names, and the sections that these let stand."""
    sections = [True]
    end = 0
    for braces in _BRACES.finditer(template):
        if all(sections):
            yield template[end : braces.start()]
        end = braces.end()
        sign, name = braces[1].strip()[:1], braces[1].strip()[1:].strip()
        if sign in ("#", "^"):
            sections.append(_is_filled(fields.get(name, "")) == (sign == "#"))
        elif sign == "/":
            sections = sections[:-1] or [True]
        elif all(sections):
            yield _field(braces[1], fields, asks=asks)
    if all(sections):
        yield template[end:]


def _is_filled(field: str) -> bool:
    """Whether a field holds more than blanks and empty lines."""
    return _NOTHING.fullmatch(field) is None


def _field(named: str, fields: Mapping[str, str], *, asks: bool) -> str:
    """A field by its name, behind what Anki is to do with it.

    What is to be typed is not part of the question, and a hint is folded there. Nothing is known
    by other names, as of the front, the deck or the tags.
    """
    *filters, name = (part.strip() for part in named.split(":"))
    field = fields.get(name, "")
    if any(one.startswith("tts") for one in filters) or (asks and "type" in filters):
        return ""
    return folded(HINT, field) if asks and "hint" in filters and _is_filled(field) else field
