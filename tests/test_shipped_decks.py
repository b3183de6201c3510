"""The shipped decks: a card cannot lie, since torch is asked each time."""

from __future__ import annotations

import ast
import asyncio
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import groupby
from pathlib import Path

import pytest

from quizapp.checking.check import Checked, OnTorch, check, conclude, examine_draw, skip
from quizapp.checking.claims import unproven
from quizapp.checking.examined import Examined
from quizapp.checking.plan import Plan, plan_check
from quizapp.checking.recording import compare
from quizapp.checking.series import Series, runs_of
from quizapp.deck.answered import TriedCard
from quizapp.deck.computed import holes_of
from quizapp.deck.exercise import draws, exercise
from quizapp.deck.files import find_decks
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.kinds.recall import RecallCard
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.messages import in_other_words, words_of
from quizapp.deck.model import RunCard
from quizapp.deck.needs import unmet
from quizapp.deck.translation import translation_of
from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from runner.client import Runner
from runner.protocol.wire import Hello

DECKS = sorted(path.stem for path in find_decks([SHIPPED_DECKS]))
FEWEST_CARDS = 12
FEWEST_IDEAS = 40
MOST_DRAWS = 64
"""No shipped card has more draws: none is left to a sample."""


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library([SHIPPED_DECKS], cache=None)


def test_every_shipped_deck_loads_without_a_problem(library: Library) -> None:
    assert [str(problem) for problem in library.problems] == []
    assert sorted(deck.topic for deck in library.decks) == DECKS
    assert {"autograd", "ddp", "shape-ops"} <= set(DECKS)


def test_every_deck_is_whole_in_chinese(library: Library) -> None:
    """No text lacks, is older than its English, or has other code, lists or tables."""
    decks = find_decks([SHIPPED_DECKS])
    assert [path.name for path in decks if not translation_of(path, "zh").exists()] == []
    assert [str(lack) for lack in library.untranslated] == []


def test_whatever_tests_say_is_found_again_to_be_told_in_chinese(library: Library) -> None:
    """None says the same as another of its card, nor are its holes side by side."""
    cards = [card for card in library.cards.values() if isinstance(card, TriedCard)]
    lost = [
        (card.id, message.say.en)
        for card in cards
        for message in card.messages
        if in_other_words(card.messages, words_of(message.say.en).replace("…", "0")) is None
    ]
    assert lost == []


