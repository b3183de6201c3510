"""Ways out of the review, and back: poking at the code of a card, editing its deck."""

from __future__ import annotations

from pathlib import Path

from textual.content import Content
from textual.screen import Screen

from quizapp.deck.exercise import Exercise
from quizapp.deck.problem import Problem
from quizapp.machine.isolation import is_sandboxed
from quizapp.text.language import tr
from quizapp.text.visible import visible
from quizapp.tui.screens.editing import edit_deck
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
            sandboxed = is_sandboxed(self._runner.hello)
            self._draft = first_draft(exercise, attempt, gave, sandboxed=sandboxed)
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
        line = exercise.card.line if problem is None else problem.line
        return edit_deck(self._screen.app, Path(exercise.path), line)


def problem_in_words(problem: Problem, key: str) -> Content:
    """What is wrong with a deck that was edited, and by which key to mend it."""
    where = tr("{name}, line {line}", name=Path(problem.path).name, line=problem.line)
    return Content.assemble(
        (tr("! not as it should be  "), "bold $text-warning"),
        tr(
            "{problem}. {key} opens the deck there.",
            key=key,
            problem=visible(f"{where}: {problem.message}").rstrip("."),
        ),
    )
