"""Options, lines to be put in order, starters and solutions in lines of text."""

from __future__ import annotations

from collections.abc import Iterable

from quizapp.deck.exercise import Exercise
from quizapp.deck.model import ChoiceCard, Language, OrderCard, WriteCard
from quizapp.grading.handed_in import code_of
from quizapp.grading.verdict import OptionVerdict
from quizapp.text.plain import behind, plain_line, plain_text


def given_text(exercise: Exercise, language: Language) -> str:
    """What the learner is given beside the code, numbered as it is shown; empty for nothing."""
    match exercise.card:
        case ChoiceCard(options=options):
            texts = (options[index].text.in_language(language) for index in exercise.shuffled)
            return numbered(map(plain_line, texts))
        case OrderCard(lines=lines):
            return numbered(lines[index] for index in exercise.shuffled)
        case WriteCard(starter=starter) if starter is not None:
            return f"The code to be mended:\n{starter.text.rstrip()}"
    return ""


def solution_text(exercise: Exercise, answer: str) -> str:
    """The deck's own code that passes; empty where the answer is just that."""
    match exercise.card:
        case WriteCard(solution=solution):
            title, code = "A solution", solution.text
        case OrderCard(lines=lines):
            title, code = "A right order", exercise.in_order(range(len(lines)))
        case card:
            raise TypeError(f"{card.id} is not answered by code")
    same = answer and code_of(exercise, answer).strip() == code.strip()
    return "" if same else f"{title}:\n{code.rstrip()}"


def numbered(texts: Iterable[str]) -> str:
    """Texts with their numbers, from 1, the further lines of each below its first."""
    return "\n".join(number_before(number, text) for number, text in enumerate(texts, 1))


def number_before(number: int, text: str) -> str:
    """`2. ` and a text, its further lines below the first."""
    before = f"{number}. "
    return before + text.strip().replace("\n", f"\n{' ' * len(before)}")


def option_in_words(option: OptionVerdict, language: Language) -> str:
    """Whether an option holds and was picked; what the deck says of it where that is wrong."""
    but = "and" if option.right else "but"
    picked = "you picked it" if option.picked else "you did not pick it"
    truth = f"It {'holds' if option.holds else 'does not hold'}"
    sentence = f"{truth}." if option.unknown else f"{truth}, {but} {picked}."
    if option.right or option.option.say is None:
        return sentence
    return behind(sentence, plain_text(option.option.say.in_language(language)))
