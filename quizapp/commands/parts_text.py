"""Solutions, and options that were picked, in lines of text."""

from __future__ import annotations

from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise
from quizapp.deck.verdict import OptionVerdict
from quizapp.text.language import Language, tr
from quizapp.text.plain import behind


def solution_text(exercise: Exercise, card: TriedCard, answer: str) -> str:
    """The deck's own code that passes; empty where the answer is just that."""
    code = card.solution_code
    same = answer and exercise.code_of(answer).strip() == code.strip()
    return "" if same else f"{tr(card.solution_title)}:\n{code.rstrip()}"


def option_in_words(option: OptionVerdict, language: Language) -> str:
    """Whether an option holds and was picked; what the deck says of it where that is wrong."""
    but = tr("and") if option.right else tr("but")
    picked = tr("you picked it") if option.picked else tr("you did not pick it")
    truth = tr("It {what}", what="holds" if option.holds else "does not hold")
    sentence = f"{truth}." if option.unknown else f"{truth}, {but} {picked}."
    if option.right or option.option.say is None:
        return sentence
    return behind(sentence, option.option.say.in_language(language))
