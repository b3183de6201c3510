"""Ways out of the review, and back: poking at the code of a card, editing its deck."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.app import SuspendNotSupported
from textual.screen import Screen

from quizapp.deck.exercise import Exercise
from quizapp.editor import EditorError, edit
from quizapp.grading.visible import visible
from quizapp.inside.poke import first_expression
from quizapp.tui.screens.poke import Draft, PokeScreen
from runner.client import Runner


class Excursions:
    """Keeps what was typed while poking, for as long as its exercise is before the learner."""

    def __init__(self, screen: Screen[None], runner: Runner) -> None:
        self._screen = screen
        self._runner = runner
        self._of: Exercise | None = None
        self._draft: Draft | None = None

    def poke(self, exercise: Exercise, attempt: str) -> None:
        """Open the exercise's code to be changed and run; it begins with what was handed in."""
        if self._of is not exercise or self._draft is None:
            self._of = exercise
            self._draft = Draft(exercise.whole_code(attempt), first_expression(exercise))
        poke = PokeScreen(self._runner, exercise, self._draft)
        self._screen.app.push_screen(poke, self._keep)

    def _keep(self, draft: Draft | None) -> None:
        self._draft = draft

    def edit(self, path: str, line: int, reload: Callable[[], None]) -> None:
        """Give the terminal to the learner's editor; afterwards the decks are read anew."""
        app = self._screen.app
        try:
            with app.suspend():
                edit(Path(path), line)
        except SuspendNotSupported:
            app.notify("The editor needs this terminal, which cannot be handed over here.")
        except EditorError as error:
            app.notify(visible(str(error)), severity="error", markup=False)
        else:
            reload()
