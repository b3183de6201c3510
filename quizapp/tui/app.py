"""The Textual app: its look, its runner, and the sittings it starts."""

from __future__ import annotations

import contextlib
import gc
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import SystemCommand
from textual.binding import Binding
from textual.screen import Screen

from quizapp.grading.visible import visible
from quizapp.isolation import tier
from quizapp.memory.errors import LogUnavailable
from quizapp.study import Study
from quizapp.tui.base import StudyApp
from quizapp.tui.screens.home import HomeScreen

if TYPE_CHECKING:
    from runner.client import Runner


@dataclass(frozen=True)
class Sitting:
    """What to sit down to: today's review, or a drill of some topics."""

    topics: tuple[str, ...] = ()
    limit: int | None = None


class QuizApp(StudyApp):
    """Home, and sittings on top of it."""

    TITLE = "quiz"
    BINDINGS = [
        Binding("ctrl+p", "command_palette", "Commands", show=False, tooltip="All commands"),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, tooltip="Leave the app"),
    ]

    def __init__(
        self,
        study: Study,
        *,
        clock: Callable[[], datetime],
        rng: random.Random,
        first: Sitting | None = None,
    ) -> None:
        super().__init__(study)
        self._clock = clock
        self._rng = rng
        self._first = first
        self._home = HomeScreen(study, clock)
        self._runner: Runner | None = None

    def get_default_screen(self) -> Screen[None]:
        return self._home

    async def on_mount(self) -> None:
        await super().on_mount()
        if self._first is not None:
            await self._sit_down(self._first)
        self.call_after_refresh(self._await_torch)

    async def on_unmount(self) -> None:
        if self._runner is not None:
            await self._runner.close()

    async def _started_runner(self) -> Runner:
        """The runner, started when first needed: its import would delay the first paint."""
        if self._runner is None:
            from runner.client import Runner

            self._runner = Runner(self._study.settings.runner_command)
            await self._runner.start()
        return self._runner

    @work
    async def _await_torch(self) -> None:
        """Start torch once the first screen is painted, and say when it is there."""
        gc.enable()
        gc.freeze()
        runner = await self._started_runner()
        with contextlib.suppress(LogUnavailable):  # an answer will meet, and tell of, the same
            self._study.log.backup_if_due(self._clock())
        hello = await runner.ready()
        if hello is None:
            why = visible(runner.refusal.message) if runner.refusal is not None else ""
            self._home.say_of_runner("torch does not start", trouble=why)
            return
        self._study.hello = hello
        self._home.count_again()
        facts = [f"torch {hello.torch}", hello.devices[-1], tier(hello.sandbox)]
        self._home.say_of_runner(" · ".join(facts))

    @on(HomeScreen.SittingWanted)
    async def _sitting_wanted(self, event: HomeScreen.SittingWanted) -> None:
        await self._sit_down(Sitting(event.topics))

    async def _sit_down(self, sitting: Sitting) -> None:
        if self.screen is not self._home:
            return  # a second key press, while the first was at work
        from quizapp.tui.screens.review import ReviewScreen

        session = self._study.sitting(
            self._clock(), self._rng, topics=sitting.topics, limit=sitting.limit
        )
        if session.turn is None:
            self.notify(self._why_nothing(sitting))
            return
        runner = await self._started_runner()
        self.push_screen(ReviewScreen(session, runner, self._study, self._clock))

    def _why_nothing(self, sitting: Sitting) -> str:
        if not sitting.topics:
            return "Nothing is due today; d drills the topic under the cursor."
        limit = self._study.settings.new_per_day
        return (
            f"No card of this topic has been learnt yet, and no more are introduced today "
            f"(new_per_day = {limit})."
        )

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The command palette: what the keys of the screen do now, and the app's own."""
        for binding in screen.BINDINGS:
            assert isinstance(binding, Binding)
            if binding.tooltip and self._check_action_state(binding.action, screen):
                yield SystemCommand(
                    binding.description.capitalize(),
                    binding.tooltip,
                    partial(self.run_action, binding.action, screen),
                )
        yield SystemCommand("Theme", "Change the colours", self.action_change_theme)
        yield SystemCommand("Help", "Show the keys of this screen", self.action_help)
        if not isinstance(screen, HomeScreen):
            yield SystemCommand("Quit", "Leave; everything answered is kept", self.action_quit)
