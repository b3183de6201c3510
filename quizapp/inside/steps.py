"""A trace as text: each line that was run, and below it what it did to which tensors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise
from quizapp.inside.places import Part, Place, place_of, shown_parts
from quizapp.inside.sightings import ShownTensor, Teller
from quizapp.inside.spans import Line, Span, flow, in_a_line
from quizapp.text.cells import cells, cut
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from runner.protocol.anatomy import Step, Trace

LONGEST_TYPE = 80
"""Characters of an exception's name."""

REMARKS: Mapping[Part, str] = {"code": "", "setup": mark("  setup"), "attempt": mark("  yours")}
"""What is said of a step by the part of the code that it is in."""


@dataclass(frozen=True)
class ShownStep:
    """A line that was run, as it is told of. `raised` is what left it, by its type."""

    place: Place | None
    source: str
    tensors: tuple[ShownTensor, ...]
    raised: str | None


@dataclass(frozen=True)
class ShownTrace:
    """A trace as it is told of; `failed_at` is the index of the step that ended the code."""

    steps: tuple[ShownStep, ...]
    is_whole: bool
    failed_at: int | None = None

    @property
    def digits(self) -> int:
        """Columns that the line numbers take; one stays free behind them for a pointer."""
        numbers = (step.place.line for step in self.steps if step.place)
        return len(str(max(numbers, default=1)))

    def blocks(self, width: int) -> list[list[Line]]:
        """The lines of each step."""
        digits = self.digits
        return [step_lines(step, digits=digits, width=width) for step in self.steps]

    def lines(self, width: int) -> list[Line]:
        """The whole of it."""
        remark: list[Line] = [(Span(self.remark, "aside"),)] if self.remark else []
        return [line for block in self.blocks(width) for line in block] + remark

    def words(self) -> list[Line]:
        """The whole of it without columns, each tensor in a line of its own."""
        lines: list[Line] = []
        times = Counter[Place | None]()
        for step in self.steps:
            where = tr(REMARKS[step.place.part]) if step.place else ""
            number, source = step.place.line if step.place else "?", step.source.strip()
            times[step.place] += 1
            head = tr("line {line}: {source}", line=number, source=source)
            if step.place and (time := times[step.place]) > 1:
                head = tr(
                    "line {line}, time {time}: {source}", line=number, time=time, source=source
                )
            lines.append((Span(f"{head}{where}"),))
            for tensor in step.tensors:
                told = tr(", ").join(part.text for part in tensor.parts)
                lines.append((Span(tr("  {name}: {told}", name=tensor.name, told=told)),))
            if step.raised:
                lines.append((Span(tr("  raised {raised}", raised=step.raised)),))
        return [*lines, (Span(self.remark),)] if self.remark else lines

    @property
    def remark(self) -> str:
        """What is to be said below the steps."""
        if not self.is_whole:
            return tr("… and so on: more was run than is traced.")
        return (
            ""
            if self.steps
            else tr("There is nothing to tell of: no line made or changed a tensor.")
        )


def shown_trace(
    trace: Trace, exercise: Exercise, *, failed: bool = False, attempt: str = ""
) -> ShownTrace:
    """A trace in words. Where the code `failed`, the last step that raised ended it.

    Of code that the learner handed in, an `attempt`, the tests are left out.
    """
    seen = (tensor for step in trace.steps for tensor in step.tensors)
    teller = Teller(leaves=any(tensor.requires_grad for tensor in seen))
    parts = shown_parts(exercise, attempt)
    steps = [_shown(step, exercise, parts, teller) for step in trace.steps]
    raised = [step for step in steps if step.raised]
    if isinstance(exercise.card, TriedCard):
        steps = [step for step in steps if step.place is not None]
    # Of a trace that was cut short the end was not seen, and code may fail before its first line.
    end = raised[-1] if failed and raised and trace.is_whole else None
    at = [index for index, step in enumerate(steps) if step is end]
    return ShownTrace(tuple(steps), trace.is_whole, at[0] if at else None)


def step_lines(step: ShownStep, *, digits: int, width: int) -> list[Line]:
    """A step in lines; its number takes so many digits."""
    number = str(step.place.line) if step.place else "?"
    gutter = f"{number:>{digits}}  "
    where = tr(REMARKS[step.place.part]) if step.place else ""
    source = cut(step.source, width - cells(gutter + where))
    lines: list[Line] = [(Span(gutter, "gutter"), Span(source, "source"), Span(where, "aside"))]
    indent = Span(" " * (len(gutter) + 2))
    hang = Span(" " * (len(gutter) + 4))
    for tensor in step.tensors:
        head = (indent, Span(tensor.name, "name"))
        lines += flow(head, tensor.parts, width=width, hang=(hang,))
    if step.raised:
        lines.append((indent, Span(tr("raised {raised}", raised=step.raised), "bad")))
    return lines


def _shown(step: Step, exercise: Exercise, parts: Mapping[Part, str], teller: Teller) -> ShownStep:
    place = place_of(exercise, step.path, step.line)
    return ShownStep(
        place=place,
        source=source_at(parts, place),
        tensors=tuple(map(teller.tell, step.tensors)),
        raised=in_a_line(step.raised, most=LONGEST_TYPE) if step.raised else None,
    )


def source_at(parts: Mapping[Part, str], place: Place | None) -> str:
    """The line that stands there, made safe to show."""
    if place is None:
        return ""
    # Code may compile code of its own under the learner's name.
    line = parts[place.part].splitlines()[place.line - 1 : place.line]
    return visible("".join(line).rstrip())
