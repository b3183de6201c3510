"""Ways out of the review, and back: poking at the code of a card, editing its deck."""

from __future__ import annotations

from pathlib import Path

from textual.app import SuspendNotSupported
from textual.content import Content
from textual.screen import Screen

from quizapp.deck.exercise import Exercise
from quizapp.deck.problem import Problem
from quizapp.machine.editor import EditorError, edit
from quizapp.text.visible import visible
from quizapp.tui.screens.poke import Draft, PokeScreen, draft_of, first_draft
from runner.client import Runner
from runner.protocol.wire import Outcome


class Excursions:
    """Keeps what was typed while poking, for as long as its exercise is before the learner."""

    def __init__(self, screen: Screen[None], runner: Runner) -> None:
        self._screen = screen
        self._runner = runner
        self._of: Exercise | None = None
        self._draft: Draft | None = None

    def poke(self, exercise: Exercise, attempt: str, gave: Outcome | None) -> None:
        """Open the exercise's code to be changed and run.

        It begins with what was handed in, and with what its run gave.
        """
        if self._of is not exercise or self._draft is None:
            self._of = exercise
            self._draft = first_draft(exercise, attempt, gave)
        poke = PokeScreen(self._runner, exercise, self._draft)
        self._screen.app.push_screen(poke, self._keep)

    def prove(self, exercise: Exercise) -> None:
        """Open the code with the assertions behind what the card says, to be run."""
        proof, code = exercise.card.proof, exercise.proof_code
        assert proof is not None
        before = code.removesuffix(proof.text)
        draft = draft_of(exercise, code, begins_at=before.count("\n"))
        self._screen.app.push_screen(PokeScreen(self._runner, exercise, draft))

    def _keep(self, draft: Draft | None) -> None:
        self._draft = draft

    def edit(self, exercise: Exercise, problem: Problem | None) -> bool:
        """Give the terminal to the learner's editor, at the card or at what is wrong in its deck.

        Whether it was given: the deck may be another one then.
        """
        app = self._screen.app
        line = exercise.card.line if problem is None else problem.line
        failed: EditorError | None = None
        try:
            with app.suspend():
                try:
                    edit(Path(exercise.path), line)
                except EditorError as error:  # past the block, the app would stay suspended
                    failed = error
        except SuspendNotSupported:
            app.notify("The editor needs this terminal, which cannot be handed over here.")
            return False
        if failed is not None:
            app.notify(visible(str(failed)), severity="error", markup=False)
        return failed is None


def problem_in_words(problem: Problem) -> Content:
    """What is wrong with a deck that was edited, and how to mend it."""
    where = f"{Path(problem.path).name}, line {problem.line}"
    return Content.assemble(
        ("! not as it should be  ", "bold $text-warning"),
        f"{visible(f'{where}: {problem.message}').rstrip('.')}. e opens the deck there.",
    )
