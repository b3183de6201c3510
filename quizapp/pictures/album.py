"""All the pictures of one run, and which of them is to be seen first."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import compress
from typing import Literal, get_args

from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise
from quizapp.inside.places import Place, place_of, shown_parts
from quizapp.inside.spans import Line, Span
from quizapp.inside.steps import source_at
from quizapp.inside.tree import graph_words
from quizapp.pictures.boxes import Boxes
from quizapp.pictures.broadcast import broadcast_lines, broadcast_words
from quizapp.pictures.grid import value_lines, value_words
from quizapp.pictures.moments import Moment, moments_of
from quizapp.pictures.ranks import COLLECTIVE, Deed, Ranks, deeds_of
from quizapp.pictures.storage import is_shared, storage_lines, storage_words
from quizapp.text.language import mark, tr
from runner.protocol.anatomy import Trace
from runner.protocol.wire import Outcome

Kind = Literal["storage", "values", "broadcasting", "ranks", "graph"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TITLES: Mapping[Kind, str] = {
    "storage": mark("storage"),
    "values": mark("values"),
    "broadcasting": mark("broadcasting"),
    "ranks": mark("ranks"),
    "graph": mark("graph"),
}
NOTHING = mark("There is nothing to be drawn: no line made a tensor.")

ABOUT_THE_GRAPH = re.compile(r"grad_fn|is_leaf|requires_grad|next_functions|saved_tensors")
INSIDE_THE_GRAPH = re.compile(r"saved_tensors_hooks|next_functions|\._saved_")
"""Code with which a card is about the graph, whatever it asks."""

Draw = Callable[..., list[Line]]
DRAWN: Mapping[Kind, Draw] = {
    "storage": storage_lines,
    "values": value_lines,
    "broadcasting": broadcast_lines,
}
TOLD: Mapping[Kind, Draw] = {
    "storage": storage_words,
    "values": value_words,
    "broadcasting": broadcast_words,
}


class Album:
    """The pictures of an exercise that was run for them.

    `at` is an index of `moments` throughout, and of what any rank did in a picture of ranks. Of a
    card that is tried, its tests are left out.
    """

    def __init__(self, seen: Outcome, exercise: Exercise) -> None:
        self._exercise = exercise
        self.moments = moments = self._told(seen.trace) if seen.trace else ()
        raised = [index for index, one in enumerate(moments) if one.step.raised]
        self._end = raised[-1] if seen.raised and raised else max(len(moments) - 1, 0)
        self._ranks = Ranks([self._told(trace) for trace in seen.ranks])
        self._deeds = deeds_of(moments)
        self._has_ranks = len(seen.ranks) > 1
        self._graph = seen.graph
        self.boxes = Boxes(seen.graph) if seen.graph and seen.graph.roots else None
        """The autograd graph, where there is one."""

    def _told(self, trace: Trace) -> Sequence[Moment]:
        moments = moments_of(trace)
        if isinstance(self._exercise.card, TriedCard):
            path_and_line = [(one.step.path, one.step.line) for one in moments]
            places = [place_of(self._exercise, *where) for where in path_and_line]
            moments = tuple(compress(moments, places))
        return moments

    def place(self, kind: Kind | None, at: int) -> Place | None:
        """Where the line stands that a picture is of; None for the end of all ranks."""
        deeds = self._deeds_in(kind)
        return place_of(self._exercise, deeds[at].path, deeds[at].line) if at < len(deeds) else None

    def _deeds_in(self, kind: Kind | None) -> Sequence[Deed]:
        return self._ranks.deeds if kind == "ranks" else self._deeds

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of picture that there are."""
        last = self.moments[-1] if self.moments else None
        if last is None or not last.tensors:
            return ()
        there = {
            "broadcasting": bool(self.stops("broadcasting")),
            "ranks": self._has_ranks,
            "graph": self.boxes is not None,
        }
        return tuple(kind for kind in KINDS if there.get(kind, True))

    def stops(self, kind: Kind | None) -> Sequence[int]:
        """The moments that there is a picture of; of ranks, their end is the last."""
        if kind == "ranks":
            return range(len(self._ranks.deeds) + 1)
        every = range(len(self.moments))
        if kind == "broadcasting":
            return [at for at in every if self.moments[at].step.operations]
        return () if kind == "graph" else every

    def start(self, kind: Kind | None) -> int:
        """The moment to begin with: where the code failed, or its end."""
        if kind == "ranks":
            return self._start_of_ranks()
        stops = [at for at in self.stops(kind) if at <= self._end]
        return stops[-1] if stops else self._end

    def _start_of_ranks(self) -> int:
        """A collective, or what else changed something last; the end where nothing did."""
        changed = [at for at in self.stops("ranks")[:-1] if self._ranks.has_changed(at)]
        parts = shown_parts(self._exercise)
        for at in changed:
            if COLLECTIVE.search(source_at(parts, self.place("ranks", at))):
                return at
        return changed[-1] if changed else self.stops("ranks")[-1]

    def turned(self, at: int, old: Kind, new: Kind) -> int:
        """From one kind of picture to another at the same line, or to where that begins."""
        here, there = self._deeds_in(old)[at : at + 1], self._deeds_in(new)
        same = there.index(here[0]) if here and here[0] in there else None
        if same is not None and (new == "graph" or same in self.stops(new)):
            return same
        return self.start(new)

    @cached_property
    def first(self) -> Kind | None:
        """The kind that the card is about."""
        return next((kind for kind in self._liked() if kind in self.kinds), None)

    def _liked(self) -> Iterator[Kind]:
        asks = getattr(self._exercise.card, "asks", ())
        kinds = {ask.kind for ask in asks}
        expressions = " ".join(ask.expression for ask in asks)
        code = self._exercise.shown_code
        if (
            "grad_fn" in kinds
            or ABOUT_THE_GRAPH.search(expressions)
            or INSIDE_THE_GRAPH.search(code)
        ):
            yield "graph"
        if "strides" in kinds or "shares(" in expressions or "stride" in expressions:
            yield "storage"
        if self._has_ranks:
            yield "ranks"
        if ".grad" in expressions:
            yield "values"
        if self.stops("broadcasting") and kinds & {"shape", "raises", "fails", "value"}:
            yield "broadcasting"
        if self.moments and is_shared(self.moments[-1]):
            yield "storage"
        yield "values"
        yield from KINDS

    def lines(self, kind: Kind | None, at: int, *, width: int) -> Sequence[Line]:
        """One of them, or the sentence that there is none."""
        if kind is None:
            return [(Span(tr(NOTHING)),)]
        if kind == "graph":
            assert self.boxes is not None
            return self.boxes.draw(self.first_box, width).lines
        if kind == "ranks":
            return self._ranks.lines(at, width=width, wanted=self._wanted)
        moment = self.moments[at]
        return DRAWN[kind](moment, width=width, wanted=self._wanted(moment))

    def words(self, kind: Kind, at: int) -> Sequence[Line]:
        """What such a picture shows, line by line, for who cannot see a drawing."""
        if kind == "graph":
            assert self._graph is not None
            return graph_words(self._graph)
        if kind == "ranks":
            return self._ranks.words(at, wanted=self._wanted)
        moment = self.moments[at]
        return TOLD[kind](moment, wanted=self._wanted(moment))

    @property
    def first_box(self) -> int:
        """The box of the graph to begin with."""
        assert self.boxes is not None
        return self.boxes.begin(self._wanted(self.moments[-1]))

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
