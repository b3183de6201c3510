"""The HTML of Anki's fields → the light Markdown of deck texts."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from quizapp.deck.yaml_nodes import CONTROL_CHARACTER

MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "kbd": "`", "tt": "`"}
PARAGRAPHS = {"p", "div", "ul", "ol", "pre", "table", "h1", "h2", "h3", "h4", "blockquote", "hr"}
LINES = {"br", "li", "tr"}
IGNORED = {"script", "style"}


def markdown(html: str) -> str:
    """What a field says, without what only a browser could show; pictures are named."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._ignoring = 0
        self._open: list[str] = []

    def text(self) -> str:
        """All of it, blank lines between paragraphs only."""
        written = CONTROL_CHARACTER.sub("", "".join(self._parts).replace("\xa0", " "))
        lines = [" ".join(line.split()) for line in written.split("\n")]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in IGNORED:
            self._ignoring += 1
        elif tag in PARAGRAPHS:
            self._parts.append("\n\n")
        elif tag in LINES:
            self._parts.append("\n\n- " if tag == "li" else "\n\n")
        elif tag == "img":
            name = dict(attrs).get("src") or "without a name"
            self._parts.append(f"(picture {name})")
        elif tag in MARKS:
            self._parts.append(MARKS[tag])
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in IGNORED:
            self._ignoring = max(0, self._ignoring - 1)
        elif tag in PARAGRAPHS:
            self._parts.append("\n\n")
        elif tag in self._open:
            self._open.remove(tag)
            if self._parts[-1] == MARKS[tag]:  # nothing was marked
                self._parts.pop()
            else:
                self._parts.append(MARKS[tag])

    def handle_data(self, data: str) -> None:
        if not self._ignoring:
            self._parts.append(data)
