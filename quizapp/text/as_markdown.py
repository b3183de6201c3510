"""Blocks as Markdown that is read as them: the way back from `quizapp/text/markdown.py`.

An emphasis that Markdown has no way to write, as of a part of a word, is left out, and not its
words. A text of one line is one, whatever its block was.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple
from urllib.parse import quote

from quizapp.text.markdown import (
    LONGEST,
    Block,
    CodeBlock,
    Heading,
    Items,
    Mark,
    Paragraph,
    Quote,
    Rule,
    Run,
    Runs,
    Table,
    literal_signs,
    paragraphs,
)
from quizapp.text.plain import in_backticks

HEADING = "## "
SIGNS: dict[str, str] = {"strong": "**", "em": "*"}
SIDES = {"left": "---", "center": ":---:", "right": "---:"}

_MEANT = re.compile(
    r"\\(?=[!-/:-@\[-`{-~\s]|\Z)|(?<!\s)\*|\*(?![^\S\n])|`|&(?=#?\w+;)|\](?=\()|<(?=https?://)",
    re.I,
)
"""Signs that Markdown would take for its own, and not show."""
_MEANT_IN_LINK = re.compile(rf"{_MEANT.pattern}|[\[\]]", re.I)
_BEGINS_BLOCK = re.compile(
    r"(?=#{1,6}(?: |$)|>|[-+*](?: |$)|~~~|(?:=+|[-_ ]{3,}|[-:| ]*-[-:| ]*)$)", re.MULTILINE
)
_BEGINS_ITEM = re.compile(r"^(\d{1,9})(?=[.)](?: |$))")
"""Where a line would become something else than text."""
_ENDS_HEADING = re.compile(r"#(?=#*$)")
_BARE = re.compile(r"https?://[\w:/?#@!$&'()+,;=.~-]+", re.ASCII)
"""An address that is shown as it is written."""


MOST_TRIES = 8
"""At leaving out what cannot be written: each may leave signs beside others than before."""


class _Sign(NamedTuple):
    """Where an emphasis begins or ends: before a run, or behind one."""

    mark: str
    run: int
    opens: bool


_Parts = list[str | _Sign]


def as_markdown(blocks: Sequence[Block]) -> str:
    match blocks:
        case [Paragraph(runs)] if not any("\n" in run.text for run in runs):
            return _inline(runs)
    text = _stacked(blocks, "\n\n")
    return text if "\n" in text else "".join(_inline(tuple(_in_one(block))) for block in blocks)


def _in_one(block: Block) -> Iterator[Run]:
    """A block that is a line by itself, where no sign is taken for the begin of a block."""
    match block:
        case Paragraph(runs):
            yield from runs
        case Heading(runs):
            yield from _in_a_line(runs)
        case Quote([inner]):
            yield Run("> ")
            yield from _in_one(inner)
        case Items(first, [[inner]], _):
            yield from map(Run, _marks(first, 1, other=False))
            yield from _in_one(inner)


def merged(runs: Iterable[Run]) -> Iterator[Run]:
    """Runs, those that look alike as one, and lines that mean nothing as what they are."""
    shown = (run for run in runs if "address" not in run.marks and run.text)
    for (marks, link), group in groupby(shown, lambda run: (run.marks, run.link)):
        yield Run("".join(run.text for run in group), marks, link)


def _stacked(blocks: Sequence[Block], between: str) -> str:
    told, other = [], False
    for before, block in pairwise([None, *blocks]):
        assert block is not None
        other = _are_one_list(before, block) and not other
        told.append(_block(block, other=other))
    return between.join(told)


def _block(block: Block, *, other: bool = False) -> str:
    """`other` is for a list whose signs differ from those of the list right above it."""
    match block:
        case Paragraph(runs):
            lines = _inline(runs).split("\n")
            return "\n".join(_BEGINS_ITEM.sub(r"\1\\", _escaped_start(line)) for line in lines)
        case Heading(runs):
            return HEADING + _ENDS_HEADING.sub(r"\\#", _inline(_in_a_line(runs)), count=1)
        case CodeBlock(code, language):
            fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
            return "\n".join([f"{fence}{language}", code.strip("\n"), fence])
        case Items(first, items, loose):
            between = "\n\n" if loose or any(map(_need_blanks, items)) else "\n"
            return between.join(
                _indented(_stacked(item, between), mark, " " * len(mark))
                for mark, item in zip(_marks(first, len(items), other), items, strict=True)
            )
        case Quote(inner):
            return _indented(_stacked(inner, "\n\n"), "> ", "> ")
        case Table(head, rows, sides):
            line = "|".join(SIDES[side] for side in sides)
            return "\n".join([_row(head), f"|{line}|", *map(_row, rows)])
        case Rule():
            return "---"


def _escaped_start(line: str) -> str:
    return f"\\{line}" if _BEGINS_BLOCK.match(line) else line


def _marks(first: int | None, count: int, other: bool) -> Iterator[str]:
    for number in range(count):
        if first is None:
            yield "* " if other else "- "
        else:
            yield f"{first + number}{')' if other else '.'} "


def _are_one_list(before: Block | None, block: Block) -> bool:
    """Whether Markdown would read two lists as one."""
    if not (isinstance(before, Items) and isinstance(block, Items)):
        return False
    return (before.first is None) == (block.first is None)


def _need_blanks(item: Sequence[Block]) -> bool:
    """Whether blocks of an item would be one without a blank line between them."""
    return any(
        isinstance(block, Rule)
        or isinstance(before, Table | Quote | Items)
        or (isinstance(before, Paragraph) and isinstance(block, Paragraph))
        or (isinstance(block, Items) and block.first not in (None, 1))
        for before, block in pairwise(item)
    )


def _indented(text: str, first: str, further: str) -> str:
    begin, *others = text.split("\n")
    more = (further + line if line else further.rstrip() for line in others)
    return "\n".join([first + begin, *more])


def _row(cells: Iterable[Runs]) -> str:
    told = (_inline(_in_a_line(cell)).replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(told)} |"


def _in_a_line(runs: Runs) -> Runs:
    return tuple(run._replace(text=run.text.replace("\n", " ")) for run in runs)


def _inline(runs: Runs) -> str:
    shown = [*merged(runs)]
    is_short = sum(len(run.text) for run in shown) <= LONGEST  # else it is shown as it is written
    for _ in range(MOST_TRIES if is_short else 0):
        parts = _parts(shown)
        if lost := _lost(parts):
            shown = [*merged(_without(run, at, lost) for at, run in enumerate(shown))]
            continue
        text = _joined(parts)
        is_plain = not any(isinstance(part, _Sign) for part in parts)
        if is_plain or _read(text) == [run[:2] for run in shown]:
            return text
        break
    return _joined(_parts([*merged(run._replace(marks=run.marks - SIGNS.keys()) for run in runs)]))


def _read(text: str) -> list[tuple[str, frozenset[Mark]]]:
    """What a text is read as, but for where its links lead."""
    return [run[:2] for each in paragraphs(text) for run in merged(each.runs)]


def _parts(runs: Sequence[Run]) -> _Parts:
    """The runs as they are written, with the signs of emphases between them.

    Of what begins together the longest is outside, and a link where they are equal.
    """
    parts: _Parts = []
    opened: list[str] = []
    inside = [_inside(run) for run in runs]

    def close(at: int) -> None:
        what = opened.pop()
        parts.append(_Sign(what, at, opens=False) if what in SIGNS else f"]({_address(what)})")

    for at, run in enumerate(runs):
        while not inside[at].issuperset(opened):
            close(at - 1)
        new = sorted(inside[at].difference(opened), key=lambda what: (what in SIGNS, what))
        for what in sorted(new, key=lambda what: -_extent(inside, what, at)):
            opened.append(what)
            parts.append(_Sign(what, at, opens=True) if what in SIGNS else "[")
        if parts[-1:] == ["["] and isinstance(before := (parts[-2:-1] or [""])[0], str):
            parts[-2:-1] = [re.sub("!$", r"\\!", before)]  # it would be a picture
        parts.append(_written(run, runs[at + 1].text[:1] if at + 1 < len(runs) else ""))
    while opened:
        close(len(runs) - 1)
    return parts


def _inside(run: Run) -> frozenset[str]:
    """The emphases and the link that a run is written in."""
    link = [run.link] if run.link and not _is_bare(run) else []
    return frozenset([*(run.marks & SIGNS.keys()), *link])


def _is_bare(run: Run) -> bool:
    """Whether it is an address that leads where it says."""
    return run.text == run.link and "code" not in run.marks and bool(_BARE.fullmatch(run.link))


def _extent(inside: Sequence[frozenset[str]], what: str, first: int) -> int:
    """How many runs it is around, from there on."""
    end = first
    while end < len(inside) and what in inside[end]:
        end += 1
    return end - first


def _written(run: Run, further: str) -> str:
    """A run without its emphases; `further` is the sign behind it."""
    if "code" in run.marks:
        return in_backticks(run.text)
    if run.link and _is_bare(run):
        return f"<{run.link}>"
    paren = "(" if further == "(" else ""
    meant = _MEANT_IN_LINK if run.link else _MEANT
    text = meant.sub(r"\\\g<0>", run.text + paren).removesuffix(paren)
    return text.replace("\n", "\\\n")


def _address(link: str) -> str:
    """An address as it stands in a link."""
    return re.sub(r"[()&*\[\]]", r"\\\g<0>", quote(link, safe="!#$%&'()*+,/:;=?@[]~"))


def _joined(parts: _Parts) -> str:
    return "".join(SIGNS[part.mark] if isinstance(part, _Sign) else part for part in parts)


def _lost(parts: _Parts) -> set[tuple[str, int]]:
    """The emphases whose signs would be text where they stand, each with every run that it has."""
    lost: set[tuple[str, int]] = set()
    opened: list[tuple[_Sign, bool]] = []
    for at, part in enumerate(parts):
        if not isinstance(part, _Sign):
            continue
        stands = _stands(parts, at)
        if part.opens:
            opened.append((part, stands))
            continue
        begin, stood = opened.pop()
        if not (stands and stood):
            lost |= {(part.mark, run) for run in range(begin.run, part.run + 1)}
    return lost


def _stands(parts: _Parts, at: int) -> bool:
    """Whether a sign is one, by what stands before and behind it and the signs beside it."""
    first, end = at, at + 1
    while first and isinstance(parts[first - 1], _Sign):
        first -= 1
    while end < len(parts) and isinstance(parts[end], _Sign):
        end += 1
    before = _joined(parts[first - 1 : first])[-1:] if first else ""
    after = _joined(parts[end : end + 1])[:1]
    stars = _joined(parts[first:end])
    if literal_signs(f"{before}{stars}{after}", len(before)):
        return False
    sign = parts[at]
    assert isinstance(sign, _Sign)
    return _hugs(after, before) if sign.opens else _hugs(before, after)


def _hugs(inner: str, outer: str) -> bool:
    """Whether signs between the two belong to the inner one, as CommonMark has it."""
    if not inner.strip():
        return False
    return not _is_point(inner) or not outer.strip() or _is_point(outer)


def _is_point(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "PS"


def _without(run: Run, at: int, lost: set[tuple[str, int]]) -> Run:
    return run._replace(marks=frozenset(mark for mark in run.marks if (mark, at) not in lost))
