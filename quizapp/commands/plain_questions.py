"""Puts an exercise's questions line by line, and takes answers that are understood."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from quizapp.asks.read import read_answer
from quizapp.asks.table import KINDS
from quizapp.commands.say import say
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import Ask, ChoiceCard, OrderCard, PredictCard, WriteCard
from quizapp.grading.handed_in import read_choice, read_code, read_order
from quizapp.grading.phrases import ask_in_words
from quizapp.grading.unknown import UNKNOWN, says_unknown
from quizapp.values.prediction import NotUnderstood

END = "."
"""The line that ends an answer of several lines."""

ReadLine = Callable[[str], Awaitable[str]]
"""Prompts for a line, and gives it without its end."""

T = TypeVar("T")


class Questions:
    """Asks on stdout, and reads through the functions given.

    `first` reads a line that may be a command instead, which is carried out; `further` reads
    the lines after it as they are.
    """

    def __init__(self, first: ReadLine, further: ReadLine) -> None:
        self._first = first
        self._further = further

    async def answers(self, exercise: Exercise) -> Sequence[str]:
        """Answers to an exercise as `grade` wants them: options and lines by the deck's numbers.

        What the learner does not know is `UNKNOWN`. Raises TypeError for a recall card.
        """
        match exercise.card:
            case PredictCard() as card:
                return [await self._prediction(ask) for ask in card.asks]
            case ChoiceCard() as card:
                picked = await self._choice(card)
                if picked is None:
                    return [UNKNOWN]
                return [_numbers(sorted(exercise.shuffled[n - 1] + 1 for n in picked))]
            case OrderCard() as card:
                order = await self._order(card)
                if order is None:
                    return [UNKNOWN]
                return [_numbers(exercise.shuffled[n - 1] + 1 for n in order)]
            case WriteCard() as card:
                return [await self._code(card) or UNKNOWN]
        raise TypeError(f"{exercise.card.id} is not answered")

    async def _prediction(self, ask: Ask) -> str:
        def read(text: str) -> str | NotUnderstood:
            reading = read_answer(ask.kind, text)
            return reading if isinstance(reading, NotUnderstood) else text

        in_lines = KINDS[ask.kind].is_in_lines
        how_to_end = f"; a lone {END} ends it" if in_lines else ""
        say(f"{ask_in_words(ask)} ({KINDS[ask.kind].example}{how_to_end})")
        take = self._printed_lines if in_lines else self._line
        return await self._understood(take, read) or UNKNOWN

    async def _choice(self, card: ChoiceCard) -> Sequence[int] | None:
        last = len(card.options)
        if card.many:
            say(f"the options that hold (their numbers, like 1,{last}, or none)")
        else:
            say(f"the option that holds (its number, from 1 to {last})")
        return await self._understood(self._line, lambda text: read_choice(card, text))

    async def _order(self, card: OrderCard) -> Sequence[int] | None:
        example = " ".join(str(number + 1) for number in range(len(card.lines)))
        say(f"the lines in order (every line's number once, like {example})")
        return await self._understood(self._line, lambda text: read_order(card, text))

    async def _code(self, card: WriteCard) -> str | None:
        what = "what stands in the gap" if card.starter is None else "the code, mended"
        say(f"{what} (Python; a lone {END} ends it)")
        return await self._understood(self._lines, lambda text: read_code(card, text))

    async def _understood(
        self, take: Callable[[], Awaitable[str]], read: Callable[[str], T | NotUnderstood]
    ) -> T | None:
        """What an answer is read as, asked for until it is understood; None where not known."""
        empty = False
        while True:
            text = await take()
            if says_unknown(text) or (empty and not text.strip()):
                return None
            reading = read(text)
            if not isinstance(reading, NotUnderstood):
                return reading
            empty = not text.strip()
            say(f"Not understood. {reading.hint}")
            if empty:
                say("The same once more if you do not know.")

    async def _line(self) -> str:
        return await self._first("> ")

    async def _lines(self) -> str:
        """Lines up to the lone dot."""
        lines = [await self._first("> ")]
        while lines[-1] != END:
            lines.append(await self._further("  "))
        return "\n".join(lines[:-1])

    async def _printed_lines(self) -> str:
        """Printed lines; `nothing` where none of them says anything.

        A dot that is printed is typed with a blank behind it, which grading overlooks.
        """
        printed = await self._lines()
        return printed if printed.strip() else "nothing"


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers)) or "none"
