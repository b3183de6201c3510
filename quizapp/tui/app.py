"""The Textual app: its look, its runner, and the sittings it starts."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from datetime import date, datetime
from typing import TYPE_CHECKING

from textual import on, work
from textual.screen import Screen

from quizapp.machine.this_app import THIS_APP
from quizapp.memory.errors import LogUnavailable
from quizapp.study.desk import Desk
from quizapp.study.placing import Placing
from quizapp.study.sitting import Sitting
from quizapp.text.language import spoken, tr
from quizapp.text.visible import visible
from quizapp.tui.base import StudyApp
from quizapp.tui.keys_in_order import Key, Paste
from quizapp.tui.messages import (
    HomeStands,
    PlacementWanted,
    RunnerWanted,
    SittingCalledOff,
    SittingWanted,
)
from quizapp.tui.screens.home import HomeScreen

if TYPE_CHECKING:
    from quizapp.study.session import Session
    from quizapp.tui.screens.review import ReviewScreen
    from runner.client import Runner


LEAVING = ("ctrl+q", "ctrl+z")
"""Keys that nothing may hold up."""


class QuizApp(StudyApp):
    """Home, and sittings on top of it."""

    TITLE = "quiz"

    def __init__(
        self,
        desk: Desk,
        *,
        clock: Callable[[], datetime],
        rng: random.Random,
        first: Sitting | None = None,
        places: bool = False,
    ) -> None:
        """Begin with a sitting, or with a placement, on top of home."""
        super().__init__(desk)
        self._clock = clock
        self._rng = rng
        self._first, self._places = first, places
        self._home = HomeScreen(desk, clock)
        self._runner: Runner | None = None
        self._early: tuple[Sitting, Session, ReviewScreen] | None = None
        self._held_up: Sitting | None = None
        self._today: tuple[date, date] | None = None
        self._typed_early: list[Key | Paste] = []

    async def _act_on(self, event: Key | Paste) -> None:
        """What is typed before home stands is for home."""
        starts = bool(self._typed_early) or (self.screen is self._home and not self._home.stands)
        if starts and not (isinstance(event, Key) and event.key in LEAVING):
            self._typed_early.append(event)
        else:
            await super()._act_on(event)

    @on(HomeStands)
    async def _type_what_was_early(self) -> None:
        """Key by key: only between messages does Textual wait for a screen that one has opened."""
        if self._typed_early:
            await super()._act_on(self._typed_early.pop(0))
            self.call_next(self._type_what_was_early)

    def get_default_screen(self) -> Screen[None]:
        return self._home

    async def begin(self) -> None:
        if self._first is not None:
            await self._sit_down(self._first)
        if self._places:
            await self._place()
        self.call_after_refresh(self._await_torch)
        if self._desk.settings.sync:
            self.call_after_refresh(self._sync)

    @work
    async def _sync(self) -> None:
        """Take in what other machines have brought, beside the app: the folder may be slow."""
        if complaint := await _beside("sync"):
            words = visible(complaint.strip().removeprefix("quiz: "))
            self.notify(
                tr("Not synchronised: {error}", error=words), severity="warning", markup=False
            )
        else:
            if self._desk.is_open:
                self._study.follow_settings()
            self._home.count_again()

    @work
    async def _fit_if_due(self) -> None:
        """Once a month have the schedule's parameters fitted, beside the app."""
        from quizapp.study.fitting import is_due
        from quizapp.study.refitted import BeforeFit

        with contextlib.suppress(LogUnavailable):  # else another time
            if is_due(self._study.log, self._study.study_date(self._clock())):
                before = BeforeFit(self._study, self._clock())
                await _beside("optimize", "--if-due")
                self._home.count_again()
                if changes := "\n".join(before.changes()):
                    self.notify(changes, timeout=30, markup=False)

    async def on_unmount(self) -> None:
        if self._runner is not None:
            await self._runner.close()

    async def _started_runner(self) -> Runner:
        """The runner, started when first needed: its import would delay the first paint."""
        if self._runner is None:
            from runner.client import Runner

            self._runner = Runner(self._desk.settings.runner_command)
            await self._runner.start()
        return self._runner

    def look_around(self) -> None:
        """Have home count what another terminal has answered, and what a new day brings, too."""
        super().look_around()
        if self._today is None:
            return  # decks and log are not open yet
        if (today := self._days()) != self._today:
            self._today = today
            self._home.count_again()
            self._back_up()
        with contextlib.suppress(LogUnavailable):  # an answer will meet, and tell of, the same
            if self._study.log.changed_elsewhere():
                self._home.count_again()

    def _days(self) -> tuple[date, date]:
        """The day of the calendar, and that of study, which begins some hours later."""
        now = self._clock()
        return now.date(), self._study.study_date(now)

    @work
    async def _back_up(self) -> None:
        """Back up the log once a day, a large one beside the app."""
        study, now = self._study, self._clock()
        if study.log.is_backed_up(now):
            return
        with contextlib.suppress(LogUnavailable):  # an answer will meet, and tell of, the same
            if study.log_is_large:
                told = visible((await _beside("backup", "--if-due")).strip())
            else:
                told = study.back_up(now)
            if told:
                self.notify(told.removeprefix("quiz: "), severity="warning", markup=False)

    @work
    async def _await_torch(self) -> None:
        """Start torch once the first screen is painted, and say when it is there."""
        runner = await self._started_runner()
        self.keep_styles()
        if not self._desk.is_open:
            self._desk.open()
            self._home.count_again()
        self._today = self._days()
        gc.enable()
        gc.freeze()
        with contextlib.suppress(LogUnavailable):  # an answer will meet, and tell of, the same
            self._study.note_arrivals(self._study.study_date(self._clock()))
            if lost := self._study.lost():
                self.notify(lost, severity="warning", timeout=30, markup=False)
        self._back_up()
        hello = await runner.ready()
        if not self._home.is_attached:  # the learner has left meanwhile
            return
        self._fit_if_due()
        if hello is None:
            from quizapp.running.faults import words_of

            why = visible(words_of(runner.refusal)) if runner.refusal is not None else ""
            self._home.say_of_runner(tr("torch does not start"), trouble=why)
            if self._held_up is not None:
                self.notify(self._why_nothing(self._held_up), markup=False)
                self._held_up = None
            self._plan_early_again()
            return
        from quizapp.machine.isolation import tier

        self._study.meet(hello)
        self._home.count_again()
        facts = [f"torch {hello.torch}", hello.devices[-1], tier(hello.sandbox)]
        self._home.say_of_runner(" · ".join(facts))
        self._plan_early_again()
        if self._held_up is not None:
            await self._sit_down(self._held_up)

    def _plan_early_again(self) -> None:
        """A sitting that began before torch was up goes on by what is known of it now."""
        if self._early is not None and self._early[2] in self.screen_stack:
            wanted, session, review = self._early
            review.plan_again(wanted, self._rng)
            self._tell_unasked(wanted, session)

    @on(SittingWanted)
    async def _sitting_wanted(self, event: SittingWanted) -> None:
        self._home.browsed = event.browsed or self._home.browsed
        await self._sit_down(event.sitting)

    @on(PlacementWanted)
    async def _place(self) -> None:
        """Begin a placement."""
        if self.screen is not self._home:
            return
        from quizapp.tui.screens.placement import PlacementScreen

        placement = Placing(self._study).begin(self._clock(), self._rng)
        if placement.turn is None:
            self.notify(tr("There is no card that could be asked."))
            return
        self._held_up = None
        self._home.stop_waiting()
        runner = await self._started_runner()
        self._home.is_left_for_cards = True
        await self.push_screen(PlacementScreen(placement, runner, self._study, self._clock))

    @on(SittingCalledOff)
    def _sitting_called_off(self) -> None:
        self._held_up = None

    @on(RunnerWanted)
    async def _runner_wanted(self, event: RunnerWanted) -> None:
        event.use(await self._started_runner())

    async def _sit_down(self, wanted: Sitting) -> None:
        """Begin a sitting; where what it holds hangs on the runner, as soon as that has spoken."""
        if self.screen is not self._home:
            return  # a second key press, while the first was at work
        from quizapp.tui.screens.review import ReviewScreen

        session = self._study.sitting(wanted, self._clock(), self._rng)
        runner = await self._started_runner()
        self._early = self._held_up = None
        self._home.stop_waiting()
        if session.turn is not None:
            review = ReviewScreen(session, runner, self._study, self._clock)
            self._early = None if self._study.hello else (wanted, session, review)
            self._home.is_left_for_cards = True
            await self.push_screen(review)
            if self._early is None:
                self._tell_unasked(wanted, session)
        elif self._study.hangs_on_the_machine(wanted, self._clock()) and runner.refusal is None:
            self._held_up = wanted
            self._home.wait_for_torch()
        else:
            self.notify(self._why_nothing(wanted), markup=False)
            if not self._home.stands:  # later the cursor is where the learner has put it
                self._home.bound_for = wanted.topics

    def _why_nothing(self, wanted: Sitting) -> str:
        if self._study.hangs_on_the_machine(wanted, self._clock()):
            return tr(
                "torch does not start, so nobody knows which of these cards can be asked here."
            )
        if left_out := list(self._study.left_out(wanted.topics)):
            return "\n".join(left_out)
        if told := self._unasked(wanted, 0):
            return told
        return tr("There is nothing to ask.")

    def _tell_unasked(self, wanted: Sitting, session: Session) -> None:
        from quizapp.study.phrases import beyond_in_words

        told = self._unasked(wanted, session.total)
        if told := told or beyond_in_words(self._study, wanted, self._clock()):
            self.notify(told, markup=False)

    def _unasked(self, wanted: Sitting, asked: int) -> str:
        """Why not all is asked that was picked or found; empty where it is, or nothing was."""
        if not (wanted.search or wanted.cards or (wanted.topics and not asked)):
            return ""
        from quizapp.study.phrases import unasked_in_words

        today = self._study.study_date(self._clock())
        found = wanted.cards or self._study.found(wanted, today)
        return unasked_in_words(self._study, found, asked, today, wanted.most)


async def _beside(*command: str) -> str:
    """Run a subcommand in a process of its own; what it complained of where it has failed."""
    process = await asyncio.create_subprocess_exec(
        *(*THIS_APP, "--lang", spoken(), *command),
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
    )
    _, told = await process.communicate()
    return told.decode(errors="replace") if process.returncode else ""
