"""All the pictures of one run, and which of them is to be seen first."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, get_args

from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise
from quizapp.inside.places import Place, place_of
from quizapp.inside.spans import Line, Span
from quizapp.pictures.grid import value_lines
from quizapp.pictures.moments import Moment, moments_of
from quizapp.pictures.storage import is_shared, storage_lines
from quizapp.text.language import mark, tr
from runner.protocol.wire import Outcome

Kind = Literal["storage", "values"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TITLES: Mapping[Kind, str] = {"storage": mark("storage"), "values": mark("values")}
NOTHING = mark("There is nothing to be drawn: no line made a tensor.")

Draw = Callable[..., list[Line]]
DRAWN: Mapping[Kind, Draw] = {"storage": storage_lines, "values": value_lines}


class Album:
    """The pictures of an exercise that was run for them.

    `at` is an index of `moments` throughout. Of a card that is tried, its tests are left out.
    """

    def __init__(self, seen: Outcome, exercise: Exercise) -> None:
        self._exercise = exercise
        trace = seen.trace
        moments = moments_of(trace) if trace else ()
        if isinstance(exercise.card, TriedCard):
            moments = tuple(one for one in moments if self._place(one) is not None)
        self.moments: Sequence[Moment] = moments
        raised = [index for index, one in enumerate(moments) if one.step.raised]
        self.start = raised[-1] if seen.raised and raised else max(len(moments) - 1, 0)
        """The moment to begin with: where the code failed, or else its end."""

    def place(self, at: int) -> Place | None:
        """Where the line of a moment stands."""
        return self._place(self.moments[at]) if self.moments else None

    def _place(self, moment: Moment) -> Place | None:
        return place_of(self._exercise, moment.step.path, moment.step.line)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of picture that there are."""
        last = self.moments[-1] if self.moments else None
        return KINDS if last and last.tensors else ()

    @cached_property
    def first(self) -> Kind | None:
        """The kind that the card is about."""
        return next((kind for kind in self._liked() if kind in self.kinds), None)

    def _liked(self) -> Iterator[Kind]:
        asks = getattr(self._exercise.card, "asks", ())
        kinds = {ask.kind for ask in asks}
        expressions = " ".join(ask.expression for ask in asks)
        if "strides" in kinds or "shares(" in expressions or "stride" in expressions:
            yield "storage"
        if ".grad" in expressions:
            yield "values"
        if self.moments and is_shared(self.moments[-1]):
            yield "storage"
        yield "values"
        yield from KINDS

    def lines(self, kind: Kind | None, at: int, *, width: int) -> list[Line]:
        """One of them, or the sentence that there is none."""
        if kind is None:
            return [(Span(tr(NOTHING)),)]
        moment = self.moments[at]
        return DRAWN[kind](moment, width=width, wanted=self._wanted(moment))

    def _wanted(self, moment: Moment) -> list[str]:
        """The tensors that the card asks about."""
        roots = [
            node.id
            for ask in getattr(self._exercise.card, "asks", ())
            for node in _names(ask.expression)
        ]
        return [
            name
            for root in roots
            for name in moment.tensors
            if name == root or name.startswith((f"{root}.", f"{root}["))
        ]


def _names(expression: str) -> list[ast.Name]:
    try:
        tree = ast.parse(expression.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return [node for node in ast.walk(tree) if isinstance(node, ast.Name)]


def tabs(kinds: Sequence[Kind], present: Kind) -> Line:
    """The titles of the kinds, the present one marked."""
    spans: list[Span] = []
    for kind in kinds:
        title = tr(TITLES[kind])
        spans += [Span("  ")] if spans else []
        spans.append(Span(f"[{title}]", "name") if kind == present else Span(title, "aside"))
    return tuple(spans)
