"""Deck texts as styled content: `code`, *emphasis*, **strong**, paragraphs.

Nothing in a text is read as Textual markup, so `[2, 3]` stays as it was written.
"""

from __future__ import annotations

import re

from textual.content import Content

MARKS = re.compile(
    r"`(?P<code>[^`\n]+)`|\*\*(?P<strong>[^*\n]+)\*\*|(?<![\w*])\*(?P<em>[^*\s][^*\n]*)\*(?![\w*])"
)
STYLES = {"code": "$text-primary", "strong": "bold", "em": "italic"}


def prose(text: str) -> Content:
    """A text for people, its paragraphs rewrapped: a single line break is a space."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return Content("\n\n").join(_inline(" ".join(part.split())) for part in paragraphs)


def _inline(text: str) -> Content:
    parts: list[str | tuple[str, str]] = []
    end = 0
    for match in MARKS.finditer(text):
        kind = match.lastgroup or "code"
        parts += [text[end : match.start()], (match[kind], STYLES[kind])]
        end = match.end()
    return Content.assemble(*parts, text[end:])
