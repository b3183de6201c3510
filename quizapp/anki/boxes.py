"""Elements of HTML that hold blocks, and the blocks that become of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from quizapp.anki.inline import tidy
from quizapp.text.markdown import (
    MOST_CELLS,
    Alignment,
    Block,
    Items,
    Paragraph,
    Quote,
    Rule,
    Run,
    Runs,
    Table,
)


class Cell(NamedTuple):
    blocks: tuple[Block, ...]
    is_head: bool
    side: Alignment


@dataclass
class Box:
    """An element that holds blocks, and what has been read of it."""

    tag: str
    blocks: list[Block] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    """Of the paragraph that has begun."""
    typed: set[int] = field(default_factory=set)
    """Which of the blocks are lists of an item that was typed as a line."""
    loose: bool = False
    first: int = 1
    side: Alignment = "left"
    items: list[list[Block]] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)


def put(box: Box, parent: Box) -> None:
    """What has been read of a box becomes a part of the one around it."""
    blocks = finished(box)
    match box.tag:
        case "li":
            parent.items += [blocks] if blocks else []
            parent.loose |= box.loose
        case "td" | "th":
            parent.rows[0].append(Cell(tuple(blocks), box.tag == "th", box.side))
        case "tr":
            parent.rows += box.rows
        case "table":
            parent.blocks += [*blocks, *_table(box.rows)]
        case "blockquote":
            parent.blocks += [Quote(tuple(blocks))] if blocks else []
        case _ if box.items:
            first = box.first if box.tag == "ol" else None
            parent.blocks.append(Items(first, tuple(map(tuple, box.items)), box.loose))


def finished(box: Box) -> list[Block]:
    """The blocks of a box, lists that were typed as such, without lines at an edge."""
    made: list[Block] = []
    typed: list[Items] = []

    def end_typed() -> None:
        if typed:
            items = tuple(item for each in typed for item in each.items)
            made.append(typed[0]._replace(items=items))
            typed.clear()

    for at, block in enumerate(box.blocks):
        if at in box.typed and isinstance(block, Items):
            if typed and not _goes_on(typed, block):
                end_typed()
            typed.append(block)
        else:
            end_typed()
            made.append(block)
    end_typed()
    return _without_edges(made)


def _goes_on(typed: Sequence[Items], further: Items) -> bool:
    first = typed[0].first
    return further.first == (None if first is None else first + len(typed))


def _without_edges(blocks: list[Block]) -> list[Block]:
    told = [at for at, block in enumerate(blocks) if not isinstance(block, Rule)]
    return blocks[told[0] : told[-1] + 1] if told else []


def _table(every: Iterable[Sequence[Cell]]) -> Iterator[Block]:
    """A table of words; one that has more in it, or a single row, is for the layout only."""
    rows = [row for row in every if any(cell.blocks for cell in row)]
    if not rows:
        return
    width = max(map(len, rows))
    has_head = all(cell.is_head for cell in rows[0])
    is_small = (width + 1) * (len(rows) + 2) <= MOST_CELLS
    is_wide = len(rows) > 1 and width > 1
    if is_small and (has_head or is_wide) and all(map(_is_of_words, rows)):
        padded = [tuple(map(_line, row)) + ((),) * (width - len(row)) for row in rows]
        head = padded.pop(0) if has_head else ((),) * width
        sides: list[Alignment] = [cell.side for cell in rows[0]]
        left: list[Alignment] = ["left"] * (width - len(sides))
        yield Table(head, tuple(padded), (*sides, *left))
        return
    for row in rows:
        if _is_of_words(row):
            between = Run(" | ")
            told = [line for line in map(_line, row) if line]
            yield Paragraph(tidy([run for line in told for run in (between, *line)][1:]))
        else:
            yield from chain.from_iterable(cell.blocks for cell in row)


def _is_of_words(row: Iterable[Cell]) -> bool:
    return all(isinstance(block, Paragraph) for cell in row for block in cell.blocks)


def _line(cell: Cell) -> Runs:
    """The paragraphs of a cell as one."""
    told = (block.runs for block in cell.blocks if isinstance(block, Paragraph))
    return tidy([run for runs in told for run in (Run(" "), *runs)])
