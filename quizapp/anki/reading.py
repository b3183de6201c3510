"""The HTML of Anki's fields → the blocks of deck texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from html.parser import HTMLParser
from typing import NamedTuple

from quizapp.anki.boxes import Box, finished, put
from quizapp.anki.html import LANGUAGE
from quizapp.anki.inline import BREAK, lines, tidy, typed_item, with_typed_code, without_controls
from quizapp.text.markdown import (
    ADDRESS,
    DEEPEST,
    Alignment,
    Block,
    CodeBlock,
    Heading,
    Items,
    Mark,
    Paragraph,
    Rule,
    Run,
)

MARKS: Mapping[str, Mark] = {
    "b": "strong", "strong": "strong", "i": "em", "em": "em",
    "code": "code", "kbd": "code", "tt": "code",
}  # fmt: skip
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
LISTS = {"ul", "ol"}
CELLS = {"td", "th"}
BOXES = {*LISTS, "blockquote", "table"}
BLOCKS = {
    *HEADINGS, *BOXES, "p", "div", "hr", "li", "tr", "br", "dl", "dt", "dd", "section", "article",
    "header", "footer", "main", "aside", "figure", "figcaption", "center", "caption", "address",
    "details", "summary",
}  # fmt: skip
IGNORED = {"script", "style", "svg"}
MEDIA = {
    "img": "picture", "svg": "picture", "audio": "sound", "video": "film", "source": "file",
    "embed": "file", "object": "file", "iframe": "page",
}  # fmt: skip
NAMELESS = {"img", "svg"}
"""Others that have no name of their own may have one within."""
SHIFTED = {"sup": "^", "sub": "_"}
OUTER = {
    "li": {*LISTS, *CELLS, "blockquote", "table"},
    "tr": {"table"},
    "td": {"table"},
    "th": {"table"},
    "table": set[str](),
}
"""Beyond which an end tag ends nothing; that of others does not beyond a cell."""
UNSAID = ("#", "javascript:", "data:")
"""Where links lead that lead nowhere from here."""

LONGEST_TAG = 2000
"""Characters: a longer one holds a picture's bytes."""
DEEPEST_BOX = DEEPEST - 7
"""Boxes within one another, which are levels of Markdown; a table takes some more."""

_LONG_TAG = re.compile(rf"<(/?[A-Za-z]+)[^<>]{{{LONGEST_TAG},}}>")
_NO_TAG = re.compile(r"<(?!/?[A-Za-z][^<>]*>)")
_NO_CHARACTER = re.compile(r"&#\d{8,};?")
"""Python refuses to read a number of thousands of digits."""
_LANGUAGE = re.compile(rf"(?:^|\s){LANGUAGE}([\w+#.-]{{1,30}})(?:\s|$)", re.ASCII)
_SIDE = re.compile(r"(?:^|text-align:\s*)(center|right)\b", re.IGNORECASE)


class Read(NamedTuple):
    """What a field says."""

    blocks: tuple[Block, ...]
    media: int
    """Pictures, sounds and the like that are only named."""


def read(html: str) -> Read:
    """A field without what only a browser could show; pictures are named."""
    reader = _Reader()
    html = _NO_CHARACTER.sub("\ufffd", _without_comments(html))
    reader.feed(_NO_TAG.sub("&lt;", _LONG_TAG.sub(_shortened, html)))
    reader.close()
    return Read(reader.blocks(), reader.media)


