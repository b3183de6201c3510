"""`quiz place`: finds out what the learner knows already, line by line; and takes that back."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence

from quizapp.commands.backup import back_up_daily
from quizapp.commands.plain.questions import Questions
from quizapp.commands.plain.text import question_text
from quizapp.commands.say import say, say_held, say_prose
from quizapp.commands.surroundings import now
from quizapp.commands.typed import Leave, Typed
from quizapp.deck.exercise import Exercise
from quizapp.running.ahead import Ahead
from quizapp.running.faults import words_of
from quizapp.study.phrases import not_known_in_words, placed_in_words, taken_up_in_words
from quizapp.study.placement import Placement, take_back_placement
from quizapp.study.placing import Placing
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome

HELP = mark(
    "Some questions, each chosen by your answers so far: {} to {}, five to "
    "ten minutes. Type ? where you do not know. Nothing is told of the "
    "answers, so that no card is spoilt. Commands: :skip for another "
    "question, :undo for the one before, :quit to stop; what was answered counts."
)


class Skip(Exception):
    """The learner wants another question."""


class Undo(Exception):
    """The learner wants the question before again."""


def place_plainly() -> None:
    """The questions on stdin and stdout, and what they came to."""
    with Study.open(say_held) as study:
        back_up_daily(study)
        asyncio.run(_ask(study))


def undo_placement() -> None:
    """Take back what the last placement has taken as known."""
    with Study.open(say_held) as study:
        cards = take_back_placement(study.log, now(), random.Random())
    if cards:
        say(not_known_in_words(cards))
    else:
        say(tr("Nothing is taken as known by a placement."))


async def _ask(study: Study) -> None:
    async with Runner(study.settings.runner_command) as runner:
        say(tr("torch is starting"), err=True)
        study.meet(await runner.ready())
        if runner.refusal is not None:
            say(words_of(runner.refusal), err=True)
            return
        placement = Placing(study).begin(now(), random.Random())
        if study.hello is not None:
            placement.torch_version = study.hello.torch
        await PlainPlacement(study, placement, runner).run()


class PlainPlacement:
    """Asks in lines of text."""

    def __init__(self, study: Study, placement: Placement, runner: Runner) -> None:
        self._study = study
        self._placement = placement
        self._ahead = Ahead(runner)
        self._typed = Typed()
        self._questions = Questions(self._command_or_text, self._typed.line)

    async def run(self) -> None:
        """Ask to the end, or until the learner or the input ends it."""
        say_prose(tr(HELP).format(*self._placement.most))
        for line in taken_up_in_words(self._placement):
            say(line)
        try:
            while self._placement.turn is not None:
                self._ahead.want(self._placement.upcoming())
                await self._take_turn(self._placement.turn.exercise)
        except Leave:
            say()
        self._ahead.want(())
        placed = Placing(self._study).end(self._placement, now())
        today = self._study.study_date(now())
        say_prose("\n".join(placed_in_words(placed, today, self._study.title_of)))

    async def _take_turn(self, exercise: Exercise) -> None:
        shown = exercise
        if exercise.shuffled and exercise.has_words:  # the options may wait for it
            shown = exercise.told(await self._ahead.outcome(exercise))
        topic = self._study.title_of(exercise.card.topic)
        heading = tr("Question {asked}, {topic}", asked=self._placement.asked + 1, topic=topic)
        say(question_text(heading, shown, self._study.language))
        shown_at = time.monotonic()
        try:
            answers: Sequence[str] = await self._questions.answers(exercise)
            seconds = time.monotonic() - shown_at
            seen = await self._ahead.outcome(exercise)
            while isinstance(seen, Outcome) and (whys := exercise.asked_again(answers, seen)):
                answers = await self._questions.answers_again(exercise, answers, whys)
                seconds = time.monotonic() - shown_at
        except Skip:
            self._placement.leave_out()
            return
        except Undo:
            self._placement.take_back(now())
            say(tr("Your answer is taken back."))
            return
        if isinstance(seen, Fault):
            say(
                tr(
                    "No verdict: {message} Another question instead.",
                    message=words_of(seen),
                )
            )
            self._placement.leave_out()
        else:
            self._placement.answer(answers, seen, now=now(), seconds=seconds)

    async def _command_or_text(self, prompt: str) -> str:
        """A line that is not a command; commands are carried out."""
        while True:
            line = await self._typed.line(prompt)
            match line.strip():
                case ":quit":
                    raise Leave
                case ":skip":
                    raise Skip
                case ":undo" if self._placement.can_be_taken_back:
                    raise Undo
                case ":undo":
                    say(tr("There is no answer yet to take back."))
                case word if word.startswith(":"):
                    say(
                        tr(
                            "There is no command {word}; there are :skip, :undo and :quit.",
                            word=word,
                        )
                    )
                case _:
                    return line
