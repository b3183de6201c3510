"""Broadcasting as one writes it down: shapes aligned at their last dimension."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quizapp.inside.spans import Line, Span, in_a_line
from quizapp.pictures.moments import Moment
from quizapp.pictures.signs import CLASH, NONE, STRETCHED
from quizapp.text.cells import cells, padded
from quizapp.text.language import tr
from quizapp.text.words import counted
from runner.protocol.anatomy import Operation

LONGEST_NAME = 30
MOST_OPERATIONS = 12
"""Of a moment."""


def broadcast_lines(moment: Moment, *, width: int, wanted: Sequence[str] = ()) -> list[Line]:
    """The operations of a moment that stretch an operand, or could not."""
    return _each(moment, _Drawing.lines)


def broadcast_words(moment: Moment, *, wanted: Sequence[str] = ()) -> list[Line]:
    """The same, with no column in which shapes would stand below each other."""
    return _each(moment, _Drawing.words)


def _each(moment: Moment, tell: Callable[[_Drawing], list[Line]]) -> list[Line]:
    lines: list[Line] = []
    operations = moment.step.operations
    for done in operations[:MOST_OPERATIONS]:
        lines += [()] if lines else []
        lines += tell(_Drawing.of(done))
    if (more := len(operations) - MOST_OPERATIONS) > 0:
        told = counted(more, "more operation")
        lines += [(), (Span(tr("… and {more}", more=told), "aside"),)]
    return lines or [(Span(tr("This line stretches nothing.")),)]


@dataclass(frozen=True)
class _Drawing:
    """An operation, and the shape that its operands are stretched to; None where they clash.

    `target` has the largest size of each dimension; `clashes` are dimensions, by their index in
    it, in which two operands have different sizes other than 1.
    """

    done: Operation
    target: tuple[int, ...]
    clashes: frozenset[int]

    @classmethod
    def of(cls, done: Operation) -> _Drawing:
        """What becomes of the shapes."""
        shapes = [operand.shape for operand in done.operands]
        if done.result is not None:
            shapes.append(done.result)
        rank = max(map(len, shapes), default=0)
        columns = [[_at(shape, rank, dim) for shape in shapes] for dim in range(rank)]
        sizes = [{size for size in column if size not in (None, 1)} for column in columns]
        # In a clash the first operand is what others are held against.
        target = tuple(
            next((size for size in column if size in own and size is not None), 1)
            for column, own in zip(columns, sizes, strict=True)
        )
        if done.result is not None:
            return cls(done, done.result, frozenset())
        return cls(done, target, frozenset(dim for dim in range(rank) if len(sizes[dim]) > 1))

    @property
    def is_in_place(self) -> bool:
        return self.done.name.endswith("_")

    def lines(self) -> list[Line]:
        """The name, a row for each shape, and what that means in words."""
        rank = len(self.target)
        rows = [
            [self._size(_at(operand.shape, rank, dim), dim) for dim in range(rank)]
            for operand in self.done.operands
        ]
        result = [Span(str(size)) for size in self.target]
        if self.done.result is not None:
            rows.append(result)
        names = [self._name(index) for index in range(len(self.done.operands))]
        names.append(tr("result"))
        margin = max(map(cells, names)) + 2
        wide = [max((cells(row[dim].text) for row in rows), default=0) for dim in range(rank)]
        lines: list[Line] = [(Span(in_a_line(self.done.name, most=LONGEST_NAME), "source"),)]
        for name, row in zip(names, rows, strict=False):
            line = [Span(padded(name, margin), "name"), Span("(")]
            for dim, size in enumerate(row):
                line.append(Span(" " * (wide[dim] - cells(size.text)) + size.text, size.role))
                line += [Span(", ")] if dim < rank - 1 else []
            lines.append((*line, Span(")")))
        return [*lines, *self._remarks()]

    def words(self) -> list[Line]:
        """The name, each shape, and what that means."""
        shapes = [
            (self._name(index), str(operand.shape))
            for index, operand in enumerate(self.done.operands)
        ]
        if self.done.result is not None:
            shapes.append((tr("result"), str(self.done.result)))
        return [
            (Span(in_a_line(self.done.name, most=LONGEST_NAME)),),
            *((Span(tr("{label}: {text}", label=name, text=shape)),) for name, shape in shapes),
            *self._remarks(),
        ]

    def _name(self, index: int) -> str:
        text = in_a_line(self.done.operands[index].text, most=LONGEST_NAME)
        return text or tr("operand {number}", number=index + 1)

    def _size(self, size: int | None, dim: int) -> Span:
        target = self.target[dim]
        if size is None:
            return Span(f"{NONE}{STRETCHED}{target}", "changed")
        if dim in self.clashes and size not in (1, target):
            return Span(f"{size}{CLASH}{target}", "bad")
        if size == 1 != target:
            return Span(f"1{STRETCHED}{target}", "changed")
        return Span(str(size))

    def _remarks(self) -> list[Line]:
        rank = len(self.target)
        if self.clashes:
            told = tr(
                "Sizes that differ go together only where one is 1: not in dim {dims}.",
                dims=", ".join(str(dim - rank) for dim in sorted(self.clashes)),
            )
            return [(Span(told, "bad"),)]
        if self.done.result is None:
            told = (
                tr("torch raised: what is written to is not stretched.")
                if self.is_in_place
                else tr("torch raised.")
            )
            return [(Span(told, "bad"),)]
        words = []
        for index, operand in enumerate(self.done.operands):
            sizes = [_at(operand.shape, rank, dim) for dim in range(rank)]
            dims = [
                str(dim)
                for dim, (size, target) in enumerate(zip(sizes, self.target, strict=True))
                if size is None or size == 1 != target
            ]
            if dims and -1 not in operand.shape:
                name = self._name(index)
                words.append(
                    tr(
                        "{name}, of {count}, is repeated along dim {dims}",
                        name=name,
                        count=counted(math.prod(operand.shape), "element"),
                        dims=", ".join(dims),
                    )
                )
        lines: list[Line] = [(Span(one, "aside"),) for one in words]
        if -1 not in self.target:
            count = counted(math.prod(self.target), "element")
            lines.append((Span(tr("the result has {count}", count=count), "aside"),))
        return lines


def _at(shape: Sequence[int], rank: int, dim: int) -> int | None:
    """The size of a dimension, counted from the first of so many; None where the shape has none."""
    own = dim - (rank - len(shape))
    return shape[own] if own >= 0 else None
