"""Predict cards: the learner predicts what torch makes of code."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from quizapp.asks.compare import compare
from quizapp.asks.exception import exception_in_words
from quizapp.asks.read import read_answer
from quizapp.asks.refused import is_of_the_machine
from quizapp.asks.show import USUAL_DIGITS, show
from quizapp.asks.table import KINDS
from quizapp.deck.answered import ALL_DIGITS, Seen, TruthCard, why_it_fails
from quizapp.deck.drawn import value_in
from quizapp.deck.parts import Ask, Draw, Expect, Mistake, Spot, Text
from quizapp.deck.phrases import ask_in_words, labelled
from quizapp.deck.predicted import grade_ask
from quizapp.deck.question import Piece, Question
from quizapp.deck.verdict import Verdict
from quizapp.text.language import Language, mark, tr
from quizapp.values.compare import Comparison
from quizapp.values.prediction import NotUnderstood
from quizapp.values.unknown import UNKNOWN
from runner.protocol.wire import MOST_ELEMENTS, Fact, Look, Outcome, Raised


@dataclass(frozen=True, kw_only=True)
class PredictCard(TruthCard):
    """Shows code, and asks one thing about it or several."""

    noun: ClassVar[str] = "ask"

    asks: tuple[Ask, ...]
    mistakes: tuple[Mistake, ...] = ()
    expect: tuple[Expect, ...] = ()
    """One for any draw, or one for each of some draws."""
    digits: int | None = None
    """Significant digits that a typed value must have right; None for the usual rule."""

    @property
    def may_hang(self) -> bool:
        return any(ask.kind == "hangs" for ask in self.asks)

    def in_draw(self, draw: Draw) -> Self:
        """The card where that is drawn; nothing is seen of a mistake once the code hangs."""
        if not any(mistake.kind == "hangs" for mistake in self.mistakes):
            return self

        def told(mistake: Mistake) -> Mistake:
            if mistake.kind != "hangs":
                return mistake
            here = mistake.when is None or bool(value_in(draw, mistake.when))
            return replace(mistake, told=(bool(value_in(draw, mistake.expression)), here))

        return replace(self, mistakes=tuple(map(told, self.mistakes)))

    @property
    def may_raise(self) -> bool:
        return any(ask.is_what_the_code_raises for ask in self.asks)

    @property
    def asks_for_output(self) -> bool:
        return any(ask.kind == "output" for ask in self.asks)

    @property
    def ideas(self) -> frozenset[str]:
        return frozenset(one.idea for one in self.mistakes if one.idea is not None)

    @property
    def by_chance(self) -> float:
        return math.prod(0.5 if KINDS[ask.kind].is_yes_or_no else 0.2 for ask in self.asks)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(ask.expression for ask in self.asks)

    def texts(self) -> Iterator[tuple[Spot, Text]]:
        yield from super().texts()
        for number, mistake in enumerate(self.mistakes):
            yield Spot("mistakes", number, "say"), mistake.say

    def looks_at(self) -> list[tuple[Look, Spot]]:
        """Behind the asks stand the mistakes, and last the conditions of some."""
        asks = [KINDS[ask.kind].look(ask.expression) for ask in self.asks]
        mistakes = [(mistake, Spot("mistakes", at)) for at, mistake in enumerate(self.mistakes)]
        return [
            *((look, Spot("ask", number)) for number, look in enumerate(asks)),
            *((_mistake_look(mistake), spot) for mistake, spot in mistakes),
            *((Look("bool", mistake.when), spot) for mistake, spot in mistakes if mistake.when),
        ]

    def mistakes_seen(self, facts: Sequence[Seen]) -> list[tuple[Mistake, Seen, Seen]]:
        """Each mistake with what was seen of it, and whether it is one in this draw.

        Given all facts of the card's snippet. Raises ValueError where they are not those.
        """
        behind_asks = len(self.looks()) - len(self.asks)
        if len(facts) < len(self.asks) + behind_asks:
            raise ValueError(f"these are not the facts of {self.id}")
        rest = facts[len(facts) - behind_asks :]
        conditions = iter(rest[len(self.mistakes) :])
        seen: list[tuple[Mistake, Seen, Seen]] = []
        for mistake, fact in zip(self.mistakes, rest, strict=False):
            here = next(conditions) if mistake.when else Fact("bool", True)
            if mistake.told is not None:
                comes_to, is_one = mistake.told
                fact, here = Fact("hangs", comes_to), Fact("bool", is_one)
            seen.append((mistake, fact, here))
        return seen

    def _mistakes_here(self, outcome: Outcome) -> list[tuple[Mistake, Seen]]:
        """Those that are mistakes in this draw, each with what was seen of it."""
        seen = self.mistakes_seen(outcome.facts)
        return [(mistake, fact) for mistake, fact, here in seen if here == Fact("bool", True)]

    def questions(self, shuffled: Sequence[int]) -> Sequence[Question]:
        return [_question(ask) for ask in self.asks]

    def answered(self, answers: Sequence[str], language: Language) -> Piece:
        """As typed, but a yes or no, which a key may have given, in the language spoken."""
        told = (
            tr(answer) if KINDS[ask.kind].is_yes_or_no else answer
            for ask, answer in zip(self.asks, answers, strict=False)
        )
        return Piece("words", tuple(told))

    def grade(self, answers: Sequence[str], outcome: Outcome) -> Verdict:
        mistakes = self._mistakes_here(outcome)
        graded = zip(self.asks, answers, self.truth(outcome), strict=True)
        return Verdict(
            asks=tuple(
                grade_ask(
                    ask,
                    answer,
                    truth,
                    [
                        (mistake, fact)
                        for mistake, fact in mistakes
                        if mistake.kind == ask.kind and mistake.of in (None, number)
                    ],
                    digits=self.digits,
                    told=self.truth_of,
                )
                for number, (ask, answer, truth) in enumerate(graded, 1)
            )
        )

    def grade_unknown(self, outcome: Outcome | None) -> Verdict:
        if outcome is None:
            raise TypeError(f"{self.id} has a truth, which needs an outcome")
        return self.grade([UNKNOWN] * len(self.asks), outcome)

    def _ideas_shown(self, verdict: Verdict, outcome: Outcome) -> Mapping[str, bool]:
        shown = {ask.idea for ask in verdict.asks}
        seen = self._mistakes_here(outcome)
        here = (mistake.idea for mistake, fact in seen if isinstance(fact, Fact))
        return {idea: idea in shown for idea in here if idea is not None}

    def why_not_gradable(self, outcome: Outcome) -> str | None:
        """An ask may ask what is raised.

        What raises without being asked about is not a truth that anybody could have predicted,
        and a value too large to be sent cannot be compared. Code that raises neither hangs nor
        comes to its end. Where it is this machine that raises, torch has not spoken.
        """
        if self.may_hang and outcome.raised is not None:
            return why_it_fails(outcome.raised)
        for ask, fact in zip(self.asks, outcome.facts, strict=False):
            if isinstance(fact, Raised):
                return why_it_fails(outcome.raised or fact)
            if raised := raised_by_the_machine(fact):
                shown = exception_in_words(*raised)
                return tr("asks what torch raises, and this machine does: {raised}", raised=shown)
            if ask.kind == "value" and (held := _what_is_not_held(fact.data)) is not None:
                why = (
                    mark("asks for {expression}, of which torch shows no elements")
                    if "shape" in held and math.prod(held["shape"]) <= MOST_ELEMENTS
                    else mark("asks for {expression}, which is too large to compare")
                )
                return tr(why, expression=ask.expression)
        return None

    def truth_of(self, ask: Ask, truth: Seen, *, digits: int = USUAL_DIGITS) -> str:
        """The truth of an ask in words: what was raised, with the rank where there are several.

        What code warns of is long, and told with what it printed.
        """
        shown = show(ask.kind, truth, digits=digits)
        if isinstance(truth, Raised):
            return shown
        if truth.data is None or isinstance(truth.data, bool):
            return tr(shown)  # yes, no, nothing
        if ask.kind == "warns":
            return tr("yes, {data}", data=truth.data["type"])
        if ask.kind not in ("raises", "fails"):
            return shown
        raised = show("raises", truth)
        if ask.is_what_the_code_raises and self.ranks > 1:
            raised = tr("rank {on_rank} raised {raised}", on_rank=self.on_rank, raised=raised)
        return tr("yes, {raised}", raised=raised) if ask.kind == "fails" else raised

    def described(self, number: int) -> dict[str, Any]:
        ask = self.asks[number]
        return {"kind": ask.kind, "expression": ask.expression}

    def name_of(self, number: int) -> str:
        return tr(
            "{kind} of {expression}",
            kind=self.asks[number].kind,
            expression=self.asks[number].expression,
        )

    def show(self, number: int, fact: Seen) -> str:
        return show(self.asks[number].kind, fact, digits=ALL_DIGITS)

    def same(self, number: int, one: Fact, other: Fact) -> bool:
        """Whether a learner who types the one fact gives the other as the answer."""
        return self.stays(number, self.show(number, one), other)

    def judge(self, ask: Ask, text: str, truth: Fact) -> Comparison | NotUnderstood:
        """Hold a text against the truth of an ask."""
        reading = read_answer(ask.kind, text)
        if isinstance(reading, NotUnderstood):
            return reading
        return compare(ask.kind, reading, truth, digits=self.digits)

    def accepts(self, ask: Ask, text: str, truth: Fact) -> bool:
        """Whether a text is graded right."""
        judgement = self.judge(ask, text, truth)
        return isinstance(judgement, Comparison) and judgement.right

    def kept(self, number: int, fact: Fact) -> str:
        kind = self.asks[number].kind
        text = show(kind, fact)
        return text.partition(": ")[0] if kind == "raises" else text  # no answer has the message

    def stays(self, number: int, kept: str, fact: Fact) -> bool:
        return self.accepts(self.asks[number], kept, fact)

    def labelled(self, number: int, text: str, language: Language) -> str:
        return labelled(self.asks[number], text)

    def in_a_line(self, facts: Sequence[Seen]) -> str:
        return "; ".join(
            labelled(ask, " ".join(show(ask.kind, fact).split()))
            for ask, fact in zip(self.asks, facts, strict=False)
            if ask_in_words(ask)
        )

    def told_lines(self, facts: Sequence[Seen], *, answered: bool) -> list[str]:
        told = zip(self.asks, facts, strict=False)
        return [labelled(ask, self.truth_of(ask, fact)) for ask, fact in told]

    def remarks(self, outcome: Outcome | None, language: Language) -> list[tuple[Piece, Text]]:
        assert outcome is not None
        return [
            (Piece("verbatim", (show(mistake.kind, fact),)), mistake.say)
            for mistake, fact in self._mistakes_here(outcome)
            if isinstance(fact, Fact)
        ]

    def asked(self, shuffled: Sequence[int], language: Language) -> Sequence[Piece]:
        return [Piece("words", tuple(map(ask_in_words, self.asks)))]

    def told(self, outcome: Outcome | None, language: Language) -> Sequence[Piece]:
        assert outcome is not None
        return [Piece("plain", tuple(self.told_lines(outcome.facts, answered=False)))]


def raised_by_the_machine(fact: Fact) -> tuple[str, str] | None:
    """The name and message of what was asked for and raised, where it tells of this machine."""
    match fact:
        case Fact("raises" | "fails", {"type": str(name), "message": str(message)}):
            return (name, message) if is_of_the_machine(name, message) else None
    return None


def _mistake_look(mistake: Mistake) -> Look:
    """What to observe of a mistake: kinds answered in words are compared as words."""
    kind = KINDS[mistake.kind]
    return (kind.mistaken_look or kind.look)(mistake.expression)


def _question(ask: Ask) -> Question:
    def read(text: str) -> str | NotUnderstood:
        reading = read_answer(ask.kind, text)
        return reading if isinstance(reading, NotUnderstood) else text

    kind = KINDS[ask.kind]
    return Question(
        text=ask_in_words(ask),
        how=tr(kind.example),
        read=read,
        in_lines=kind.is_in_lines,
        nothing="nothing" if kind.is_in_lines else "",
    )


def _what_is_not_held(value: Any) -> Any:
    """The part of a Value, see `runner.observed.observe`, that has come without what it holds.

    None where all has come.
    """
    if isinstance(value, list):
        return next((part for one in value if (part := _what_is_not_held(one)) is not None), None)
    if value["type"] != "none" and value.get("data", value.get("items", "")) is None:
        return value
    return _what_is_not_held(value.get("items", []))


KIND = PredictCard
