"""Order cards: lines are put in an order that passes tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from quizapp.deck.answered import TriedCard
from quizapp.deck.blocks import joined
from quizapp.deck.lists import numbered, numbers_of
from quizapp.deck.question import AnsweredBy, Piece, Question
from quizapp.text.language import Language, mark, tr
from quizapp.values.numbers import read_numbers
from quizapp.values.prediction import NotUnderstood
from runner.protocol.wire import Outcome


@dataclass(frozen=True, kw_only=True)
class OrderCard(TriedCard):
    """The learner puts `lines` in order; as they stand here they pass."""

    answered_by: ClassVar[AnsweredBy] = "numbers"
    solution_title: ClassVar[str] = mark("A right order")

    lines: tuple[str, ...]
    lines_at: int
    """The line of the deck's file where they begin."""

    @property
    def solution_code(self) -> str:
        return joined(self.lines)

    @property
    def parts_shuffled(self) -> int:
        return len(self.lines)

    def is_as_written(self, shuffled: Sequence[int]) -> bool:
        return self.in_order(shuffled) == self.solution_code

    def in_order(self, numbers: Sequence[int]) -> str:
        """The lines as code, by their 0-based numbers."""
        return joined(tuple(self.lines[number] for number in numbers))

    def given(self, shuffled: Sequence[int], language: Language) -> str:
        return numbered(self.lines[index] for index in shuffled)

    def read_numbers(self, text: str) -> tuple[int, ...] | NotUnderstood:
        """Every line's number once, from 1, in the order meant."""
        numbers = read_numbers(text)
        every = range(1, len(self.lines) + 1)
        if numbers is None or sorted(numbers) != list(every):
            example = " ".join(map(str, every))
            return NotUnderstood(
                hint=tr("Give every line's number once, like {example}.", example=example)
            )
        return tuple(numbers)

    def read(self, answer: str) -> str | NotUnderstood:
        numbers = self.read_numbers(answer)
        if isinstance(numbers, NotUnderstood):
            return numbers
        return self.in_order([number - 1 for number in numbers])

    def answered(self, answers: Sequence[str], language: Language) -> Piece:
        code = self.read("".join(answers))
        if isinstance(code, NotUnderstood):
            return super().answered(answers, language)
        return Piece("code", (code.rstrip(),))

    def questions(self, shuffled: Sequence[int]) -> Sequence[Question]:
        def read(text: str) -> str | NotUnderstood:
            return numbers_of(self.read_numbers(text), shuffled)

        example = " ".join(str(number + 1) for number in range(len(self.lines)))
        how = tr("every line's number once, like {example}", example=example)
        return [Question(text=tr("the lines in order"), how=how, read=read)]

    def asked(self, shuffled: Sequence[int], language: Language) -> Sequence[Piece]:
        return [Piece("code", (self.in_order(shuffled),))]

    def told(self, outcome: Outcome | None, language: Language) -> Sequence[Piece]:
        return [Piece("code", (self.solution_code,))]


KIND = OrderCard
