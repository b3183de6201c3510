"""Deck texts as styled content.

Nothing in a text is read as Textual markup, so `[2, 3]` stays as it was written.
"""

from __future__ import annotations

from textual.content import Content

from quizapp.text.marks import Mark, marked, paragraphs

STYLES: dict[Mark | None, str] = {"code": "$text-primary", "strong": "bold", "em": "italic"}


def prose(text: str) -> Content:
    """A text for people, its paragraphs rewrapped."""
    return Content("\n\n").join(
        Content.assemble(*((piece, STYLES.get(mark, "")) for piece, mark in marked(line)))
        for line in paragraphs(text)
    )
