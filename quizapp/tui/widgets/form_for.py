"""Which form a card is answered in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quizapp.deck.exercise import Exercise
from quizapp.tables.by_file import by_file
from quizapp.text.language import Language
from quizapp.tui import kinds
from quizapp.tui.widgets.answer_form import AnswerForm, HandIn

FORMS: Mapping[str, Callable[[Exercise, Language, HandIn], AnswerForm]] = by_file(kinds, "form")


def form_for(exercise: Exercise, language: Language, hand_in: HandIn) -> AnswerForm:
    """A fresh form; `hand_in` is called when the learner hands in what stands in it.

    A kind of card without a form of its own is just turned over.
    """
    form = FORMS.get(exercise.card.kind)
    return form(exercise, language, hand_in) if form else AnswerForm()
