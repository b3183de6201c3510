"""Storages as strips of cells, and under each cell where in which view it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice, product

from quizapp.inside.spans import ENDLESS, Line, Span, flow, in_a_line
from quizapp.pictures.moments import Moment, by_index
from quizapp.pictures.numbers import number
from quizapp.pictures.signs import ALL, DOWN, LEFT, LINES, NONE, RIGHT, TIMES, UP, WHOLE
from quizapp.text.cells import cells, padded
from quizapp.text.language import tr
from quizapp.text.words import counted
from runner.protocol.anatomy import Sighting

MOST_STORAGES = 6
MOST_NAMES = 16
"""Of all storages that are drawn, but of the first in any case."""
MOST_VIEWS = 8
"""Of one storage."""
MOST_CELLS = 64
"""Of a strip."""
LEAST_WIDE = 3
"""Columns of a cell."""
AROUND = 2
"""Cells that are drawn on each side of views in a storage that is too large to be drawn."""
MOST_PLACES = 4_096
"""Elements of a view whose cells are looked for."""
LONGEST_NAME = 16


def storage_lines(moment: Moment, *, width: int, wanted: Sequence[str] = ()) -> list[Line]:
    """The storages of a moment, those first that are shared."""
    return _each(moment, wanted, lambda strip: _Strip(strip, width).lines())


def storage_words(moment: Moment, *, wanted: Sequence[str] = ()) -> list[Line]:
    """The same without a drawing: a line for each cell, with the places that it is."""
    return _each(moment, wanted, lambda strip: _Strip(strip, ENDLESS).words())


def _each(
    moment: Moment, wanted: Sequence[str], tell: Callable[[Sequence[Sighting]], Iterable[Line]]
) -> list[Line]:
    lines: list[Line] = []
    strips = _strips(moment, wanted)
    named = list(accumulate(min(len(strip), MOST_VIEWS) for strip in strips[:MOST_STORAGES]))
    shown = max(sum(count <= MOST_NAMES for count in named), 1)
    for strip in strips[:shown]:
        if lines:
            lines.append(())
        lines += tell(strip)
    apart = [seen for seen in moment.named(wanted) if not _has_cells(seen)]
    if apart:
        names = in_a_line(", ".join(seen.name for seen in apart[:MOST_VIEWS]), most=200)
        lines += [()] if lines else []
        lines.append((Span(tr("No cells to be drawn: {names}", names=names), "aside"),))
    if (more := len(strips) - shown) > 0:
        lines += [(), (Span(tr("… and {more}", more=counted(more, "more storage")), "aside"),)]
    return lines or [(Span(tr("There is no tensor yet.")),)]


def is_shared(moment: Moment) -> bool:
    """Whether several names have one storage, or a view does not lie row by row."""
    return any(len(strip) > 1 or _is_apart(strip[0]) for strip in _strips(moment, ()))


def _is_apart(seen: Sighting) -> bool:
    """Its cells are not those of its storage one after the other."""
    return seen.portrait is not None and seen.portrait.cells != math.prod(seen.shape)


def _has_cells(seen: Sighting) -> bool:
    portrait = seen.portrait
    return portrait is not None and portrait.cells is not None and seen.strides is not None


def _strips(moment: Moment, wanted: Sequence[str]) -> list[list[Sighting]]:
    """The tensors of each storage. Of one dtype's size: another has other cells."""
    found: dict[object, list[Sighting]] = {}
    for seen in moment.named(wanted):
        if _has_cells(seen) and seen.portrait:
            found.setdefault((seen.storage, seen.portrait.cells), []).append(seen)
    order = list(moment.tensors)
    for strip in found.values():
        strip.sort(key=lambda seen: (seen.is_view, order.index(seen.name)))
    return sorted(found.values(), key=lambda strip: len(strip) == 1)