def _shortened(tag: re.Match[str]) -> str:
    return f'<{tag[1]} src="data:">' if tag[1].lower() in MEDIA else f"<{tag[1]}>"


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
        self.media = 0
        self._stack = [Box("")]
        self._too_deep = 0  # boxes that are open and not on the stack
        self._ignoring = 0
        self._kind = ""  # the tag of the paragraph that has begun, as far as it matters
        self._marks: list[str] = []  # the tags, from the outside in
        self._link = ""
        self._code_at: int | None = None  # where in the runs the code within a line begins
        self._shifted: list[int] = []  # where in the runs what is raised or lowered begins
        self._code: list[str] | None = None  # the block of code that has begun
        self._language = ""
        self._block = ""  # the tag that it began with

    def blocks(self) -> tuple[Block, ...]:
        self._end_code()
        self._close_down_to(0)
        return tuple(finished(self._stack[0]))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag in MEDIA:
            self._tell_of(tag, named.get("src") or named.get("data") or "")
        if tag in IGNORED:
            self._ignoring += 1
        elif self._code is not None:
            self._within_code(tag, named)
        elif tag == "pre":
            self._flush()
            self._begin_code(tag, named)
        elif tag in BLOCKS and self._code_at is not None:
            self._code_becomes_block()
        elif tag == "br":
            self._add(BREAK)
        elif tag in BLOCKS or tag in CELLS:
            self._begin(tag, named)
        elif tag in SHIFTED:
            self._shifted.append(len(self._flow().runs))
        elif tag == "a":
            self._link = named.get("href", "").strip()
        elif tag in MARKS and tag not in self._marks:
            self._marks.append(tag)
            if MARKS[tag] == "code" and self._code_at is None:
                self._code_at = len(self._flow().runs)

    def handle_endtag(self, tag: str) -> None:
        if tag in IGNORED:
            self._ignoring = max(0, self._ignoring - 1)
        elif self._code is not None:
            if tag == self._block:
                self._end_code()
        elif tag in BOXES and self._too_deep:
            self._too_deep -= 1
            self._flush()
        elif tag in BOXES or tag in CELLS or tag in ("li", "tr"):
            self._end(tag)
        elif tag in BLOCKS and tag != "br":
            self._flush()
        elif tag in SHIFTED and self._shifted:
            self._shift(SHIFTED[tag])
        elif tag == "a":
            self._end_link()
        elif tag in self._marks:
            self._marks.remove(tag)
            if not any(MARKS[each] == "code" for each in self._marks):
                self._code_at = None

    def handle_data(self, data: str) -> None:
        data = without_controls(data)
        if self._ignoring:
            return
        if self._code is not None:
            self._code.append(data)
        elif data:
            self._add(data.replace("\n", " "))

    def _add(self, text: str) -> None:
        """Text of the paragraph that has begun."""
        box = self._flow() if text.strip() else self._stack[-1]
        link = self._link if ADDRESS.match(self._link) else ""
        box.runs.append(Run(text, frozenset(MARKS[tag] for tag in self._marks), link))

    def _tell_of(self, tag: str, name: str) -> None:
        if not (name or tag in NAMELESS) or self._ignoring:
            return
        self.media += 1
        told = "" if name.startswith("data:") else f" {name or 'without a name'}"
        self.handle_data(f"({MEDIA[tag]}{told})")

    # Boxes

    def _flow(self) -> Box:
        """The box that text goes into: in a list, that is its last item."""
        box = self._stack[-1]
        if box.tag in LISTS:
            self._stack.append(Box("li", box.items.pop() if box.items else []))
        elif box.tag == "tr":
            self._stack.append(Box("td"))
        return self._stack[-1]

    def _begin(self, tag: str, named: Mapping[str, str]) -> None:
        self._flush()
        if tag in BOXES:
            if len(self._stack) > DEEPEST_BOX:
                self._too_deep += 1
                return
            self._flow()
            start = named.get("start", "")
            first = int(start) if re.fullmatch("[0-9]{1,9}", start) else 1
            self._stack.append(Box(tag, first=first))
        elif tag == "li":
            if (at := self._innermost(LISTS, OUTER["li"])) is None:
                self._flow()
                self._stack.append(Box("ul"))
            else:
                self._close_down_to(at)
            self._stack.append(Box("li"))
        elif tag == "tr" or tag in CELLS:
            self._begin_in_table(tag, named)
        elif tag == "hr":
            self._flow().blocks.append(Rule())
        else:
            self._kind = tag

    def _begin_in_table(self, tag: str, named: Mapping[str, str]) -> None:
        if (at := self._innermost({"table"}, set())) is None or self._too_deep:
            return
        row = self._innermost({"tr"}, {"table"})
        if tag == "tr" or row is None:
            self._close_down_to(at)
            self._stack.append(Box("tr", rows=[[]]))
        else:
            self._close_down_to(row)
        if tag in CELLS:
            side = _SIDE.search(named.get("align") or named.get("style") or "")
            told: Alignment = "left"
            if side:
                told = "right" if side[1].lower() == "right" else "center"
            self._stack.append(Box(tag, side=told))

    def _innermost(self, tags: Set[str], outer: Set[str]) -> int | None:
        """Where the innermost box of these stands, if it does so within any of the outer ones."""
        for at in range(len(self._stack) - 1, 0, -1):
            if self._stack[at].tag in tags:
                return at
            if self._stack[at].tag in outer:
                break
        return None

    def _end(self, tag: str) -> None:
        self._flush()
        alike = next((tags for tags in (LISTS, CELLS) if tag in tags), {tag})
        if (at := self._innermost(alike, OUTER.get(tag, CELLS))) is not None:
            self._close_down_to(at - 1)

    def _close_down_to(self, at: int) -> None:
        self._flush()
        while len(self._stack) - 1 > at:
            box = self._stack.pop()
            put(box, self._stack[-1])

    # Paragraphs

    def _flush(self) -> None:
        """The paragraph that has begun ends here."""
        box, kind = self._stack[-1], self._kind
        runs, box.runs = box.runs, []
        self._kind = ""
        self._shifted.clear()
        self._code_at = None if self._code_at is None else 0
        is_item = box.tag == "li" or box.tag in CELLS
        broken = is_item or kind == "p" or kind in HEADINGS
        for line in filter(None, lines(with_typed_code(runs), broken=broken)):
            if kind in HEADINGS:
                box.blocks.append(Heading(line))
            elif kind != "p" and not is_item and (item := typed_item(line)):
                box.typed.add(len(box.blocks))
                box.blocks.append(Items(item.number, ((Paragraph(item.runs),),), loose=False))
            else:
                box.blocks.append(Paragraph(line))
                box.loose |= kind == "p"

    def _shift(self, sign: str) -> None:
        box, begun = self._stack[-1], self._shifted.pop()
        inside = box.runs[begun:]
        del box.runs[begun:]
        text = "".join(run.text for run in inside).strip()
        if text:
            begin, end = (sign, "") if text.isalnum() else (f"{sign}(", ")")
            self._add(begin)
            box.runs += tidy(inside)
            self._add(end)

    def _end_link(self) -> None:
        """An address that is no link here is told behind the words."""
        address, self._link = self._link, ""
        told = without_controls(address).removeprefix("mailto:")
        is_kept = told and not ADDRESS.match(address) and not address.lower().startswith(UNSAID)
        if is_kept and (runs := self._stack[-1].runs) and not runs[-1].text.endswith(told):
            self._add(f" ({told})")

    # Code

    def _begin_code(self, tag: str, named: Mapping[str, str], *code: str) -> None:
        language = _LANGUAGE.search(named.get("class", ""))
        self._code, self._block = [*code], tag
        self._language = language[1] if language else ""

    def _code_becomes_block(self) -> None:
        """Code within a line has more than one."""
        box = self._stack[-1]
        inside = "".join(run.text for run in box.runs[self._code_at :])
        del box.runs[self._code_at :]
        tag = next(tag for tag in self._marks if MARKS[tag] == "code")
        self._marks = [tag for tag in self._marks if MARKS[tag] != "code"]
        self._code_at = None
        self._flush()
        self._begin_code(tag, {}, inside, "\n")

    def _within_code(self, tag: str, named: Mapping[str, str]) -> None:
        assert self._code is not None
        if tag in BLOCKS:
            self._code.append("\n")
        elif tag == "code" and not self._language and not "".join(self._code).strip():
            self._begin_code(self._block, named)

    def _end_code(self) -> None:
        """Code that keeps its lines and blanks, if it has begun, is a block."""
        if self._code is None:
            return
        code = "".join(self._code).strip("\n")
        self._code = None
        if code.strip():
            self._flow().blocks.append(CodeBlock(code, self._language))
