"""`quiz review --plain`: a sitting line by line, for screen readers and pipes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from quizapp.commands.plain_questions import Questions
from quizapp.commands.plain_text import (
    attempt_text,
    closing_text,
    exercise_text,
    help_text,
    more_text,
    offer_text,
    summary_text,
    verdict_text,
)
from quizapp.commands.say import say, say_held
from quizapp.commands.surroundings import now
from quizapp.commands.typed import Leave, Typed
from quizapp.deck.exercise import Exercise
from quizapp.deck.parts import Text
from quizapp.deck.verdict import Verdict
from quizapp.memory.acts.table import ACTS, OFFERED
from quizapp.memory.review import Rating
from quizapp.running.ahead import Ahead
from quizapp.running.faults import words_of
from quizapp.study.fitting import fit_if_due
from quizapp.study.overview_in_words import fitted_in_words, today_in_words
from quizapp.study.phrases import idea_in_words, leech_in_words, more_in_words, unasked_in_words
from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.study.turn import Turn
from quizapp.text.language import mark, tr
from quizapp.text.plain import behind
from quizapp.values.unknown import UNKNOWN, says_unknown
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome

RUN_AGAIN = mark("Enter tries again, l leaves the card out: ")
TRY_OR_RUN_AGAIN = mark("Enter takes another try, s runs the same again, l leaves the card out: ")
TRY_FURTHER = mark("t takes another try, Enter goes on to the solution: ")

RATINGS = {str(rating.value): rating for rating in Rating}


class NotKnown(Exception):
    """The learner does not know the card."""


class Elsewhere(Exception):
    """The learner has gone to another card: skipped this one, or undone an answer."""


def review_plainly(wanted: Sitting) -> None:
    """What is wanted, on stdin and stdout."""
    with Study.open(say_held) as study:
        wanted = study.understood(wanted, study.study_date(now()))
        session = study.sitting(wanted, now(), random.Random())
        waits = study.hangs_on_the_machine(wanted, now())
        if session.turn is None and not waits:
            _say_nothing_is_there(study, wanted)
        else:
            asyncio.run(_sit(study, None if waits else session, wanted))
            if fitted := fit_if_due(study.log, now(), study.study_date(now()), random.Random()):
                say(fitted_in_words(fitted))


def _say_nothing_is_there(study: Study, wanted: Sitting) -> None:
    if wanted.search:
        say(unasked_in_words(len(study.find(wanted.search, study.study_date(now())))))
        return
    match wanted.kind:
        case "review" | "drill":
            say(today_in_words(study.overview(now())))
        case kind:
            words = more_in_words(kind, 0)
            say(tr("{complaint}.", complaint=words[0].upper() + words[1:]))
    say(more_text(study.more(wanted.topics, now()), wanted.topics))


async def _sit(study: Study, session: Session | None, wanted: Sitting) -> None:
    """Go through a session; without one, through what can be asked once the runner has spoken."""
    async with Runner(study.settings.runner_command) as runner:
        if session is None:
            say(tr("torch is starting: which cards can be asked depends on the machine."))
            study.hello = await runner.ready()
            if study.hello is None and runner.refusal is not None:
                say(words_of(runner.refusal))
            session = study.sitting(wanted, now(), random.Random())
            for line in study.left_out(wanted.topics):
                say(line)
        if session.turn is not None:
            await PlainSitting(study, session, runner, now).run()
        else:
            _say_nothing_is_there(study, wanted)


class PlainSitting:
    """Asks and tells in lines of text. Whatever was answered is in the log."""

    def __init__(
        self,
        study: Study,
        session: Session,
        runner: Runner,
        clock: Callable[[], datetime],
    ) -> None:
        self._language = study.settings.language
        self._study = study
        self._session = session
        self._runner = runner
        self._ahead = Ahead(runner)
        self._clock = clock
        self._typed = Typed()
        self._questions = Questions(self._command_or_text, self._typed.line)
        self._shown_at = 0.0
        self._told: set[str] = set()

    async def run(self) -> None:
        """Go through the sitting to its end, or until the learner or the input ends it."""
        say(help_text())
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
        except asyncio.CancelledError:  # by Ctrl-C
            say()
            self._tell_what_was_done()
            raise
        self._tell_what_was_done()

    def _tell_what_was_done(self) -> None:
        self._ahead.want(())
        today = self._study.study_date(self._clock())
        say(summary_text(self._session.summary(), today))
        if self._session.turn is None:
            say(more_text(self._study.more((), self._clock()), ()))

    def _leave_out(self, refusal: Fault) -> None:
        """Go on without a card that does not run here. Why is said once for all like it."""
        if refusal.message not in self._told:
            say(tr("Left out: {message}", message=words_of(refusal)))
            self._told.add(refusal.message)
        self._session.leave_out()

    async def _take_turn(self, turn: Turn) -> None:
        exercise = turn.exercise
        if exercise.has_truth and exercise.shuffled and exercise.has_words:
            await self._ahead.outcome(exercise)  # the options may wait for it
        say(exercise_text(self._spoken(turn), self._session, self._language))
        self._shown_at = time.monotonic()
        if turn.revealed:  # it was answered before an act that was undone
            if turn.verdict is not None:
                seen = self._ahead.seen(exercise)
                outcome = seen if isinstance(seen, Outcome) else None
                say(verdict_text(turn, outcome, self._language))
        elif exercise.runs_code:
            verdict, outcome = await self._answer(exercise)
            say(verdict_text(self._turn, outcome, self._language))
            for met in self._session.ideas_met():
                say(f"\n{idea_in_words(*met, self._language)}")
            if verdict.tests is not None and not (verdict.right or verdict.unknown):
                await self._try_further(exercise)
        else:
            await self._turn_over()
        if exercise.has_words:
            await self._ahead.outcome(exercise)
        if closing := closing_text(self._spoken(self._turn), self._language):
            say(closing)
        if note := self._session.standing.note:
            say(tr("\nYour note: {note}", note=note))
        await self._rate()

    def _spoken(self, turn: Turn) -> Turn:
        """The turn with the words that are known by now."""
        return replace(turn, exercise=turn.exercise.told(self._ahead.seen(turn.exercise)))

    async def _turn_over(self) -> None:
        try:
            known = not says_unknown(await self._command_or_text(tr("Enter turns the card over: ")))
        except NotKnown:
            known = False
        if known:
            self._session.reveal(now=self._clock())
        else:
            seconds = time.monotonic() - self._shown_at
            self._session.answer((), None, now=self._clock(), seconds=seconds)

    async def _answer(self, exercise: Exercise) -> tuple[Verdict, Outcome | None]:
        """Take an answer and have it graded. What it was held against comes with the verdict."""
        answers, seconds = await self._answers(exercise)
        while isinstance(seen := await self._held_against(exercise, answers), Fault):
            if await self._wants_another_answer(seen):
                answers, seconds = await self._answers(exercise)
        if self._runner.hello is not None:
            self._session.torch_version = self._runner.hello.torch
        verdict = self._session.answer(answers, seen, now=self._clock(), seconds=seconds)
        assert verdict is not None
        return verdict, seen

    async def _answers(self, exercise: Exercise) -> tuple[Sequence[str], float]:
        """Answers, and how many seconds after the card was shown."""
        try:
            answers = await self._questions.answers(exercise)
        except NotKnown:
            answers = [UNKNOWN] * len(exercise.questions)
        return answers, time.monotonic() - self._shown_at

    async def _held_against(
        self, exercise: Exercise, answers: Sequence[str]
    ) -> Outcome | Fault | None:
        """The truth, or how it went with the code that was handed in; None without any."""
        if exercise.has_truth:
            return await self._ahead.outcome(exercise)
        if all(map(says_unknown, answers)):
            return None
        return await self._ahead.attempt(exercise, exercise.code_of(*answers))

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
            ("", tr(RUN_AGAIN))
            if exercise.has_truth
            else (tr(" on your code"), tr(TRY_OR_RUN_AGAIN))
        )
        say(
            tr(
                "No verdict{whose}: {message} This does not count against you.",
                whose=whose,
                message=words_of(fault),
            )
        )
        typed = (await self._command_or_text(offer)).strip()
        if typed == "l":
            self._session.leave_out()
            raise Elsewhere
        return not exercise.has_truth and typed != "s"

    async def _try_further(self, exercise: Exercise) -> None:
        """Run as many further tries as the learner likes; only the first was logged."""
        while typed := (await self._command_or_text(tr(TRY_FURTHER))).strip():
            if typed != "t":
                say(tr("Type t or nothing."))
                continue
            answers = await self._questions.answers(exercise)
            seen = await self._held_against(exercise, answers)
            if isinstance(seen, Fault):
                self._ahead.forget(exercise)
                say(tr("No verdict on your code: {message}", message=words_of(seen)))
                continue
            if seen is None:
                return
            attempt = exercise.card.grade(answers, seen).tests
            assert attempt is not None
            say(attempt_text(attempt, seen))
            if attempt.passed:
                return

    async def _rate(self) -> None:
        left = self._session.total - self._session.position
        while True:
            say(offer_text(self._turn, left))
            typed = (await self._typed.line("> ")).strip().removeprefix(":")
            if typed in ("q", "quit"):
                raise Leave
            if typed in ("u", "undo"):
                self._undo()
                continue
            if self._act(typed):
                continue
            if typed == "" or typed in RATINGS:
                rating = RATINGS.get(typed, self._turn.proposed)
                seconds = time.monotonic() - self._shown_at
                self._session.rate(rating, now=self._clock(), seconds=seconds)
                if self._session.leech is not None:
                    say(leech_in_words(self._session.leech.card))
                return
            say(tr("Type nothing, a number from 1 to 4, u or q."))

    async def _command_or_text(self, prompt: str) -> str:
        """A line that is not a command; commands are carried out."""
        while True:
            line = await self._typed.line(prompt)
            match line.strip():
                case ":hint":
                    self._show_hint(self._turn.exercise.card.hint)
                case ":guess" | ":skip" | ":idk" if self._turn.revealed:
                    say(tr("This card has been answered: the first try is what counts."))
                case ":guess":
                    self._session.toggle_guess()
                    marked = tr("marked as a guess") if self._turn.guess else tr("no longer marked")
                    say(tr("This answer is {marked}.", marked=marked))
                case ":skip":
                    self._session.skip()
                    say(tr("Skipped: it comes at the end."))
                    raise Elsewhere
                case ":idk":
                    raise NotKnown
                case ":undo":
                    self._undo()
                case ":quit":
                    raise Leave
                case ":help":
                    say(help_text())
                case word if self._act(word.removeprefix(":")):
                    pass
                case word if word.startswith(":"):
                    say(tr("There is no command {word}.\n{help}", word=word, help=help_text()))
                case _:
                    return line

    def _show_hint(self, hint: Text | None) -> None:
        if hint is None:
            say(tr("This card has no hint."))
        else:
            if not self._turn.revealed:
                self._session.take_hint()
            say(behind(tr("Hint:"), hint.in_language(self._language)))

    def _act(self, words: str) -> bool:
        """Whether the words are an act, such as `bury` or `due 3`; it is done then if it can be.

        Raises Elsewhere where that ends the card's turn.
        """
        name, _, said = words.partition(" ")
        if name not in OFFERED:
            return False
        if name not in self._session.acts(self._clock()):
            say(tr(":{name} changes nothing for this card now.", name=name))
            return True
        try:
            act = self._session.act(name, said, now=self._clock())
        except ValueError as error:
            say(tr("{complaint}.", complaint=str(error).capitalize()))
            return True
        say(tr("This card {told}.", told=ACTS[name].told(act.value)))
        if ACTS[name].leaves:
            raise Elsewhere
        return True

    def _undo(self) -> None:
        """Raises Elsewhere where a card is shown anew; an act like a flag leaves it as it is."""
        here = self._turn
        if not self._session.undo(now=self._clock()):
            say(tr("There is nothing to undo."))
            return
        if self._session.turn is here:
            say(tr("Undone."))
            return
        say(tr("Undone: this card again."))
        raise Elsewhere

    @property
    def _turn(self) -> Turn:
        assert self._session.turn is not None
        return self._session.turn
