"""`quiz review --plain`: a sitting line by line, for screen readers and pipes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from datetime import datetime

import click

from quizapp.ahead import Ahead
from quizapp.commands.app import now
from quizapp.commands.lines import Lines, LineTooLong
from quizapp.commands.plain_text import (
    HELP,
    exercise_text,
    offer_text,
    summary_text,
    verdict_text,
)
from quizapp.deck.model import Ask, PredictCard, Text
from quizapp.grading.read import LONGEST_ANSWER, example_for, read_answer
from quizapp.grading.verdict import NotUnderstood
from quizapp.memory.review import Rating
from quizapp.phrases import ask_in_words
from quizapp.session import Session
from quizapp.study import Study
from quizapp.turn import Turn
from quizapp.words import today_in_words
from runner.client import Runner
from runner.wire import Fault, Outcome

END = "."
"""The line that ends an answer of several lines."""

RATINGS = {str(rating.value): rating for rating in Rating}


class Leave(Exception):
    """The learner ends the sitting, or the input has ended."""


class Elsewhere(Exception):
    """The learner has gone to another card: skipped this one, or undone an answer."""


def review_plainly(*, topics: tuple[str, ...], limit: int | None) -> None:
    """Today's review, or a drill of topics, on stdin and stdout."""
    with Study.open() as study:
        session = study.sitting(now(), random.Random(), topics=topics, limit=limit)
        if session.turn is None:
            click.echo(today_in_words(study.overview(now())))
        else:
            asyncio.run(_sit(study, session))


async def _sit(study: Study, session: Session) -> None:
    async with Runner() as runner:
        await PlainSitting(study, session, runner, now).run()


class PlainSitting:
    """Asks and tells in lines of text. Whatever was answered is in the log."""

    def __init__(
        self, study: Study, session: Session, runner: Runner, clock: Callable[[], datetime]
    ) -> None:
        self._language = study.settings.language
        self._study = study
        self._session = session
        self._runner = runner
        self._ahead = Ahead(runner)
        self._clock = clock
        self._lines = Lines.of_stdin(longest=LONGEST_ANSWER)
        self._shown_at = 0.0

    async def run(self) -> None:
        """Go through the sitting to its end, or until the learner or the input ends it."""
        click.echo(HELP)
        try:
            while self._session.turn is not None:
                self._ahead.want(self._session.upcoming())
                try:
                    await self._take_turn(self._session.turn)
                except Elsewhere:
                    continue
        except Leave:
            click.echo()
        self._ahead.want(())
        today = self._study.study_date(self._clock())
        click.echo(summary_text(self._session.summary(), today))

    async def _take_turn(self, turn: Turn) -> None:
        click.echo(exercise_text(turn, self._session, self._language))
        self._shown_at = time.monotonic()
        card = turn.exercise.card
        outcome = None
        if isinstance(card, PredictCard):
            outcome = await self._predict(card)
        else:
            await self._command_or_text("Enter turns the card over: ")
            self._session.reveal(now=self._clock())
        click.echo(verdict_text(self._turn, outcome, self._language))
        await self._rate()

    async def _predict(self, card: PredictCard) -> Outcome:
        """Take an answer to each ask and have them graded."""
        answers = [await self._answer(ask) for ask in card.asks]
        seconds = time.monotonic() - self._shown_at
        while isinstance(seen := await self._ahead.outcome(self._turn.exercise), Fault):
            await self._tell_of_fault(seen)
        if self._runner.hello is not None:
            self._session.torch_version = self._runner.hello.torch
        self._session.answer(answers, seen, now=self._clock(), seconds=seconds)
        return seen

    async def _answer(self, ask: Ask) -> str:
        """An answer that is understood."""
        how_to_end = f"; a lone {END} ends it" if ask.kind == "output" else ""
        click.echo(f"{ask_in_words(ask)} ({example_for(ask.kind)}{how_to_end})")
        while True:
            answer = await self._command_or_text("> ")
            if ask.kind == "output":
                answer = await self._lines_from(answer)
            reading = read_answer(ask, answer)
            if not isinstance(reading, NotUnderstood):
                return answer
            click.echo(f"Not understood. {reading.hint}")

    async def _lines_from(self, first: str) -> str:
        """Printed lines, up to the lone dot; `nothing` where none of them says anything.

        A dot that is printed is typed with a blank behind it, which grading overlooks.
        """
        lines = [first]
        while lines[-1] != END:
            lines.append(await self._line("  "))
        printed = "\n".join(lines[:-1])
        return printed if printed.strip() else "nothing"

    async def _tell_of_fault(self, fault: Fault) -> None:
        """Let the learner try again; raises Elsewhere when the card is left out."""
        self._ahead.forget(self._turn.exercise)
        click.echo(f"No verdict: {fault.message} This does not count against you.")
        if await self._command_or_text("Enter tries again, l leaves the card out: ") == "l":
            self._session.leave_out()
            raise Elsewhere

    async def _rate(self) -> None:
        left = self._session.total - self._session.position
        while True:
            click.echo(offer_text(self._turn, left))
            typed = (await self._line("> ")).strip().removeprefix(":")
            if typed in ("q", "quit"):
                raise Leave
            if typed in ("u", "undo"):
                self._undo()
            if typed == "" or typed in RATINGS:
                rating = RATINGS.get(typed, self._turn.proposed)
                seconds = time.monotonic() - self._shown_at
                self._session.rate(rating, now=self._clock(), seconds=seconds)
                return
            click.echo("Type nothing, a number from 1 to 4, u or q.")

    async def _command_or_text(self, prompt: str) -> str:
        """A line that is not a command; commands are carried out."""
        while True:
            line = await self._line(prompt)
            match line.strip():
                case ":hint":
                    self._show_hint(self._turn.exercise.card.hint)
                case ":guess":
                    self._session.toggle_guess()
                    marked = "marked as a guess" if self._turn.guess else "no longer marked"
                    click.echo(f"This answer is {marked}.")
                case ":skip":
                    self._session.skip()
                    click.echo("Skipped: it comes at the end.")
                    raise Elsewhere
                case ":undo":
                    self._undo()
                case ":quit":
                    raise Leave
                case ":help":
                    click.echo(HELP)
                case word if word.startswith(":"):
                    click.echo(f"There is no command {word}.\n{HELP}")
                case _:
                    return line

    def _show_hint(self, hint: Text | None) -> None:
        if hint is None:
            click.echo("This card has no hint.")
        else:
            self._session.take_hint()
            click.echo(f"Hint: {hint.in_language(self._language)}")

    def _undo(self) -> None:
        if not self._session.undo(now=self._clock()):
            click.echo("There is nothing to undo.")
            return
        click.echo("Undone: the answer is taken back.")
        raise Elsewhere

    async def _line(self, prompt: str) -> str:
        click.echo(prompt, nl=False)
        while True:
            try:
                line = await self._lines.next()
            except LineTooLong:
                click.echo(f"A line may have {LONGEST_ANSWER:,} characters at most.")
                continue
            if line is None:
                raise Leave
            return line.decode(errors="replace")

    @property
    def _turn(self) -> Turn:
        assert self._session.turn is not None
        return self._session.turn
