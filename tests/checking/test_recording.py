"""What checks on several versions find, put into one record and held against it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from quizapp.checking.check import Checked, OnTorch, Skipped
from quizapp.checking.plan import Plan, draw_key, plan_check
from quizapp.checking.recording import compare
from quizapp.deck.format.load import load
from quizapp.deck.gone import gone_in_words
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Code
from quizapp.deck.problem import DeckFile
from quizapp.library.library import Library
from quizapp.library.loading import load_library
from quizapp.running.record_file import read_record, record_of
from runner.protocol.wire import Fact, Raised
from tests.running.test_record import OPS, value

Facts = tuple[Fact | Raised, ...]

NOTHING = Fact("raises", None)
VIEWS = (Fact("bool", True), Fact("bool", False))


@pytest.fixture
def plans(tmp_path: Path) -> list[Plan]:
    path = tmp_path / "ops.yaml"
    path.write_text(OPS)
    deck = load(path).deck
    assert deck is not None
    return plan_check([(deck, card) for card in deck.cards], random.Random(0))


def on(torch: str, *powers: float, views: Facts = VIEWS) -> OnTorch:
    """A check on a version of torch that found these, in the draws of `squared`."""
    by_draw = {
        f"n = {n}": (NOTHING, value(1, power)) for n, power in zip("23", powers, strict=True)
    }
    truths: Mapping[str, Mapping[str, Facts]] = {"ops/squared": by_draw, "ops/views": {"": views}}
    return OnTorch(torch=torch, checked=Checked(runs=3, truths=truths, skipped=(), problems=()))


def said(plans: list[Plan], id: str) -> list[tuple[list[int], list[str]]]:
    """By which minors of torch 2 what is recorded of a card, its last ask in each draw."""
    record = read_record(record_of(plans[0].deck.path))
    assert record is not None
    return [
        ([minor for _, minor in one.on], [texts[-1] for texts in one.truth])
        for one in record.cards[id].said
    ]


def test_versions_that_say_the_same_stand_together(plans: list[Plan]) -> None:
    for version in (on("2.9.1", 4, 9), on("2.10.0+cpu", 4, 27), on("2.6.0", 4.0000001, 9)):
        compare(plans, [version], record=True)
    squares, cubes = ["[1., 4.]", "[1., 9.]"], ["[1., 4.]", "[1., 27.]"]
    assert said(plans, "squared") == [([6, 9], squares), ([10], cubes)]
    assert said(plans, "views") == [([6, 9, 10], ["no"])]
    told = compare(plans, [on("2.10.1", 4, 9)], record=True)  # mended in it
    assert said(plans, "squared") == [([6, 9, 10], squares)]
    assert (told.moved, told.problems, told.unrecorded) == ([], {}, [])


def test_another_truth_than_is_recorded_of_the_version_is_a_problem(plans: list[Plan]) -> None:
    found = [on("2.9.1", 4, 9), on("2.10.0", 4, 27)]
    compare(plans, found, record=True)
    told = compare(plans, found, record=False)
    assert told.problems == {}
    assert [str(moved) for moved in told.moved] == [
        "ops/squared: value of y (n = 3): [1., 9.] up to torch 2.9, [1., 27.] since torch 2.10"
    ]
    views = (Fact("bool", True), Fact("bool", True))
    told = compare(plans, [on("2.9.1", 5, 27, views=views)], record=False)
    assert [(problem.line, problem.message) for problem in told.problems] == [
        (
            6,
            "torch 2.9 said something else when it was recorded: "
            "value of y was [1., 4.] and is [1., 5.] (n = 2, and 1 more draw)",
        ),
        (
            11,
            "torch 2.9 said something else when it was recorded: option 2 was no and is yes",
        ),
    ]


def test_a_version_that_is_not_recorded_is_held_against_those_that_are(plans: list[Plan]) -> None:
    assert compare(plans, [on("2.9.1", 4, 9)], record=False).unknown == set()  # no record at all
    compare(plans, [on("2.9.1", 4, 9)], record=True)
    told = compare(plans, [on("2.16.0", 8, 9)], record=False)
    assert (told.problems, told.unknown) == ({}, {("2.16.0", "2.9")})
    assert [str(moved) for moved in told.moved] == [
        "ops/squared: value of y (n = 2): [1., 4.] up to torch 2.9, [1., 8.] since torch 2.16"
    ]
    assert said(plans, "squared") == [([9], ["[1., 4.]", "[1., 9.]"])]


def test_a_card_that_has_changed_since_is_told_and_no_problem(plans: list[Plan]) -> None:
    both = [on("2.9.1", 4, 9), on("2.10.0", 4, 27)]
    compare(plans, both, record=True)
    card = plans[0].card
    assert isinstance(card, RunCard)
    cubed = replace(card, code=Code(text="y = torch.tensor([1., n]) ** 3", line=9))
    changed = [replace(plans[0], card=cubed), plans[1]]
    told = compare(changed, [on("2.9.1", 8, 27)], record=False)
    assert (told.problems, told.moved, told.unrecorded) == ({}, [], ["ops/squared"])
    compare(changed, [on("2.9.1", 8, 27)], record=True)
    assert said(plans, "squared") == [([9], ["[1., 8.]", "[1., 27.]"])]
    told = compare(changed, [on("2.10.0", 8, 27)], record=False)
    assert told.unrecorded == ["ops/squared"]


def test_a_recorded_card_that_is_gone_is_told(plans: list[Plan]) -> None:
    compare(plans, [on("2.9.1", 4, 9)], record=True)
    squared, views = plans
    deck = replace(squared.deck, cards=(squared.card,))
    left = [replace(squared, deck=deck)]
    told = compare(left, [on("2.9.1", 4, 9)], record=False)
    assert told.gone == {"ops": ["ops/views"]}
    was = replace(squared.card, was=("ops/views",))
    kept = [replace(squared, card=was, deck=replace(deck, cards=(was,)))]
    assert not compare(kept, [on("2.9.1", 4, 9)], record=False).gone
    assert not compare([views], [on("2.9.1", 4, 9)], record=False).gone, "only one is checked"


def test_what_is_known_of_a_card_stays_while_a_slip_keeps_it_from_being_read(
    tmp_path: Path, plans: list[Plan]
) -> None:
    compare(plans, [on("2.9.1", 4, 9)], record=True)
    path = Path(plans[0].deck.path)
    path.write_text(OPS.replace("prompt: Which share", "prompt: Look: which share"))
    library = load_library([tmp_path], None)
    (deck,) = library.decks
    left = plan_check([(deck, card) for card in deck.cards], random.Random(0))
    assert [plan.card.id for plan in left] == ["ops/squared"]
    for record in (False, True):
        assert not compare(left, [on("2.10.0", 4, 9)], record=record, library=library).gone
    assert [versions for versions, _ in said(plans, "squared")] == [[9, 10]]
    assert said(plans, "views") == [([9], ["no"])]


def test_a_deck_of_another_topic_tells_that_its_cards_are_others_now(plans: list[Plan]) -> None:
    compare(plans, [on("2.9.1", 4, 9)], record=True)
    renamed = [
        replace(plan, deck=replace(plan.deck, topic="operations", cards=cards))
        for cards in [tuple(replace(one.card, id=f"operations/{one.card.id[4:]}") for one in plans)]
        for plan in plans
    ]
    lost = {"operations": ["ops/squared", "ops/views"]}
    assert compare(renamed, [], record=False).gone == lost
    assert compare(renamed, [], record=True).gone == lost
    told = gone_in_words(lost["operations"], "operations", [])
    assert told.count("was: ") == 1 and "`was: [ops/squared]`" in told
    first, second = renamed[0].deck.cards
    was = (replace(first, was=("ops/squared",)), replace(second, was=("ops/views",)))
    kept = [replace(plan, deck=replace(plan.deck, cards=was)) for plan in renamed]
    assert not compare(kept, [], record=False).gone


def test_a_card_that_has_gone_to_another_deck_is_not_told(plans: list[Plan]) -> None:
    compare(plans, [on("2.9.1", 4, 9)], record=True)
    squared, views = plans
    deck = replace(squared.deck, cards=(squared.card,))
    moved = replace(views.card, id="views/views", was=("ops/views",))
    library = Library((deck, replace(deck, topic="views", path="views.yaml", cards=(moved,))))
    assert not compare([replace(squared, deck=deck)], [], record=False, library=library).gone


def test_a_deck_that_may_not_run_keeps_its_record(plans: list[Plan]) -> None:
    compare(plans, [on("2.9.1", 4, 9)], record=True)
    before = record_of(plans[0].deck.path).read_text()
    refused = DeckFile(plans[0].deck.path, "").problem(1, 1, "not trusted")
    ran = Checked(runs=0, truths={}, skipped=(), problems=())
    compare(plans, [OnTorch(torch="2.9.1", checked=ran, refused=(refused,))], record=True)
    assert record_of(plans[0].deck.path).read_text() == before


def test_what_did_not_run_or_is_not_sound_is_not_recorded(plans: list[Plan]) -> None:
    wrong = DeckFile(plans[0].deck.path, "").problem(6, 5, "no", card="ops/squared")
    fine = on("2.9.1", 4, 9)
    skipping = replace(fine.checked, skipped=(Skipped(card="ops/views", reason="needs it"),))
    compare(plans, [fine, on("2.10.0", 4, 9)], record=True)
    compare(plans, [replace(fine, checked=replace(skipping, problems=(wrong,)))], record=True)
    assert [versions for versions, _ in said(plans, "squared")] == [[10]]
    assert [versions for versions, _ in said(plans, "views")] == [[10]]
    told = compare(plans, [replace(fine, checked=skipping)], record=False)
    assert told.unrecorded == ["ops/squared"]
    raised = (Raised("NameError", (), ""), VIEWS[1])
    compare(plans, [on("2.10.0", 4, 9, views=raised)], record=True)
    record = read_record(record_of(plans[0].deck.path))
    assert record is not None and "views" not in record.cards


def test_a_draw_has_a_key() -> None:
    assert (draw_key({}), draw_key({"p": "3", "n": "1"})) == ("", "p = 3, n = 1")