class _Strip:
    def __init__(self, tensors: Sequence[Sighting], width: int) -> None:
        self._tensors = tensors
        self._width = width
        portrait = tensors[0].portrait
        self._cells = portrait.cells if portrait and portrait.cells else 0
        names = [self._name(seen) for seen in tensors[:MOST_VIEWS]]
        self._margin = max(map(cells, (*names, tr("cell")))) + 1

    def lines(self) -> Iterator[Line]:
        shown = self._tensors[:MOST_VIEWS]
        yield from self._head()
        if not self._cells:
            yield (Span(tr("It has no cells."), "aside"),)
            return
        drawn = self._drawn(shown)
        marks = [_marks(seen, drawn) for seen in shown]
        values = _values(shown, drawn)
        texts = [text for told in (values, *marks) for text in told.values()]
        wide = max(LEAST_WIDE, *map(cells, texts), len(str(drawn[-1])))
        fit = max((self._width - self._margin - 1) // (wide + 1), 1)
        if len(shown) == 1:  # one row says it all
            drawn = drawn[:fit]
        if drawn.start:
            before = counted(drawn.start, "cell")
            yield (Span(tr("… after {before}", before=before), "aside"),)
        for at in range(0, len(drawn), fit):
            row = drawn[at : at + fit]
            yield from self._row(row, wide, values, list(zip(shown, marks, strict=True)))
        if drawn.stop < self._cells:
            more = counted(self._cells - drawn.stop, "more cell")
            yield (Span(tr("… and {more}", more=more), "aside"),)
        for seen in shown:
            head = (Span(padded(self._name(seen), self._margin), "name"),)
            hang = (Span(" " * (self._margin + 2)),)
            yield from flow(head, self._facts(seen), width=self._width, hang=hang)
        if (more_names := len(self._tensors) - MOST_VIEWS) > 0:
            more = counted(more_names, "more name")
            yield (Span(tr("… and {more}", more=more), "aside"),)

    def words(self) -> Iterator[Line]:
        shown = self._tensors[:MOST_VIEWS]
        yield from self._head()
        drawn = self._drawn(shown)
        marks = [_marks(seen, drawn) for seen in shown]
        values = _values(shown, drawn)
        for cell in drawn:
            parts = [values[cell]] if cell in values else []
            for seen, own in zip(shown, marks, strict=True):
                parts += [_place_in_words(self._name(seen), own[cell])] if cell in own else []
            told = tr(", ").join(parts)
            yield (Span(tr("cell {cell}: {told}", cell=cell, told=told)),)
        if drawn.stop < self._cells:
            more = counted(self._cells - drawn.stop, "more cell")
            yield (Span(tr("… and {more}", more=more)),)
        for seen in shown:
            facts = tr(", ").join(fact.text for fact in self._facts(seen))
            yield (Span(tr("{label}: {text}", label=self._name(seen), text=facts)),)

    def _drawn(self, shown: Sequence[Sighting]) -> range:
        """The cells that are drawn: all, or where those are too many the ones of views."""
        if self._cells <= MOST_CELLS:
            return range(self._cells)
        ends = [_ends(seen) for seen in shown[1:]] or [(0, MOST_CELLS)]
        # A storage that was made smaller may end before a view of it begins.
        start = max(min(self._cells, *(first for first, _ in ends)) - AROUND, 0)
        last = max(last for _, last in ends) + AROUND
        return range(start, min(last + 1, start + MOST_CELLS, self._cells))

    def _head(self) -> Iterator[Line]:
        first = self._tensors[0]
        names = ", ".join(self._name(seen) for seen in self._tensors[:MOST_VIEWS])
        own = counted(self._cells, "cell")
        head = Span(tr("storage {label}", label=in_a_line(first.storage or "", most=20)), "name")
        told = [Span(tr(", ").join([own, in_a_line(first.dtype, most=20)]))]
        if len(self._tensors) > 1:
            told.append(Span(tr("shared by {names}", names=names)))
        yield from flow((head,), told, width=self._width, hang=(Span("  "),))

    def _name(self, seen: Sighting) -> str:
        return in_a_line(seen.name, most=LONGEST_NAME)

    def _row(
        self,
        row: range,
        wide: int,
        values: dict[int, str],
        views: Sequence[tuple[Sighting, dict[int, str]]],
    ) -> Iterator[Line]:
        rule = LINES[LEFT | RIGHT] * wide
        bar = Span(LINES[UP | DOWN], "aside")
        blank = Span(" " * self._margin)

        def ruled(left: int, between: int, right: int) -> Line:
            ends = (LINES[left], LINES[between].join([rule] * len(row)))
            return (blank, Span(f"{ends[0]}{ends[1]}{LINES[right]}", "aside"))

        yield ruled(DOWN | RIGHT, DOWN | LEFT | RIGHT, DOWN | LEFT)
        parts: list[Span] = [blank, bar]
        for cell in row:
            text = values.get(cell)
            parts += [Span((text or NONE).center(wide)), bar]
        yield tuple(parts)
        yield ruled(UP | RIGHT, UP | LEFT | RIGHT, UP | LEFT)
        numbers = " ".join(str(cell).center(wide) for cell in row).rstrip()
        yield (Span(padded(tr("cell"), self._margin + 1), "aside"), Span(numbers, "gutter"))
        for seen, marks in views:
            line: list[Span] = [Span(padded(self._name(seen), self._margin + 1), "name")]
            for cell in row:
                mark = marks.get(cell)
                text = (mark or NONE).center(wide)
                line.append(Span(f"{text} ", "aside" if mark is None else "changed"))
            yield tuple(line)

    def _facts(self, seen: Sighting) -> list[Span]:
        """How one walks through a tensor, in words."""
        assert seen.portrait is not None and seen.strides is not None
        facts = [Span(f"{seen.shape}"), Span(tr("strides {strides}", strides=seen.strides))]
        if seen.portrait.offset:
            facts.append(Span(tr("begins at cell {offset}", offset=seen.portrait.offset)))
        if 0 not in seen.shape:
            facts += _steps(seen)
        return facts


def _steps(seen: Sighting) -> Iterator[Span]:
    """How far one step in each dimension goes."""
    for dim, (size, stride) in enumerate(zip(seen.shape, seen.strides or (), strict=False)):
        if size > 1 and stride == 0:
            yield Span(tr("a step in dim {dim} stays in its cell", dim=dim), "aside")
        elif size > 1:
            far = counted(stride, "cell")
            yield Span(tr("a step in dim {dim} jumps {far}", dim=dim, far=far), "aside")


def _ends(seen: Sighting) -> tuple[int, int]:
    """The first and the last cell of a tensor."""
    return _cell(seen, ()), _cell(seen, [max(size - 1, 0) for size in seen.shape])


def _values(tensors: Iterable[Sighting], within: range) -> dict[int, str]:
    """What stands in these cells, as far as the tensors tell."""
    values: dict[int, str] = {}
    for seen in reversed(list(tensors)):
        elements = seen.portrait.elements if seen.portrait else None
        if elements and elements.shape == seen.shape and len(seen.strides or ()) == len(seen.shape):
            for place, element in by_index(elements).items():
                if (cell := _cell(seen, place)) in within:
                    values[cell] = number(element).text
    return values


def _marks(seen: Sighting, within: range) -> dict[int, str]:
    """For each of these cells that a tensor has, its index there."""
    strides = seen.strides or ()
    repeated = [size > 1 and stride == 0 for size, stride in zip(seen.shape, strides, strict=False)]
    ranges = [
        range(1 if again else min(size, MOST_PLACES))
        for size, again in zip(seen.shape, repeated, strict=False)
    ]
    marks: dict[int, list[str]] = {}
    for place in islice(product(*ranges), MOST_PLACES):
        if (cell := _cell(seen, place)) not in within:
            continue
        index = ",".join(
            ALL if again else str(part) for part, again in zip(place, repeated, strict=True)
        )
        marks.setdefault(cell, []).append(index)
    return {
        cell: (told[0] if len(told) == 1 else f"{len(told)}{TIMES}") or WHOLE
        for cell, told in marks.items()
    }


def _place_in_words(name: str, mark: str) -> str:
    """`x[1,0]`, of a mark; `x` where it has no dimensions."""
    if mark.endswith(TIMES):
        return tr("{count} places of {name}", count=mark.removesuffix(TIMES), name=name)
    return name if mark == WHOLE else f"{name}[{mark}]"


def _cell(seen: Sighting, place: Sequence[int]) -> int:
    offset = seen.portrait.offset if seen.portrait else 0
    steps = zip(place, seen.strides or (), strict=False)
    return (offset or 0) + sum(index * stride for index, stride in steps)