@pytest.fixture(scope="module", params=[False, pytest.param(True, marks=pytest.mark.long)])
def by_night(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(scope="module")
def plans(library: Library, by_night: bool) -> Sequence[Plan]:
    """One draw of each, now an early and now a late one; by night all, as `quiz check` has it."""
    whole = plan_check(
        [(deck, card) for deck in library.decks for card in deck.cards], random.Random(0)
    )
    if by_night:
        return whole
    return [
        replace(plan, draws=(plan.draws[number % len(plan.draws)],))
        for number, plan in enumerate(whole)
    ]


@pytest.fixture(scope="module")
def on_torch(plans: Sequence[Plan], lent_runner: Sequence[str], by_night: bool) -> OnTorch:
    async def run() -> OnTorch:
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            checking = check if by_night else check_quickly
            return OnTorch(torch=hello.torch, checked=await checking(plans, runner, hello))

    return asyncio.run(run())


async def check_quickly(plans: Sequence[Plan], runner: Runner, hello: Hello) -> Checked:
    """All cards of a deck in one series, each once; what that finds is found alone as well."""
    skipped = [skip(plan, why, hello) for plan in plans if (why := unmet(plan.card, hello))]
    plans = [plan for plan in plans if not unmet(plan.card, hello)]

    async def examine_deck(path: str, plans: Sequence[Plan]) -> list[list[Examined]]:
        foreseen = [
            snippet
            for plan in plans
            for snippet in runs_of(exercise(plan.deck, plan.card, *plan.draws))
        ]
        found = []
        async with Series(runner, path, foreseen) as series:
            for plan in plans:
                examined = await examine_draw(plan, plan.draws[0], series, twice=False)
                if examined.found:
                    examined = await examine_draw(plan, plan.draws[0], runner, twice=False)
                found.append([examined])
        return found

    decks = [(path, [*own]) for path, own in groupby(plans, lambda plan: plan.deck.path)]
    found = await asyncio.gather(*(examine_deck(path, own) for path, own in decks))
    return conclude(plans, [one for deck in found for one in deck], skipped)


@pytest.mark.usefixtures("all_rights")
def test_live_torch_agrees_with_every_shipped_card(
    plans: Sequence[Plan], on_torch: OnTorch
) -> None:
    checked = on_torch.checked
    assert [str(problem) for problem in checked.problems] == []
    without_a_gpu = {one.card for one in checked.skipped}
    cuda = {p.card.id for p in plans if isinstance(p.card, RunCard) and p.card.device == "cuda"}
    assert without_a_gpu <= cuda
    ran = [plan for plan in plans if plan.card.id not in without_a_gpu]
    assert checked.runs == sum(len(plan.draws) for plan in ran)


def test_this_torch_says_what_is_recorded_of_it(plans: Sequence[Plan], on_torch: OnTorch) -> None:
    """A card that was changed since waits to be recorded; see Release in CONTRIBUTING.md."""
    told = compare(plans, [on_torch], record=False)
    assert [str(problem) for problem in told.problems] == []
    assert len(told.unrecorded) < len(plans) / 2


@pytest.mark.parametrize("topic", DECKS)
def test_a_deck_is_worth_its_name(topic: str, library: Library) -> None:
    (deck,) = [deck for deck in library.decks if deck.topic == topic]
    assert len(deck.cards) >= FEWEST_CARDS
    assert Path(deck.path).stem == topic
    assert len({card.id for card in deck.cards}) == len(deck.cards)


@pytest.mark.parametrize("topic", DECKS)
def test_every_card_says_why(topic: str, library: Library) -> None:
    silent = [
        card.id
        for card in library.cards.values()
        if card.topic == topic and not isinstance(card, RecallCard) and card.explain is None
    ]
    assert silent == []


@pytest.mark.parametrize("topic", DECKS)
def test_every_card_is_predicted_by_its_author(topic: str, library: Library) -> None:
    kinds = PredictCard | ChoiceCard
    cards = [card for card in library.cards.values() if isinstance(card, kinds)]
    of_topic = [card for card in cards if card.topic == topic]
    left_open = [
        card
        for card in of_topic
        if card.expect is None or (isinstance(card, PredictCard) and not card.expect)
    ]
    # The numbers of a choice cannot be given where they vary.
    assert [
        card.id for card in left_open if not isinstance(card, ChoiceCard) or not card.vary
    ] == []
    assert [card.id for card in of_topic if len(list(draws(card))) > MOST_DRAWS] == []


def test_every_kind_of_card_and_every_field_is_in_use(library: Library) -> None:
    cards = library.cards.values()
    assert {type(card) for card in cards} == {
        PredictCard,
        ChoiceCard,
        WriteCard,
        OrderCard,
        RecallCard,
    }
    assert {card.starter is None for card in cards if isinstance(card, WriteCard)} == {True, False}
    assert {card.many for card in cards if isinstance(card, ChoiceCard)} == {True, False}
    names = {field.name for card in cards for field in fields(card)}
    used = {name for card in cards for name in names if getattr(card, name, None)}
    assert names - used <= {"was"}  # no card of these decks was ever renamed


def test_every_general_sentence_is_proven(library: Library) -> None:
    cards = [(deck, card) for deck in library.decks for card in deck.cards]
    assert [str(problem) for problem in unproven(cards)] == []


def test_no_words_stand_where_they_cannot_be_translated(library: Library) -> None:
    """A hole is the same in all languages: what it says in English, it says in Chinese, too."""
    english = [
        (card.id, words)
        for card in library.cards.values()
        for _, text in card.texts()
        for hole, _ in holes_of(text)
        for words in told_by(ast.parse(hole.expression, mode="eval").body)
        if re.search("[A-Za-z]{3}", words)
    ]
    assert english == []


def told_by(node: ast.AST) -> Iterator[str]:
    """The literal texts that an expression may come to, or begin, go on or end with."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from (*told_by(one), *told_by(other))
        case ast.Subscript(value=ast.Dict(values=parts)) | ast.JoinedStr(values=parts):
            for part in parts:
                yield from told_by(part)


def test_ideas_are_met_again_and_again(library: Library) -> None:
    """So that to refute one in one place is seen to help in another."""
    met = {idea: set[str]() for idea in library.ideas}
    for card in library.cards.values():
        for idea in card.ideas:
            met[idea].add(card.id)
    assert min(map(len, met.values())) >= 2
    assert sum(len(cards) >= 3 for cards in met.values()) >= FEWEST_IDEAS
