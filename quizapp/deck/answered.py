"""Cards that are graded by what code does: by their own truth, or by trying out an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from quizapp.asks.show import show, show_raised
from quizapp.deck.messages import MESSAGES, in_other_words
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Code, Message, Spot, Text
from quizapp.deck.question import AnsweredBy
from quizapp.deck.verdict import AttemptVerdict, Verdict
from quizapp.text.language import Language, mark, tr
from quizapp.text.visible import visible, visible_path
from quizapp.values.prediction import NotUnderstood
from runner.protocol.wire import Fact, Look, Outcome, Raised

YOUR_CODE = "your code"
"""What tracebacks call the code that the learner hands in, lines counted from 1."""

LONGEST_WHY = 400
"""Characters of what is said of an answer."""

Seen = Fact | Raised

ALL_DIGITS = 17
"""As many significant digits as a float64 has."""


def why_it_fails(raised: Raised) -> str:
    """That a card raises where it should not, in words."""
    place = ""
    if raised.line and raised.path and raised.path != YOUR_CODE:
        place = tr(" ({path}, line {line})", path=visible_path(raised.path), line=raised.line)
    return tr("fails here: {raised}{place}", raised=show_raised(raised).rstrip("."), place=place)


@dataclass(frozen=True, kw_only=True)
class TruthCard(RunCard, ABC):
    """A card whose code has a truth before there is an answer, part by part."""

    answered_by: ClassVar[AnsweredBy] = "predictions"
    noun: ClassVar[str] = "part"
    """What one part of the truth is called."""
    seen_as: ClassVar[str] = ""
    """What is seen of a part, for a program that reads it; else it goes by the kind of fact."""

    @property
    @abstractmethod
    def parts(self) -> tuple[str, ...]:
        """What each part of the truth is of."""

    @abstractmethod
    def looks_at(self) -> list[tuple[Look, Spot]]:
        """What is looked at once the code has run, each with where it stands in the card.

        First the parts of the truth.
        """

    def looks(self) -> list[Look]:
        return [look for look, _ in self.looks_at()]

    @property
    def by_chance(self) -> float:
        """How often one who does not know gets it right."""
        return 0.2

    def truth(self, outcome: Outcome) -> tuple[Seen, ...]:
        return outcome.facts[: len(self.parts)]

    def described(self, number: int) -> dict[str, Any]:
        """A part for a program that reads it."""
        return {"number": number + 1, "of": self.parts[number]}

    def name_of(self, number: int) -> str:
        """A part, told apart from the others."""
        return f"{self.noun} {number + 1}"

    def show(self, number: int, fact: Seen) -> str:
        """What was seen of a part, to the last digit."""
        known = fact.kind if isinstance(fact, Fact) else ""
        return show(known, fact, digits=ALL_DIGITS)

    def same(self, number: int, one: Fact, other: Fact) -> bool:
        """Whether two facts of a part are the same answer."""
        return one == other

    def kept(self, number: int, fact: Fact) -> str:
        """A part of the truth as a record has it, see `quiz check --record`."""
        return show(fact.kind, fact)

    def stays(self, number: int, kept: str, fact: Fact) -> bool:
        """Whether a part of the truth is what was kept."""
        return kept == self.kept(number, fact)

    def labelled(self, number: int, text: str, language: Language) -> str:
        """A text behind the part of the truth that it is about."""
        return f"{self.parts[number]}: {text}"

    def in_a_line(self, facts: Sequence[Seen]) -> str:
        """The truth for an author."""
        shown = (show(fact.kind, fact) if isinstance(fact, Fact) else "" for fact in facts)
        return "; ".join(map(": ".join, zip(self.parts, shown, strict=False)))

    def told_lines(self, facts: Sequence[Seen], *, answered: bool) -> list[str]:
        """The truth for one who tries the card; what the verdict says is not told twice."""
        return [] if answered else [self.in_a_line(facts)]


@dataclass(frozen=True, kw_only=True)
class TriedCard(RunCard, ABC):
    """A card whose answer becomes code, which is run and has to pass tests."""

    answered_by: ClassVar[AnsweredBy] = "code"
    solution_title: ClassVar[str] = mark("A solution")

    tests: Code
    messages: tuple[Message, ...] = ()
    """What the tests say where they fail, in the order written."""

    def to_be_translated(self) -> Iterator[tuple[Spot, Text]]:
        yield from super().to_be_translated()
        for number, message in enumerate(self.messages):
            yield Spot(MESSAGES, number, "say"), message.say

    @property
    @abstractmethod
    def solution_code(self) -> str:
        """Code that passes."""

    @property
    def has_gap(self) -> bool:
        """What is handed in goes into a gap of the code; else it comes after it."""
        return False

    @abstractmethod
    def read(self, answer: str) -> str | NotUnderstood:
        """The code that an answer stands for."""

    def grade(self, answers: Sequence[str], outcome: Outcome) -> Verdict:
        (answer,) = answers
        raised = outcome.raised
        if raised is None:
            return Verdict(tests=AttemptVerdict(answer=answer, passed=True))
        why = _harmless(self._why_it_failed(raised))
        line = raised.line if raised.path == YOUR_CODE else None
        return Verdict(tests=AttemptVerdict(answer=answer, passed=False, why=why, line=line))

    def _why_it_failed(self, raised: Raised) -> Text:
        """An assertion's own message; one without is told by its line."""
        if raised.path == YOUR_CODE or raised.type != "AssertionError":
            where = (
                tr(" (line {line} of your code)", line=raised.line)
                if raised.path == YOUR_CODE
                else ""
            )
            shown = show_raised(raised).rstrip(".")
            return Text(en=tr("{raised}{where}.", raised=shown, where=where))
        if raised.message:
            return Text(en=raised.message, zh=in_other_words(self.messages, raised.message))
        lines = dict(enumerate(self.tests.text.splitlines(), self.tests.line))
        line = lines.get(raised.line or 0, tr("one of the tests")).strip()
        return Text(en=tr("This does not hold: {line}", line=line))

    def grade_unknown(self, outcome: Outcome | None) -> Verdict:
        return Verdict(tests=AttemptVerdict(answer="", passed=False, unknown=True))

    def why_not_gradable(self, outcome: Outcome) -> str | None:
        return why_it_fails(outcome.raised) if outcome.raised else None


def _harmless(why: Text) -> Text:
    zh = why.zh and visible(why.zh, most=LONGEST_WHY)
    return Text(en=visible(why.en, most=LONGEST_WHY), zh=zh)
