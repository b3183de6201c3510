"""The HTML of Anki's fields → the light Markdown of deck texts."""

from __future__ import annotations

from typing import NamedTuple

from quizapp.anki.reading import read
from quizapp.text.as_markdown import as_markdown


class Field(NamedTuple):
    """What a field says."""

    text: str
    media: int
    """Pictures, sounds and the like that are only named in it."""


def field_of(html: str) -> Field:
    """A field without what only a browser could show."""
    blocks, media = read(html)
    return Field(as_markdown(blocks), media)
