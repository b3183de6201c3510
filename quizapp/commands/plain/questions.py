"""Puts an exercise's questions line by line, and takes answers that are understood."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from quizapp.commands.say import say
from quizapp.deck.exercise import Exercise
from quizapp.deck.question import Question
from quizapp.text.language import tr
from quizapp.values.prediction import NotUnderstood
from quizapp.values.unknown import UNKNOWN, says_unknown

END = "."
"""The line that ends an answer of several lines."""

ReadLine = Callable[[str], Awaitable[str]]
"""Prompts for a line, and gives it without its end."""


class Questions:
    """Asks on stdout, and reads through the functions given.

    `first` reads a line that may be a command instead, which is carried out; `further` reads
    the lines after it as they are.
    """

    def __init__(self, first: ReadLine, further: ReadLine) -> None:
        self._first = first
        self._further = further

    async def answers(self, exercise: Exercise) -> Sequence[str]:
        """Answers to an exercise as its card's `grade` wants them.

        What the learner does not know is `UNKNOWN`.
        """
        return [await self._answer(asked) for asked in exercise.questions]

    async def answers_again(
        self, exercise: Exercise, answers: Sequence[str], whys: Sequence[str]
    ) -> Sequence[str]:
        """The answers, those taken anew that there is a reason for; see `asked_again`."""
        asked = zip(exercise.questions, answers, whys, strict=True)
        return [await self._answer(one, why) if why else given for one, given, why in asked]

    async def _answer(self, asked: Question, why: str = "") -> str:
        """An answer, asked for until it is understood; `why` it is asked for again."""
        if why:
            say(why)
        how_to_end = tr("; a lone {end} ends it", end=END) if asked.in_lines else ""
        say(tr("{question} ({how})", question=asked.text, how=asked.how + how_to_end))
        empty = False
        while True:
            text = await (self._lines() if asked.in_lines else self._first("> "))
            text = text if text.strip() else asked.nothing
            if says_unknown(text) or (empty and not text.strip()):
                return UNKNOWN
            reading = asked.read(text)
            if not isinstance(reading, NotUnderstood):
                return reading
            empty = not text.strip()
            if empty:
                say(reading.hint)
                say(tr("The same once more if you do not know."))
            else:
                say(tr("Not understood. {hint}", hint=reading.hint))

    async def _lines(self) -> str:
        """Lines up to the lone dot, or one that says that they are not known.

        Such a line that is printed is typed with a blank behind it, which grading overlooks.
        """
        lines = [await self._first("> ")]
        if says_unknown(lines[0]) and lines[0] == lines[0].rstrip():
            return lines[0]
        while lines[-1] != END:
            lines.append(await self._further("  "))
        return "\n".join(lines[:-1])
