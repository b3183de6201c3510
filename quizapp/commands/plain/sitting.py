"""A sitting line by line: a card, the answer, the verdict, the rating."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

from quizapp.commands.plain.answering import Answering
from quizapp.commands.plain.context import Context, Elsewhere
from quizapp.commands.plain.ending import Ending, Then
from quizapp.commands.plain.looks import Looks
from quizapp.commands.plain.obeying import Obeying
from quizapp.commands.plain.text import exercise_text, summary_text
from quizapp.commands.say import say, say_prose
from quizapp.commands.typed import Leave, Typed
from quizapp.memory.acts.table import ACTS
from quizapp.memory.review import Rating
from quizapp.running.ahead import Ahead
from quizapp.study.phrases import idea_in_words, leech_in_words, undone_in_a_sitting
from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.study.turn import Turn
from quizapp.text.language import mark, tr
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome

LEECH = mark("Enter leaves it aside; or type resume, reset, edit, history or drill: ")

RATINGS = {str(rating.value): rating for rating in Rating}


class Drill(Exception):
    """The learner wants another sitting instead."""

    def __init__(self, wanted: Sitting) -> None:
        super().__init__()
        self.wanted = wanted


class PlainSitting:
    """Asks and tells in lines of text. Whatever was answered is in the log."""

    def __init__(
        self,
        study: Study,
        session: Session,
        runner: Runner,
        clock: Callable[[], datetime],
        typed: Typed,
    ) -> None:
        looks = Looks(study, runner, typed, clock)
        self._at = at = Context(study, session, runner, Ahead(runner), looks, typed, clock)
        self._session = session
        self._looks = looks
        self._typed = typed
        self._commands = Obeying(at)
        self._answering = Answering(at, self._command_or_text)
        self._ending = Ending(study, session, looks, typed, clock, self._commands.edit_card)

    async def run(self) -> Sitting | None:
        """Go through the sitting to its end, or until the learner or the input ends it.

        Another sitting where the learner wants one.
        """
        then: Then = "undo"
        while then == "undo":
            try:
                await self._ask_all()
            except Leave:
                say()
                self._tell_what_was_done()
                return None
            except Drill as drill:
                self._tell_what_was_done()
                return drill.wanted
            except asyncio.CancelledError:  # by Ctrl-C
                say()
                self._tell_what_was_done()
                raise
            self._tell_what_was_done()
            then = await self._ending.ask()
            if then == "undo":
                say(undone_in_a_sitting(self._session.undo(now=self._at.clock())))
        return then

    async def _ask_all(self) -> None:
        while self._session.turn is not None:
            self._at.ahead.want(self._session.upcoming())
            seen = self._at.ahead.seen(self._session.turn.exercise)
            if isinstance(seen, Fault) and seen.kind == "refused":
                self._at.leave_out(seen)
                continue
            try:
                await self._take_turn(self._session.turn)
            except Elsewhere:
                continue

    def _tell_what_was_done(self) -> None:
        self._at.ahead.want(())
        now = self._at.clock()
        say_prose(summary_text(self._session.summary(now), self._at.study.study_date(now)))

    async def _take_turn(self, turn: Turn) -> None:
        exercise = turn.exercise
        if exercise.has_truth and exercise.shuffled and exercise.has_words:
            await self._at.ahead.outcome(exercise)  # the options may wait for it
        say(exercise_text(self._at.spoken, self._session, self._at.study))
        self._at.shown()
        self._looks.begin()
        if turn.revealed:  # it was answered before an act that was undone
            seen = self._at.ahead.seen(exercise)
            self._looks.gave = seen if isinstance(seen, Outcome) else None
            self._commands.say_verdict()
        elif exercise.runs_code:
            verdict = await self._answering.answer(exercise)
            self._commands.say_verdict()
            for met in self._session.ideas_met():
                say(f"\n{idea_in_words(*met, self._at.language)}")
            if verdict.tests is not None and not (verdict.right or verdict.unknown):
                await self._answering.try_further(exercise)
        else:
            await self._answering.turn_over()
        if exercise.has_words:
            await self._at.ahead.outcome(exercise)
        self._commands.say_reasons()
        await self._rate()

    async def _rate(self) -> None:
        self._commands.say_offer()
        while True:
            typed = (await self._typed.line("> ")).strip()
            if await self._commands.obey(typed):
                continue
            typed = typed.removeprefix(":")
            turn = self._at.turn
            rating = RATINGS.get(typed) if typed else turn.proposed
            if rating in turn.ratings:
                self._session.rate(rating, now=self._at.clock(), seconds=self._at.seconds)
                if self._session.leech is not None:
                    await self._help_with(self._session.leech.card)
                return
            say(tr("Type nothing, a number that is offered, or ? for what else there is."))

    async def _help_with(self, card_id: str) -> None:
        """A card was just set aside: offer what may help."""
        say(leech_in_words(card_id))
        while typed := (await self._typed.line(tr(LEECH))).strip():
            match typed:
                case "resume" | "reset":
                    act = self._session.act_on_leech(typed, now=self._at.clock())
                    say(f"{card_id} {ACTS[typed].told(act.value)}.")
                    return
                case "edit":
                    self._commands.edit_card(card_id)
                case "history":
                    self._looks.say_history(card_id)
                case "drill" if ideas := self._at.study.library.cards[card_id].ideas:
                    raise Drill(Sitting(ideas=tuple(sorted(ideas))))
                case "drill":
                    say(tr("No deck names an idea that this card would refute."))
                case _:
                    say(tr("There is no command {word}.", word=typed))

    async def _command_or_text(self, prompt: str) -> str:
        """A line that is not a command; commands are carried out."""
        while True:
            line = await self._typed.line(prompt)
            if not line.strip().startswith(":"):
                return line
            if not await self._commands.obey(line):
                say(tr("There is no command {word}.", word=line.strip()))
                self._commands.help()
