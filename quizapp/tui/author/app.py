"""`quiz author`: a deck and its learner's view, side by side with the editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from textual.app import App
from textual.filter import LineFilter

from quizapp.deck.library import Judge
from quizapp.study import Study
from quizapp.tui.author.screen import AuthorScreen
from quizapp.tui.harmless import Harmless
from quizapp.tui.themes import DARK, LIGHT
from quizapp.workbench import Workbench
from runner.client import Runner


class AuthorApp(App[None]):
    """One screen; leaves nothing behind."""

    TITLE = "quiz author"
    CSS_PATH = "../quiz.tcss"

    def __init__(
        self, path: Path, study: Study, judge: Judge, clock: Callable[[], datetime]
    ) -> None:
        super().__init__()
        self._path = path
        self._study = study
        self._judge = judge
        self._clock = clock
        self._harmless = Harmless()
        self._runner = Runner(study.settings.runner_command)
        self.register_theme(DARK)
        self.register_theme(LIGHT)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), self._harmless]

    async def on_mount(self) -> None:
        self.theme = self._study.settings.theme
        await self._runner.start()
        bench = Workbench(self._path, self._runner, self._judge)
        await self.push_screen(
            AuthorScreen(self._path, bench, self._study, self._runner, self._clock)
        )

    async def on_unmount(self) -> None:
        await self._runner.close()

    def action_help(self) -> None:
        from quizapp.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))
