"""What all forms of answering have in common; each kind of card has its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.containers import VerticalGroup

from quizapp.deck.exercise import Exercise
from quizapp.deck.verdict import Verdict
from quizapp.text.language import mark

HandIn = Callable[[], None]
"""Called when the learner hands in what stands in a form."""

NOT_KNOWN = mark("Enter once more if you do not know it.")
GIVEN_UP = mark("Enter shows the answer, as not known.")
COMMANDS = mark("Letters are commands after {commands}.")


class AnswerForm(VerticalGroup):
    """Where the learner answers. This one, of a card that is just turned over, has no fields."""

    moves = False
    """There are rows in it, through which the keys that move go."""
    is_roomy = False
    """It takes more of the screen than fields in which words are typed."""
    is_editor = False
    """Code is written in it."""

    @property
    def answers(self) -> tuple[str, ...]:
        """What stands in the fields, as grading reads it."""
        return ()

    def tell(self, exercise: Exercise) -> None:
        """Say what only running the code could tell of what is asked."""

    def restore(self, answers: Sequence[str]) -> None:
        """Put back what stood in such a form before; what does not fit any more is let go."""

    @property
    def has_grid(self) -> bool:
        """The field that has the focus can be a grid of cells."""
        return False

    def toggle_grid(self) -> None:
        """Write on in the grid, or in words again."""

    def type(self) -> None:
        """Go to the field that was left, or else to the one that waits for an answer."""

    def select(self) -> None:
        """Have what stands in the fields give way to what is typed."""

    def leave(self) -> None:
        """Note which field the learner is about to leave."""

    def move(self, by: int) -> None:
        """Go through the rows."""

    async def press(self, key: str) -> bool:
        """Do what a key does in the rows; whether it does anything there."""
        return False

    def take(self) -> bool:
        """Take in the field that has the focus; whether all are answered now, and understood.

        Where they are not, the learner is brought to the next that needs an answer. Who has
        nothing to enter is asked whether the answer is not known.
        """
        return False

    def ask_for_digits(self, whys: Sequence[str]) -> None:
        """Go to the first field that has a reason why it is asked again, and say it."""

    def reveal(self, verdict: Verdict) -> None:
        """Put the truth beside each answer."""
