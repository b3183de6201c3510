"""The HTML of Anki's fields → the light Markdown of deck texts."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER

MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "kbd": "`", "tt": "`"}
PARAGRAPHS = {"p", "div", "ul", "ol", "table", "h1", "h2", "h3", "h4", "blockquote", "hr"}
LINES = {"br", "li", "tr"}
IGNORED = {"script", "style"}
CELLS = {"td", "th"}


LONGEST_TAG = 2000
"""Characters: a longer one holds a picture's bytes."""

_LONG_TAG = re.compile(rf"<[A-Za-z/][^<>]{{{LONGEST_TAG},}}>")
_CELL, _BLOCK = "\ue000", "\ue001"  # of the signs that no text has a use for
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
        self._blocks: list[str] = []
        self._begun: int | None = None  # where in the parts a block of code begins

    def text(self) -> str:
        """All of it, blank lines between paragraphs only."""
        self._end_block()
        blocks = iter(self._blocks)
        written = CONTROL_CHARACTER.sub("", "".join(self._parts).replace("\xa0", " "))
        rows = [line.split(_CELL) for line in written.split("\n")]
        cells = [[" ".join(cell.split()) for cell in row] for row in rows]
        lines = [" | ".join(filter(None, row)) for row in cells]
        text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
        return re.sub(_BLOCK, lambda _: next(blocks, ""), text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in IGNORED:
            self._ignoring += 1
        elif self._begun is not None:
            if tag in LINES or tag in PARAGRAPHS:
                self._parts.append("\n")
        elif tag == "pre":
            self._begun = len(self._parts)
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
        elif self._begun is not None:
            if tag == "pre":
                self._end_block()
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

    def _end_block(self) -> None:
        """Code that keeps its lines and blanks, if it has begun, as a fenced block."""
        if self._begun is None:
            return
        code = CONTROL_CHARACTER.sub("", "".join(self._parts[self._begun :])).replace("\xa0", " ")
        del self._parts[self._begun :]
        self._begun = None
        if code.strip():
            fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
            self._blocks.append("\n".join([fence, code.strip("\n"), fence]))
            self._parts.append(f"\n\n{_BLOCK}\n\n")
