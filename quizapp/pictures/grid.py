"""Values as grids: a number in each cell where it fits, its sign and size by tint and by sign."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from quizapp.inside.spans import Line, Role, Span, Tint, in_a_line
from quizapp.pictures.blocks import Block, beside, cut
from quizapp.pictures.moments import Moment, by_index
from quizapp.pictures.numbers import Number, number
from quizapp.pictures.signs import (
    ACROSS,
    CUT,
    DOWN,
    DOWNWARDS,
    LEFT,
    LINES,
    NONE,
    RIGHT,
    SIZES,
    UP,
)
from quizapp.text.ascii import draws_in_ascii
from quizapp.text.cells import cells
from quizapp.text.language import tr
from quizapp.text.words import counted
from runner.protocol.anatomy import Elements, Sighting

MOST_TENSORS = 12
MOST_ELEMENTS = 1_200
"""Of all tensors that are drawn at a time, but of the first in any case."""
MOST_PANELS = 8
"""Grids of a tensor of more than two dimensions."""
MOST_STRIPS = 4
"""Below each other, of a tensor of one dimension."""
LONGEST_NAME = 40

PLUS: tuple[Tint, ...] = ("plus-1", "plus-2", "plus-3")
MINUS: tuple[Tint, ...] = ("minus-1", "minus-2", "minus-3")


def value_lines(moment: Moment, *, width: int, wanted: Sequence[str] = ()) -> list[Line]:
    """The tensors of a moment as grids, each with its gradient under it."""
    return _each(
        moment, wanted, lambda shown: beside([tensor_block(seen, width) for seen in shown], width)
    )


def value_words(moment: Moment, *, wanted: Sequence[str] = ()) -> list[Line]:
    """The same row by row."""
    return _each(
        moment, wanted, lambda shown: [line for seen in shown for line in tensor_words(seen)]
    )


def _each(
    moment: Moment, wanted: Sequence[str], tell: Callable[[Sequence[Sighting]], list[Line]]
) -> list[Line]:
    tensors = moment.named(wanted)
    shown = within(tensors[:MOST_TENSORS], MOST_ELEMENTS)
    lines = tell(shown)
    if (more := len(tensors) - len(shown)) > 0:
        lines += [(), (Span(tr("… and {more}", more=counted(more, "more tensor")), "aside"),)]
    return lines or [(Span(tr("There is no tensor yet.")),)]


def within(tensors: Sequence[Sighting], most: int) -> Sequence[Sighting]:
    """The first of them, and further ones as long as they have no more elements to be drawn."""
    for count, seen in enumerate(tensors):
        portrait = seen.portrait
        told = (portrait.elements, portrait.grad) if portrait else ()
        most -= sum(len(elements.data) for elements in told if elements)
        if most < 0 and count:
            return tensors[:count]
    return tensors


def tensor_block(seen: Sighting, width: int) -> Block:
    """A tensor, and below it its gradient."""
    head, *lines = _block(seen, lambda elements: elements_lines(elements, width))
    return [cut(head, width, CUT), *lines]


def tensor_words(seen: Sighting) -> Block:
    """The same row by row."""
    return _block(seen, elements_words)


def _block(seen: Sighting, tell: Callable[[Elements], list[Line]]) -> Block:
    name = in_a_line(seen.name, most=LONGEST_NAME)
    head = [Span(name, "name"), Span(f"  {in_a_line(seen.dtype, most=20)} {seen.shape}")]
    if seen.device != "cpu":
        head.append(Span(f"  {in_a_line(seen.device, most=20)}"))
    portrait = seen.portrait
    if portrait and portrait.layout != "strided":
        head.append(Span(f"  {in_a_line(portrait.layout, most=20)}"))
    lines: list[Line] = [tuple(head)]
    if portrait is None or portrait.elements is None:
        lines.append((Span(tr("Its elements cannot be shown."), "aside"),))
    else:
        lines += tell(portrait.elements)
    if portrait is not None and portrait.grad is not None:
        lines.append((Span(f"{name}.grad", "name"),))
        lines += tell(portrait.grad)
    return lines


def elements_lines(elements: Elements, width: int) -> list[Line]:
    """The elements in one grid, or several where there are more than two dimensions."""
    if 0 in elements.shape:
        return [(Span(tr("no elements: a dimension is 0"), "aside"),)]
    numbers = {place: number(element) for place, element in by_index(elements).items()}
    sizes = [one.size for one in numbers.values() if one.size is not None]
    scale = max(map(abs, filter(math.isfinite, sizes)), default=0.0)
    leading = elements.kept[:-2]
    panels: list[Block] = []
    for lead in product(*leading):
        if len(panels) == MOST_PANELS:
            break
        lines = _Panel(elements, numbers, lead, scale, width).lines()
        title: list[Line] = [(Span(f"[{', '.join(map(str, lead))}]", "aside"),)] if lead else []
        panels.append([*title, *lines])
    drawn = beside(panels, width)
    if remark := _remark(elements, len(panels), scale):
        drawn.append((Span(remark, "aside"),))
    return drawn


def elements_words(elements: Elements) -> list[Line]:
    """The elements row by row."""
    if 0 in elements.shape:
        return [(Span(tr("no elements: a dimension is 0")),)]
    numbers = by_index(elements)
    columns = elements.kept[-1] if elements.kept else ()
    lines: list[Line] = []
    if elements.kept and len(columns) < elements.shape[-1]:
        shown = ", ".join(map(str, columns))
        lines.append((Span(tr("columns {shown} of {all}", shown=shown, all=elements.shape[-1])),))
    for lead in product(*elements.kept[:-1]):
        row = [(*lead, column) for column in columns] or [()]
        text = ", ".join(number(numbers[place]).text for place in row)
        index = ", ".join(map(str, lead))
        lines.append((Span(tr("row {index}: {row}", index=index, row=text) if lead else text),))
    return lines


def _remark(elements: Elements, panels: int, scale: float) -> str:
    """What the tints mean, and how much is left out."""
    parts = []
    if len(elements.data) > 1 and scale and not isinstance(elements.data[0], bool):
        full = int(scale) if isinstance(elements.data[0], int) else scale
        parts.append(tr("full tint at {scale}", scale=number(full).text))
    whole = math.prod(elements.shape)
    per_panel = math.prod(map(len, elements.kept[-2:]))
    shown = panels * per_panel
    if shown < whole:
        parts.append(tr("{shown} of {whole} elements", shown=shown, whole=whole))
    return tr(", ").join(parts)


@dataclass(frozen=True)
class _Panel:
    """Two dimensions of a tensor, or all of one that has fewer."""

    elements: Elements
    numbers: dict[tuple[int, ...], Number]
    lead: tuple[int, ...]
    scale: float
    width: int

    def lines(self) -> Iterator[Line]:
        kept = self.elements.kept[len(self.lead) :]
        columns = list(kept[-1]) if kept else [0]
        rows: list[int | None] = list(kept[0]) if len(kept) == 2 else [None]
        margin = max((len(str(row)) + 1 for row in rows if row is not None), default=0)
        texts = [self._number(row, column).text for row, column in product(rows, columns)]
        wide = max(map(cells, texts)) + 2  # a blank, and the sign of its size
        under_index = max(wide, *(len(str(column)) for column in columns))
        room = self.width - margin - 2
        gaps = self._gaps(columns, self.elements.shape[-1] if kept else 1)
        if _span(columns, gaps, under_index) <= room:
            yield from self._framed(rows, columns, gaps, margin, under_index)
        elif _span(columns, gaps, wide) <= room:
            yield from self._framed(rows, columns, gaps, margin, wide)
        elif rows == [None] and (strips := _strips(columns, gaps, under_index, room)):
            for strip in strips:
                yield from self._framed(rows, strip, gaps, margin, under_index)
        else:
            yield from self._in_signs(rows, columns, gaps, margin, room)

    def _in_signs(
        self, rows: list[int | None], columns: Sequence[int], gaps: set[int], margin: int, room: int
    ) -> Iterator[Line]:
        """Where there is no room for numbers: sign and size alone, of as many columns as fit."""
        shown = columns
        while len(shown) > 1 and _span(shown, gaps, 2) > room:
            shown = shown[:-1]
            gaps = gaps | {shown[-1]}
        yield from self._framed(rows, shown, gaps, margin, 2)

    def _gaps(self, columns: list[int], size: int) -> set[int]:
        """The columns behind which others are left out."""
        behind = {one for one, other in pairwise(columns) if other != one + 1}
        return behind | ({columns[-1]} if columns[-1] != size - 1 else set())

    def _framed(
        self, rows: list[int | None], columns: Sequence[int], gaps: set[int], margin: int, wide: int
    ) -> Iterator[Line]:
        blank = Span(" " * margin)
        span = _span(columns, gaps, wide)
        rule = LINES[LEFT | RIGHT] * span
        if self.elements.shape and wide > 2 and all(len(str(one)) <= wide for one in columns):
            numbers = "".join(
                str(column).center(wide) + " " + "  " * (column in gaps) for column in columns
            )
            yield (blank, Span(f" {numbers}".rstrip(), "gutter"))
        yield (blank, Span(f"{LINES[DOWN | RIGHT]}{rule}{LINES[DOWN | LEFT]}", "aside"))
        before: int | None = None
        for row in rows:
            if row is not None and before is not None and row != before + 1:
                yield (blank, Span(DOWNWARDS.center(span + 2).rstrip(), "aside"))
            before = row
            parts = [Span("" if row is None else f"{row:>{margin - 1}} ", "gutter")]
            parts.append(Span(LINES[UP | DOWN], "aside"))
            for column in columns:
                parts.append(self._cell(self._number(row, column), wide))
                if column in gaps:
                    parts.append(Span(f" {ACROSS}", "aside"))
                if column != columns[-1]:
                    parts.append(Span(" "))
            yield (*parts, Span(LINES[UP | DOWN], "aside"))
        yield (blank, Span(f"{LINES[UP | RIGHT]}{rule}{LINES[UP | LEFT]}", "aside"))

    def _number(self, row: int | None, column: int) -> Number:
        place = [*self.lead] + ([row] if row is not None else []) + [column]
        return self.numbers[tuple(place[: len(self.elements.shape)])]

    def _cell(self, one: Number, wide: int) -> Span:
        """A number with the sign of its size; where there is no room, plus or minus and that."""
        share = self._share(one)
        level = " "
        if share is None:
            level = "!"
        elif share and (wide == 2 or not draws_in_ascii()):  # a bar is like no digit
            level = SIZES[min(int(share * len(SIZES)), len(SIZES) - 1)]
        text = one.text if wide > 2 else self._sign(one)
        return Span(text.rjust(wide - 1) + level, _role(one, share))

    def _sign(self, one: Number) -> str:
        if one.size is None:
            return "?"
        return "-" if one.size < 0 else "+" if one.size > 0 else NONE

    def _share(self, one: Number) -> float | None:
        """How large it is of the largest; None where it is not finite."""
        if one.size is None or not math.isfinite(one.size):
            return None
        return abs(one.size) / self.scale if self.scale else 0.0


def _span(columns: Sequence[int], gaps: set[int], wide: int) -> int:
    """How wide a row of cells is, with the sign behind those that others are left out behind."""
    return sum(wide + 1 + 2 * (column in gaps) for column in columns) - 1


def _strips(
    columns: Sequence[int], gaps: set[int], wide: int, room: int
) -> Sequence[Sequence[int]]:
    """The columns in as few parts of like length as fit; none where that takes too many."""
    for parts in range(2, MOST_STRIPS + 1):
        length = math.ceil(len(columns) / parts)
        strips = [columns[at : at + length] for at in range(0, len(columns), length)]
        if all(_span(strip, gaps, wide) <= room for strip in strips):
            return strips
    return ()


def _role(one: Number, share: float | None) -> Role:
    if share is None:
        return "bad"
    if not share:
        return "plain"
    tints = MINUS if one.size is not None and one.size < 0 else PLUS
    return tints[min(int(share * len(tints)), len(tints) - 1)]
