"""The HTML of Anki's fields → the light Markdown of deck texts."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER
from quizapp.text.plain import in_backticks

_CELL, _BLOCK, _STRONG, _EM = "\ue000\ue001\ue002\ue003"  # signs that no text has a use for
MARKS = {"b": _STRONG, "strong": _STRONG, "i": _EM, "em": _EM, "code": "`", "kbd": "`", "tt": "`"}
WRITTEN = {_STRONG: "**", _EM: "*"}
PARAGRAPHS = {"p", "div", "ul", "ol", "table", "h1", "h2", "h3", "h4", "blockquote", "hr"}
LINES = {"br", "li", "tr"}
IGNORED = {"script", "style"}
CELLS = {"td", "th"}


MEDIA = {"img": "picture", "audio": "sound", "video": "film", "source": "file"}
SHIFTED = {"sup": "^", "sub": "_"}


LONGEST_TAG = 2000
"""Characters: a longer one holds a picture's bytes."""

_LONG_TAG = re.compile(rf"<[A-Za-z/][^<>]{{{LONGEST_TAG},}}>")
_NO_TAG = re.compile(r"<(?!/?[A-Za-z][^<>]*>)")
_MEANT = re.compile(r"\\(?=[!-/:-@\[-`{-~\s]|\Z)|(?<!\s)\*|\*(?!\s)|&(?=#?\w+;)|\](?=\()")
"""Signs that Markdown would take for its own, and not show."""
_NO_CHARACTER = re.compile(r"&#\d{8,};?")
"""Python refuses to read a number of thousands of digits."""
_ITEMS = r"^(?:(?:-|\d{1,9}\.) )*"
_BEGINS_BLOCK = re.compile(
    rf"({_ITEMS})(?=#{{1,6}}(?: |$)|>|[+*](?: |$)|(?:=+|-+|[-_ ]{{3,}})$)", re.MULTILINE
)
_NUMBERED = re.compile(rf"({_ITEMS}\d{{1,9}})\)", re.MULTILINE)
"""Where a line would become something else than text, or than items of a list."""
_MARKED = re.compile(f"([{_STRONG}{_EM}])([^{_STRONG}{_EM}]*)\\1")


def markdown(html: str) -> str:
    """What a field says, without what only a browser could show; pictures are named."""
    reader = _Reader()
    html = _NO_CHARACTER.sub("\ufffd", _without_comments(html))
    reader.feed(_NO_TAG.sub("&lt;", _LONG_TAG.sub("", html)))
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


