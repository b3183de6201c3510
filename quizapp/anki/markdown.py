"""The HTML of Anki's fields → the light Markdown of deck texts."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER

MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "kbd": "`", "tt": "`"}
PARAGRAPHS = {"p", "div", "ul", "ol", "pre", "table", "h1", "h2", "h3", "h4", "blockquote", "hr"}
LINES = {"br", "li", "tr"}
IGNORED = {"script", "style"}
CELLS = {"td", "th"}


LONGEST_TAG = 2000
"""Characters: a longer one holds a picture's bytes."""

_LONG_TAG = re.compile(rf"<[A-Za-z/][^<>]{{{LONGEST_TAG},}}>")
_CELL = "\ue000"  # of the signs that no text has a use for
_NO_TAG = re.compile(r"<(?!/?[A-Za-z][^<>]*>)")


def markdown(html: str) -> str:
    """What a field says, without what only a browser could show; pictures are named."""
    reader = _Reader()
    reader.feed(_NO_TAG.sub("&lt;", _LONG_TAG.sub("", _without_comments(html))))
    reader.close()
    return reader.text()


def _without_comments(html: str) -> str:
    """Python's parser takes time by the square for comments and tags that are never closed."""
    kept = []
    end = 0
    while (start := html.find("<!--", end)) >= 0 and (close := html.find("-->", start)) >= 0:
        kept.append(html[end:start])
        end = close + len("-->")
    return "".join([*kept, html[end:]])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._ignoring = 0
        self._open: Counter[str] = Counter()

    def text(self) -> str:
        """All of it, blank lines between paragraphs only."""
        written = CONTROL_CHARACTER.sub("", "".join(self._parts).replace("\xa0", " "))
        rows = [line.split(_CELL) for line in written.split("\n")]
        cells = [[" ".join(cell.split()) for cell in row] for row in rows]
        lines = [" | ".join(filter(None, row)) for row in cells]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in IGNORED:
            self._ignoring += 1
        elif tag in PARAGRAPHS:
            self._parts.append("\n\n")
        elif tag in LINES:
            self._parts.append("\n\n- " if tag == "li" else "\n\n")
        elif tag in CELLS:
            self._parts.append(_CELL)
        elif tag == "img":
            name = dict(attrs).get("src") or "without a name"
            self._parts.append(f"(picture {name})")
        elif tag in MARKS:
            self._parts.append(MARKS[tag])
            self._open[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in IGNORED:
            self._ignoring = max(0, self._ignoring - 1)
        elif tag in PARAGRAPHS:
            self._parts.append("\n\n")
        elif self._open[tag]:
            self._open[tag] -= 1
            if self._parts[-1] == MARKS[tag]:  # nothing was marked
                self._parts.pop()
            else:
                self._parts.append(MARKS[tag])

    def handle_data(self, data: str) -> None:
        if not self._ignoring:
            self._parts.append(data)
