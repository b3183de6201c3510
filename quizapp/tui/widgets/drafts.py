"""What a learner has entered for cards left unanswered, kept for when they come back."""

from __future__ import annotations

from quizapp.deck.exercise import Exercise
from quizapp.study.turn import Slot
from quizapp.tui.widgets.answer_form import AnswerForm

Offered = tuple[type[AnswerForm], str]


class Drafts:
    """One for each card's place in the queue."""

    def __init__(self) -> None:
        self._kept: dict[Slot, tuple[Offered, tuple[str, ...]]] = {}
        self._handed_in: dict[Slot, tuple[str, ...]] = {}
        self._as_given: tuple[str, ...] = ()

    def has_one(self, form: AnswerForm) -> bool:
        """Something stands in the form that the learner has entered."""
        return form.answers != self._as_given

    def keep(
        self, slot: Slot, exercise: Exercise, form: AnswerForm, *, handed_in: bool = False
    ) -> None:
        """Keep what was entered into a form that is about to go."""
        if self.has_one(form):
            self._kept[slot] = _offered(exercise, form), form.answers
            if handed_in:
                self._handed_in[slot] = form.answers

    def restore(self, slot: Slot, exercise: Exercise, form: AnswerForm) -> bool:
        """Put what was entered into a new form; an old answer gives way to what is typed.

        False where it cannot be: the deck has another kind of card, or other options, by now.
        """
        self._as_given = form.answers
        offered, draft = self._kept.pop(slot, (None, ()))
        fits = offered == _offered(exercise, form)
        if fits:
            form.restore(draft)
            if self._handed_in.get(slot) == draft:
                form.select()
        return fits or not draft


def _offered(exercise: Exercise, form: AnswerForm) -> Offered:
    """What is answered: of rows these themselves, which an answer names by their numbers."""
    card = exercise.card
    rows = card.given(range(card.parts_shuffled), "en") if form.moves else ""
    return type(form), rows
