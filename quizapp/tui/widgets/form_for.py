"""Which form a card is answered in."""

from __future__ import annotations

from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.parts import Language
from quizapp.tui.widgets.answer_form import AnswerForm, HandIn
from quizapp.tui.widgets.ask_form import AskForm
from quizapp.tui.widgets.choice_form import ChoiceForm
from quizapp.tui.widgets.code_form import CodeForm
from quizapp.tui.widgets.order_form import OrderForm


def form_for(exercise: Exercise, language: Language, hand_in: HandIn) -> AnswerForm:
    """A fresh form; `hand_in` is called when the learner hands in what stands in it."""
    match exercise.card:
        case PredictCard(asks=asks):
            return AskForm(asks, hand_in)
        case ChoiceCard() as card:
            return ChoiceForm(card, exercise.shuffled, language, hand_in)
        case WriteCard() as card:
            return CodeForm(card, hand_in)
        case OrderCard():
            return OrderForm(exercise, hand_in)
    return AnswerForm()
