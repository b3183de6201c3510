"""Choice cards: the learner picks the options that hold, and code decides which do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from quizapp.asks.show import show
from quizapp.asks.spelt import unquoted
from quizapp.deck.answered import Seen, TruthCard, why_it_fails
from quizapp.deck.lists import number_before, numbered, numbers_of
from quizapp.deck.parts import Option, Spot, Text
from quizapp.deck.question import AnsweredBy, Piece, Question
from quizapp.deck.verdict import OptionVerdict, Verdict
from quizapp.text.language import Language, spoken, tr
from quizapp.text.plain import plain_line
from quizapp.values.normalise import normalise
from quizapp.values.numbers import read_numbers
from quizapp.values.prediction import NotUnderstood
from quizapp.values.unknown import UNKNOWN
from runner.protocol.wire import Fact, Look, Outcome, Raised

_NONE = ("none", "nothing", "-", "无", "没有", "都没有", "都不对", "都不成立")


@dataclass(frozen=True, kw_only=True)
class ChoiceCard(TruthCard):
    """The learner picks just one option, or with `many` any number of them."""

    answered_by: ClassVar[AnsweredBy] = "numbers"
    noun: ClassVar[str] = "option"
    seen_as: ClassVar[str] = "holds"

    options: tuple[Option, ...]
    many: bool = False
    expect: tuple[int, ...] | None = None
    """The 1-based numbers of the options that the author takes to hold."""

    @property
    def ideas(self) -> frozenset[str]:
        return frozenset(one.idea for one in self.options if one.idea is not None)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(option.text.en for option in self.options)

    @property
    def parts_shuffled(self) -> int:
        return len(self.options)

    @property
    def by_chance(self) -> float:
        return 0.5 ** len(self.options) if self.many else 1 / len(self.options)

    def texts(self) -> Iterator[tuple[Spot, Text]]:
        yield from super().texts()
        for number, option in enumerate(self.options):
            yield Spot("choices", number, "text", "options"), option.text
            if option.say is not None:
                yield Spot("choices", number, "say", "options"), option.say

    def looks_at(self) -> list[tuple[Look, Spot]]:
        return [
            (Look("bool", option.holds), Spot("choices", number))
            for number, option in enumerate(self.options)
        ]

    def given(self, shuffled: Sequence[int], language: Language) -> str:
        texts = (self.options[index].text.in_language(language) for index in shuffled)
        return numbered(map(plain_line, texts))

    def read(self, text: str) -> tuple[int, ...] | NotUnderstood:
        """The options picked, by their numbers from 1, in the deck's order."""
        numbers = read_numbers(text)
        if numbers is None and self.many and unquoted(normalise(text)).lower() in _NONE:
            return ()
        if not numbers or not all(1 <= number <= len(self.options) for number in numbers):
            last = len(self.options)
            how = (
                tr("like 1,{last}, or none", last=last)
                if self.many
                else tr("from 1 to {last}", last=last)
            )
            return NotUnderstood(hint=tr("Name options by their numbers, {how}.", how=how))
        if not self.many and len(numbers) > 1:
            return NotUnderstood(hint=tr("Pick one option."))
        return tuple(sorted(set(numbers)))

    def questions(self, shuffled: Sequence[int]) -> Sequence[Question]:
        def read(text: str) -> str | NotUnderstood:
            picked = self.read(text)
            if isinstance(picked, NotUnderstood):
                return picked
            return numbers_of(tuple(sorted(picked, key=lambda n: shuffled[n - 1])), shuffled)

        last = len(self.options)
        if self.many:
            how = tr("their numbers, like 1,{last}, or none", last=last)
            return [Question(text=tr("the options that hold"), how=how, read=read)]
        how = tr("its number, from 1 to {last}", last=last)
        return [Question(text=tr("the option that holds"), how=how, read=read)]

    def answered(self, answers: Sequence[str], language: Language) -> Piece:
        picked = self.read("".join(answers))
        if isinstance(picked, NotUnderstood):
            return super().answered(answers, language)
        if not picked:
            return Piece("words", (tr("none"),))
        texts = (self.options[number - 1].text.in_language(language) for number in picked)
        return Piece("list", tuple(texts))

    def grade(self, answers: Sequence[str], outcome: Outcome) -> Verdict:
        (answer,) = answers
        picked = self.read(answer)
        if isinstance(picked, NotUnderstood):
            picked = ()
        options = enumerate(zip(self.options, outcome.facts, strict=False), 1)
        return Verdict(
            options=tuple(
                OptionVerdict(option=option, picked=number in picked, holds=_holds(fact))
                for number, (option, fact) in options
            )
        )

    def grade_unknown(self, outcome: Outcome | None) -> Verdict:
        if outcome is None:
            raise TypeError(f"{self.id} has a truth, which needs an outcome")
        graded = self.grade([UNKNOWN], outcome).options
        return Verdict(options=tuple(replace(each, unknown=True) for each in graded))

    def _ideas_shown(self, verdict: Verdict, outcome: Outcome) -> Mapping[str, bool]:
        shown = {one.option.idea for one in verdict.options if self._shows(one)}
        options = (option.idea for option in self.options)
        return {idea: idea in shown for idea in options if idea is not None}

    def _shows(self, graded: OptionVerdict) -> bool:
        """Whether an option was got wrong; where just one is picked, by being that one."""
        return not graded.right and not graded.unknown and (graded.picked or self.many)

    def why_not_gradable(self, outcome: Outcome) -> str | None:
        failed = [fact for fact in self.truth(outcome) if isinstance(fact, Raised)]
        raised = outcome.raised or next(iter(failed), None)
        return why_it_fails(raised) if raised else None

    def described(self, number: int) -> dict[str, Any]:
        return {"number": number + 1, "text": plain_line(self.options[number].text.en)}

    def show(self, number: int, fact: Seen) -> str:
        return tr("holds") if _holds(fact) else tr("does not hold")

    def kept(self, number: int, fact: Fact) -> str:
        return "yes" if _holds(fact) else "no"

    def labelled(self, number: int, text: str, language: Language) -> str:
        return f"{plain_line(self.options[number].text.in_language(language))}: {text}"

    def in_a_line(self, facts: Sequence[Seen]) -> str:
        holding = [str(number) for number, fact in enumerate(facts, 1) if _holds(fact)]
        return tr("holds: {what}", what=", ".join(holding) or tr("none")) if facts else ""

    def told_lines(self, facts: Sequence[Seen], *, answered: bool) -> list[str]:
        if answered:
            return []
        return [
            f"{number_before(number, plain_line(option.text.in_language(spoken())))}: "
            + (show("bool", fact) if isinstance(fact, Raised) else self.show(number, fact))
            for number, (option, fact) in enumerate(zip(self.options, facts, strict=False), 1)
        ]

    def remarks(self, outcome: Outcome | None, language: Language) -> list[tuple[Piece, Text]]:
        return [
            (Piece("line", (option.text.in_language(language),)), option.say)
            for option in self.options
            if option.say is not None
        ]

    def asked(self, shuffled: Sequence[int], language: Language) -> Sequence[Piece]:
        return [Piece("list", tuple(one.text.in_language(language) for one in self.options))]

    def told(self, outcome: Outcome | None, language: Language) -> Sequence[Piece]:
        assert outcome is not None
        holding = [
            option.text.in_language(language)
            for option, fact in zip(self.options, outcome.facts, strict=False)
            if _holds(fact)
        ]
        return [Piece("list", tuple(holding) or (tr("None of them."),))]


def _holds(fact: Seen) -> bool:
    return isinstance(fact, Fact) and fact.data is True


KIND = ChoiceCard
