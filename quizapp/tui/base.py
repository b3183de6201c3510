"""What every app of ours does alike: its look, its help, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App
from textual.events import Resize
from textual.filter import LineFilter
from textual.worker import WorkerFailed

from quizapp.errors import UserError
from quizapp.grading.visible import visible
from quizapp.study import Study
from quizapp.tui.harmless import Harmless
from quizapp.tui.size import too_small
from quizapp.tui.themes import DARK, LIGHT, theme_complaint


class StudyApp(App[None]):
    """An app on what a learner has on the desk. Raises UserError for a theme that is none."""

    CSS_PATH = "quiz.tcss"

    def __init__(self, study: Study) -> None:
        super().__init__()
        self._study = study
        self._harmless = Harmless()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        if complaint := theme_complaint(study.settings.theme):
            raise UserError(f"{study.places.config_file}: {complaint}")

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), self._harmless]

    async def on_mount(self) -> None:
        self.theme = self._study.settings.theme

    def on_resize(self, event: Resize) -> None:
        from quizapp.tui.screens.too_small import TooSmallScreen

        small = too_small(event.size.width, event.size.height)
        if small and not isinstance(self.screen, TooSmallScreen):
            self.push_screen(TooSmallScreen())
        elif not small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    def action_help(self) -> None:
        from quizapp.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def _handle_exception(self, error: Exception) -> None:
        """End with one sentence where it is nothing that the program did wrong."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, UserError):
            self.exit(return_code=2, message=visible(f"quiz: {cause}"))
        else:
            super()._handle_exception(error)
