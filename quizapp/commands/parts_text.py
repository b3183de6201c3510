"""Solutions, and options that were picked, in lines of text."""

from __future__ import annotations

from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise
from quizapp.deck.verdict import OptionVerdict
from quizapp.text.language import Language, mark, tr
from quizapp.text.plain import behind

_TOLD = {
    (True, None): mark("It holds."),
    (True, True): mark("It holds, and you picked it."),
    (True, False): mark("It holds, but you did not pick it."),
    (False, None): mark("It does not hold."),
    (False, True): mark("It does not hold, but you picked it."),
    (False, False): mark("It does not hold, and you did not pick it."),
}
"""By whether an option holds, and whether it was picked."""


def solution_text(exercise: Exercise, card: TriedCard, answer: str) -> str:
    """The deck's own code that passes; empty where the answer is just that."""
    code = card.solution_code
    same = answer and exercise.code_of(answer).strip() == code.strip()
    title = tr("{heading}:", heading=tr(card.solution_title))
    return "" if same else f"{title}\n{code.rstrip()}"


def option_in_words(option: OptionVerdict, language: Language) -> str:
    """Whether an option holds and was picked; what the deck says of it where that is wrong."""
    sentence = tr(_TOLD[option.holds, None if option.unknown else option.picked])
    if option.right or option.option.say is None:
        return sentence
    return behind(sentence, option.option.say.in_language(language))
