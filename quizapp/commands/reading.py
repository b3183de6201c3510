"""What the words of cards say wrongly, as far as it takes torch to tell: for `quiz check`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from quizapp.checking.absent_names import absent_names
from quizapp.checking.check import OnTorch
from quizapp.checking.lenient_tests import lenient_tests
from quizapp.checking.misspelt_attributes import misspelt_attributes
from quizapp.checking.plan import Plan
from quizapp.checking.seeded import seeded_values
from quizapp.commands.contradicted import contradicted_options
from quizapp.commands.refuted import refuted_sentences
from quizapp.deck.problem import Problem
from runner.client import Runs


async def read(
    on: OnTorch, every: Iterable[tuple[Runs, Sequence[Plan]]], *, advice: bool
) -> tuple[OnTorch, list[Problem]]:
    """What was found, with the problems that only reading shows; and advice, where it is asked for.

    Given what is to be read with what can run it; of some of it nothing need have been run.
    """
    truths, torch = on.checked.truths, on.torch
    problems = list(on.checked.problems)
    thoughts: list[Problem] = []
    for runner, plans in every:
        problems += await contradicted_options(plans, truths, runner, torch)
        cards = [(plan.deck, plan.card) for plan in plans] if advice else []
        thoughts += await absent_names(cards, truths, runner)
        thoughts += await misspelt_attributes(cards, runner)
        thoughts += await seeded_values(cards, runner)
        thoughts += await lenient_tests(cards, runner)
        thoughts += await refuted_sentences(cards, runner, torch)
    checked = replace(on.checked, problems=tuple(problems))
    return replace(on, checked=checked), list(dict.fromkeys(thoughts))