def _marked(found: re.Match[str]) -> str:
    """What is marked, without its marks where a part of a word is: there they would be text."""
    inside = found[2]
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    edges = before + inside[:1], inside[-1:] + after
    return inside if any(len(edge) == 2 and edge.isalnum() for edge in edges) else found[0]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._ignoring = 0
        self._open: list[str] = []  # tags of marks, from the outside in
        self._code = 0  # where in the parts the code within a line begins
        self._shifted: list[int] = []  # where in the parts what is raised or lowered begins
        self._lists: list[int | None] = []  # the number of the next item, from the outside in
        self._blocks: list[str] = []
        self._begun: int | None = None  # where in the parts a block of code begins
        self._block = ""  # the tag that it began with

    def text(self) -> str:
        """All of it, blank lines between paragraphs only."""
        self._end_block()
        self._close_marks()
        blocks = iter(self._blocks)
        written = CONTROL_CHARACTER.sub("", "".join(self._parts).replace("\xa0", " "))
        rows = [line.split(_CELL) for line in written.split("\n")]
        cells = [[" ".join(cell.split()) for cell in row] for row in rows]
        lines = [" | ".join(filter(None, row)) for row in cells]
        text = _MARKED.sub(_marked, re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip())
        if "\n" in text:
            text = _BEGINS_BLOCK.sub(r"\1\\", text)
            text = _NUMBERED.sub(r"\1\\)", text)
        text = re.sub(f"[{_STRONG}{_EM}]", lambda mark: WRITTEN[mark[0]], text)
        return re.sub(_BLOCK, lambda _: next(blocks, ""), text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in IGNORED:
            self._ignoring += 1
        elif self._begun is not None:
            if tag in LINES or tag in PARAGRAPHS:
                self._parts.append("\n")
        elif tag == "pre":
            self._begin_block(tag, len(self._parts))
        elif tag in PARAGRAPHS or tag in LINES:
            if self._open and MARKS[self._open[-1]] == "`":
                self._begin_block(self._open[-1], self._code)
                self._parts.append("\n")
            else:
                self._break(f"\n\n{self._item()}" if tag == "li" else "\n\n")
            if tag in ("ol", "ul"):
                self._lists.append(1 if tag == "ol" else None)
        elif tag in SHIFTED:
            self._shifted.append(len(self._parts))
        elif tag in CELLS:
            self._parts.append(_CELL)
        elif tag in MEDIA:
            name = dict(attrs).get("src") or ""
            if name or tag == "img":  # what has no name of its own may have one within
                told = "" if name.startswith("data:") else f" {name or 'without a name'}"
                self._parts.append(f"({MEDIA[tag]}{told})")
        elif tag in MARKS and tag not in self._open:
            self._open.append(tag)
            if MARKS[tag] == "`":
                self._code = len(self._parts)
            self._parts.append(MARKS[tag])

    def handle_endtag(self, tag: str) -> None:
        if tag in IGNORED:
            self._ignoring = max(0, self._ignoring - 1)
        elif self._begun is not None:
            if tag == self._block:
                self._end_block()
        elif tag in PARAGRAPHS:
            self._break("\n\n")
            if tag in ("ol", "ul") and self._lists:
                self._lists.pop()
        elif tag in SHIFTED and self._shifted:
            begun = self._shifted.pop()
            inside = "".join(self._parts[begun:]).strip()
            told = inside if inside.isalnum() else f"({inside})"
            self._parts[begun:] = [f"{SHIFTED[tag]}{told}"] if inside else []
        elif tag in self._open:
            self._open.remove(tag)
            self._close(tag)

    def _item(self) -> str:
        """What stands before the next item of the present list."""
        number = self._lists[-1] if self._lists else None
        if number is None:
            return "- "
        self._lists[-1] = number + 1
        return f"{number}. "

    def handle_data(self, data: str) -> None:
        if self._ignoring:
            return
        if self._open and self._parts[-1:] == [MARKS[self._open[-1]]] and data[:1].isspace():
            self._parts.insert(-1, " ")
            data = data.lstrip()
        if data:
            is_code = self._begun is not None or any(MARKS[tag] == "`" for tag in self._open)
            self._parts.append(data if is_code else _MEANT.sub(r"\\\g<0>", data))

    def _break(self, lines: str) -> None:
        """Begin a paragraph: no mark reaches from one into the next."""
        self._close_marks()
        self._parts += [lines, *(MARKS[tag] for tag in self._open)]

    def _close_marks(self) -> None:
        for tag in reversed(self._open):
            self._close(tag)

    def _close(self, tag: str) -> None:
        """No mark has a blank within its edges: it would be none."""
        last = self._parts.pop()
        if last == MARKS[tag]:  # nothing was marked
            return
        kept = last.rstrip() or last
        self._parts += [kept, MARKS[tag], last[len(kept) :]]
        if MARKS[tag] == "`":
            inside = "".join(self._parts[self._code + 1 : -2])
            self._parts[self._code :] = [in_backticks(inside), last[len(kept) :]]

    def _begin_block(self, tag: str, begun: int) -> None:
        """Code from there on is a block: it stands in a `pre`, or has more than one line."""
        inside = self._parts[begun + 1 :]
        del self._parts[begun:]
        if tag in self._open:
            self._open.remove(tag)
        self._close_marks()
        self._begun, self._block = len(self._parts), tag
        self._parts += inside

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
        self._parts += [MARKS[tag] for tag in self._open]
