"""Wrong models that an answer could have shown, and those that it did."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from quizapp.deck.gap import fill
from quizapp.deck.model import Card, ChoiceCard, PredictCard, WriteCard
from quizapp.deck.seen import mistakes_seen
from quizapp.grading.verdict import OptionVerdict, Verdict
from runner.protocol.wire import Fact, Outcome


def ideas_shown(card: Card, verdict: Verdict, outcome: Outcome | None) -> Mapping[str, bool]:
    """Each idea that this exercise can show, and whether the answer showed it.

    Who does not know shows nothing. The outcome is the one that the verdict comes of.
    """
    if verdict.unknown or outcome is None:
        return {}
    match card:
        case PredictCard():
            shown = {ask.idea for ask in verdict.asks}
            here = (
                mistake.idea
                for mistake, fact, is_one in mistakes_seen(card, outcome.facts)
                if isinstance(fact, Fact) and is_one == Fact("bool", True)
            )
            return {idea: idea in shown for idea in here if idea is not None}
        case ChoiceCard():
            shown = {one.option.idea for one in verdict.options if _shows(one, many=card.many)}
            options = (option.idea for option in card.options)
            return {idea: idea in shown for idea in options if idea is not None}
        case WriteCard():
            assert verdict.tests is not None
            shown = {one.idea for one in card.wrong if _same(card, verdict.tests.answer, one.text)}
            attempts = (one.idea for one in card.wrong)
            return {idea: idea in shown for idea in attempts if idea is not None}
    return {}


def _shows(graded: OptionVerdict, *, many: bool) -> bool:
    """Whether an option was got wrong; where just one is picked, by being that one."""
    return not graded.right and not graded.unknown and (graded.picked or many)


def _same(card: WriteCard, answer: str, wrong: str) -> bool:
    """Whether two texts are the same code, however they are laid out."""
    texts = [fill(card.code.text, text) if card.has_gap else text for text in (answer, wrong)]
    try:
        one, other = (ast.dump(ast.parse(text)) for text in texts)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return one == other
