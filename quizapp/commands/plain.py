"""`quiz review --plain`: a sitting line by line, for screen readers and pipes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from datetime import datetime

from quizapp.ahead import Ahead
from quizapp.commands.app import now
from quizapp.commands.lines import Lines, LineTooLong
from quizapp.commands.plain_questions import Questions
from quizapp.commands.plain_text import (
    HELP,
    attempt_text,
    closing_text,
    exercise_text,
    offer_text,
    summary_text,
    verdict_text,
)
from quizapp.commands.say import say
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import Text
from quizapp.grading.grade import grade
from quizapp.grading.handed_in import code_of
from quizapp.grading.read import LONGEST_ANSWER
from quizapp.grading.verdict import Verdict
from quizapp.memory.review import Rating
from quizapp.session import Session
from quizapp.study import Study
from quizapp.turn import Turn
from quizapp.words import today_in_words
from runner.client import Runner
from runner.wire import Fault, Outcome

RUN_AGAIN = "Enter tries again, l leaves the card out: "
TRY_OR_RUN_AGAIN = "Enter takes another try, s runs the same again, l leaves the card out: "
TRY_FURTHER = "t takes another try, Enter goes on to the solution: "

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
            say(today_in_words(study.overview(now())))
        else:
            asyncio.run(_sit(study, session))


async def _sit(study: Study, session: Session) -> None:
    async with Runner(study.settings.runner_command) as runner:
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
        self._questions = Questions(self._command_or_text, self._line)
        self._lines = Lines.of_stdin(longest=LONGEST_ANSWER)
        self._shown_at = 0.0
        self._told: set[str] = set()

    async def run(self) -> None:
        """Go through the sitting to its end, or until the learner or the input ends it."""
        say(HELP)
        try:
            while self._session.turn is not None:
                self._ahead.want(self._session.upcoming())
                seen = self._ahead.seen(self._session.turn.exercise)
                if isinstance(seen, Fault) and seen.kind == "refused":
                    self._leave_out(seen)
                    continue
                try:
                    await self._take_turn(self._session.turn)
                except Elsewhere:
                    continue
        except Leave:
            say()
        self._ahead.want(())
        today = self._study.study_date(self._clock())
        say(summary_text(self._session.summary(), today))

    def _leave_out(self, refusal: Fault) -> None:
        """Go on without a card that does not run here. Why is said once for all like it."""
        if refusal.message not in self._told:
            say(f"Left out: {refusal.message}")
            self._told.add(refusal.message)
        self._session.leave_out()

    async def _take_turn(self, turn: Turn) -> None:
        exercise = turn.exercise
        say(exercise_text(turn, self._session, self._language))
        self._shown_at = time.monotonic()
        if exercise.runs_code:
            verdict, outcome = await self._answer(exercise)
            say(verdict_text(self._turn, outcome, self._language))
            if verdict.tests is not None and not verdict.right:
                await self._try_further(exercise)
        else:
            await self._command_or_text("Enter turns the card over: ")
            self._session.reveal(now=self._clock())
        if closing := closing_text(self._turn, self._language):
            say(closing)
        await self._rate()

    async def _answer(self, exercise: Exercise) -> tuple[Verdict, Outcome]:
        """Take an answer and have it graded. What it was held against comes with the verdict."""
        answers, seconds = await self._answers(exercise)
        while isinstance(seen := await self._held_against(exercise, answers), Fault):
            if await self._wants_another_answer(seen):
                answers, seconds = await self._answers(exercise)
        if self._runner.hello is not None:
            self._session.torch_version = self._runner.hello.torch
        verdict = self._session.answer(answers, seen, now=self._clock(), seconds=seconds)
        return verdict, seen

    async def _answers(self, exercise: Exercise) -> tuple[Sequence[str], float]:
        """Answers, and how many seconds after the card was shown."""
        answers = await self._questions.answers(exercise)
        return answers, time.monotonic() - self._shown_at

    async def _held_against(self, exercise: Exercise, answers: Sequence[str]) -> Outcome | Fault:
        """The truth, or how it went with the code that was handed in."""
        if exercise.has_truth:
            return await self._ahead.outcome(exercise)
        return await self._ahead.attempt(exercise, code_of(exercise, *answers))

    async def _wants_another_answer(self, fault: Fault) -> bool:
        """Tell of a Fault. False where the same is to be run again.

        Raises Elsewhere when the card is left out.
        """
        if fault.kind == "refused":
            self._leave_out(fault)
            raise Elsewhere
        exercise = self._turn.exercise
        self._ahead.forget(exercise)
        whose, offer = (
            ("", RUN_AGAIN) if exercise.has_truth else (" on your code", TRY_OR_RUN_AGAIN)
        )
        say(f"No verdict{whose}: {fault.message} This does not count against you.")
        typed = (await self._command_or_text(offer)).strip()
        if typed == "l":
            self._session.leave_out()
            raise Elsewhere
        return not exercise.has_truth and typed != "s"

    async def _try_further(self, exercise: Exercise) -> None:
        """Run as many further tries as the learner likes; only the first was logged."""
        while typed := (await self._command_or_text(TRY_FURTHER)).strip():
            if typed != "t":
                say("Type t or nothing.")
                continue
            answers = await self._questions.answers(exercise)
            seen = await self._held_against(exercise, answers)
            if isinstance(seen, Fault):
                self._ahead.forget(exercise)
                say(f"No verdict on your code: {seen.message}")
                continue
            attempt = grade(exercise.card, answers, seen).tests
            assert attempt is not None
            say(attempt_text(attempt, seen))
            if attempt.passed:
                return

    async def _rate(self) -> None:
        left = self._session.total - self._session.position
        while True:
            say(offer_text(self._turn, left))
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
            say("Type nothing, a number from 1 to 4, u or q.")

    async def _command_or_text(self, prompt: str) -> str:
        """A line that is not a command; commands are carried out."""
        while True:
            line = await self._line(prompt)
            match line.strip():
                case ":hint":
                    self._show_hint(self._turn.exercise.card.hint)
                case ":guess" | ":skip" if self._turn.revealed:
                    say("This card has been answered: the first try is what counts.")
                case ":guess":
                    self._session.toggle_guess()
                    marked = "marked as a guess" if self._turn.guess else "no longer marked"
                    say(f"This answer is {marked}.")
                case ":skip":
                    self._session.skip()
                    say("Skipped: it comes at the end.")
                    raise Elsewhere
                case ":undo":
                    self._undo()
                case ":quit":
                    raise Leave
                case ":help":
                    say(HELP)
                case word if word.startswith(":"):
                    say(f"There is no command {word}.\n{HELP}")
                case _:
                    return line

    def _show_hint(self, hint: Text | None) -> None:
        if hint is None:
            say("This card has no hint.")
        else:
            if not self._turn.revealed:
                self._session.take_hint()
            say(f"Hint: {hint.in_language(self._language)}")

    def _undo(self) -> None:
        if not self._session.undo(now=self._clock()):
            say("There is nothing to undo.")
            return
        say("Undone: the answer is taken back.")
        raise Elsewhere

    async def _line(self, prompt: str) -> str:
        say(prompt, nl=False)
        while True:
            try:
                line = await self._lines.next()
            except LineTooLong:
                say(f"A line may have {LONGEST_ANSWER:,} characters at most.")
                continue
            if line is None:
                raise Leave
            return line.decode(errors="replace")

    @property
    def _turn(self) -> Turn:
        assert self._session.turn is not None
        return self._session.turn
