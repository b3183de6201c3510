"""What all forms of answering have in common; each kind of card has its own."""

from __future__ import annotations

from collections.abc import Callable

from textual.containers import VerticalGroup

from quizapp.grading.verdict import Verdict

HandIn = Callable[[], None]
"""Called when the learner hands in what stands in a form."""


class AnswerForm(VerticalGroup):
    """Where the learner answers. This one, of a card that is just turned over, has no fields."""

    takes_letters = True
    """Letters typed in it are an answer, and no commands."""

    @property
    def answers(self) -> tuple[str, ...]:
        """What stands in the fields, as grading reads it."""
        return ()

    def type(self) -> None:
        """Go to the field that waits for an answer."""

    def take(self) -> bool:
        """Take in the field that has the focus; whether all are answered now, and understood.

        Where they are not, the learner is brought to the next that needs an answer.
        """
        return False

    def reveal(self, verdict: Verdict) -> None:
        """Put the truth beside each answer."""
