"""A trace, step by step; the present step is lit."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content

from quizapp.inside.spans import Span
from quizapp.inside.steps import ShownStep, ShownTrace
from quizapp.text.language import tr
from quizapp.tui.widgets.code_view import LIT
from quizapp.tui.widgets.lines_view import LinesView, coloured, folded


class TraceView(LinesView):
    """The steps of a trace, one of them the present one."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._read: Callable[[], ShownTrace] | None = None
        self._shown: ShownTrace | None = None
        self._at = 0
        self._rows_of: list[range] = []

    def say(self, words: Span) -> None:
        """Show a sentence, and no trace."""
        self._read = self._shown = None
        self.show(lambda width: [(words,)])

    def show_trace(self, read: Callable[[], ShownTrace]) -> None:
        """Show a trace, which is read as soon as somebody looks: it may be long.

        The present step is the first, or where the code failed the one at which it did.
        """
        self._read, self._shown = read, None
        self._lay_out_anew()

    @property
    def step(self) -> ShownStep | None:
        """The present step; None where there is nothing to step through."""
        return self._trace.steps[self._at] if self._trace and self._trace.steps else None

    @property
    def place(self) -> str:
        """`step 3 of 7`; empty where there are no steps."""
        return (
            tr("step {at} of {steps}", at=self._at + 1, steps=len(self._trace.steps))
            if self._trace
            else ""
        )

    @property
    def rows_of_step(self) -> range:
        """The rows on which the present step stands."""
        self._fill(self.size.width)
        return self._rows_of[self._at] if self._rows_of else range(0)

    def steps_to(self, row: int) -> int:
        """How many steps further on a row is; 0 where it is of none."""
        found = (at - self._at for at, rows in enumerate(self._rows_of) if row in rows)
        return next(found, 0)

    def steps_to_edge(self, way: int) -> int:
        """How many steps further on the last is, or the first where `way` is below 0."""
        if self._trace is None or not self._trace.steps:
            return 0
        return (len(self._trace.steps) - 1 if way > 0 else 0) - self._at

    def steps_into(self, sight: range, way: int) -> int:
        """How many steps further on the first whole one on these rows is, or the last."""
        whole = (
            at - self._at
            for at, rows in list(enumerate(self._rows_of))[::way]
            if sight.start <= rows.start and rows.stop <= sight.stop
        )
        return next(whole, self.steps_to(sight[0 if way > 0 else -1]))

    def move(self, by: int) -> None:
        """Go on, or back, by so many steps."""
        if self._trace and self._trace.steps:
            self._at = min(max(self._at + by, 0), len(self._trace.steps) - 1)
            self.refresh()

    @property
    def _trace(self) -> ShownTrace | None:
        if self._read is not None:
            self._shown, self._read = self._read(), None
            self._at = self._shown.failed_at or 0
        return self._shown

    def _rows_for(self, width: int) -> list[Content]:
        self._rows_of = []
        if self._trace is None:
            return super()._rows_for(width)
        rows: list[Content] = []
        for block in self._trace.blocks(width):
            top = len(rows)
            rows += [row for line in block for row in folded(coloured(line), width)]
            self._rows_of.append(range(top, len(rows)))
        if self._trace.remark:
            rows += folded(coloured((Span(self._trace.remark, "aside"),)), width)
        return rows

    def _row(self, y: int) -> Content:
        row = super()._row(y)
        if self._trace is None or y not in self.rows_of_step:
            return row
        if y == self.rows_of_step.start:
            digits = self._trace.digits
            pointer = (">", "bold $text-accent")
            row = Content.assemble(row[:digits], pointer, row[digits + 1 :])
        return row.pad_right(max(self.size.width - row.cell_length, 0)).stylize(LIT)
