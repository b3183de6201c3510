"""`quiz author`: a deck and its learner's view, side by side with the editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from quizapp.checking.heard import Listen, heard_nothing
from quizapp.checking.workbench import Workbench
from quizapp.deck.gone import NOTHING_ANSWERED, Answered
from quizapp.library.trust import Authored
from quizapp.study.desk import Desk
from quizapp.study.study import Study
from quizapp.tui.author.screen import AuthorScreen
from quizapp.tui.base import StudyApp
from runner.client import Runner


class AuthorApp(StudyApp):
    """One screen; leaves nothing behind."""

    TITLE = "quiz author"
    CSS_PATH = "../quiz.tcss"

    def __init__(
        self,
        path: Path,
        study: Study,
        authored: Authored,
        clock: Callable[[], datetime],
        folders: Sequence[Path] = (),
        answered: Answered = NOTHING_ANSWERED,
        listen: Listen = heard_nothing,
    ) -> None:
        """In the folders lie the other decks that there are; `answered` is what the author, who
        may be a learner too, was asked before. `listen` reads the words of cards.
        """
        super().__init__(Desk.of(study))
        self._path = path
        self._folders = folders
        self._authored = authored
        self._answered = answered
        self._clock = clock
        self._listen = listen
        self._runner = Runner(study.settings.runner_command)

    async def begin(self) -> None:
        await self._runner.start()
        cache = self._study.places.cache
        bench = Workbench(
            self._path, self._runner, self._authored, self._folders, cache, self._listen
        )
        await self.push_screen(
            AuthorScreen(self._path, bench, self._study, self._runner, self._clock, self._answered)
        )

    async def on_unmount(self) -> None:
        await self._runner.close()
