"""A learner who does not know says so, sees the truth, and is not told to have been wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.memory.review import Rating
from quizapp.tui.widgets import answer_field
from quizapp.tui.widgets.answer_field import YesNoField
from tests.tui.kinds import FIX, GAP, ONE, ORDER, VIEWS, logged, sit
from tests.tui.learner import Learner

SEVERAL = """\
prompt: What are they?
code: a, b, c = 12, True, 5
ask: [{value: a}, {bool: b}, {value: c}]
"""
SURE = """\
prompt: Is it?
code: b = True
ask: {bool: b}
"""
RECALL = """\
prompt: Why?
back: Because.
"""
OFFER = "once more"
"""What is said once a second Enter counts."""


@pytest.mark.parametrize(
    ("card", "ways", "truth"),
    [
        (SEVERAL, [["?", "enter"] * 3, ["enter", OFFER, "enter"] * 3], "torch  12"),
        (VIEWS, [["2", "question_mark", "enter"]], "holds"),
        pytest.param(
            *(ONE, [["2", "?", "enter"], ["enter", OFFER, "enter"]], "holds"),
            marks=pytest.mark.long,
        ),
        (GAP, [[*"idk", "enter"], ["enter", OFFER, "enter"]], "x.t()"),
        pytest.param(FIX, [["ctrl+s", OFFER, "ctrl+s"]], "w.grad = None", marks=pytest.mark.long),
        pytest.param(
            *(ORDER, [["?", "enter"], ["fullwidth_question_mark", "enter"]], "x *= 3"),
            marks=pytest.mark.long,
        ),
        (RECALL, [["?"]], "Because."),
    ],
    ids=["predict", "many", "one", "gap", "fix", "order", "recall"],
)
def test_every_kind_of_card_can_be_given_up(
    home: Path, card: str, ways: list[list[str]], truth: str
) -> None:
    async def act(someone: Learner) -> None:
        for way in [*ways, ["escape", "d"]]:
            for key in way:
                await (someone.sees(key) if key == OFFER else someone.press(key))
            text = await someone.sees("enter again", "enter next", truth)
            assert OFFER not in text and "like 0.125" not in text
            assert "(•)" not in text and "[x]" not in text
            assert "wrong" not in text and ("? not known" in text or card == RECALL)
            await someone.press("u")
            assert "enter next" not in await someone.sees("1 of 1")
            await someone.press("i")
        await someone.press("escape", "d")
        await someone.sees("enter next")
        await someone.press("q")
        await someone.sees("1 not known", "0 wrong")

    sit(home, card, act)
    [review] = logged(home)
    assert (review.right, review.unknown, review.rating) == (None, True, Rating.AGAIN)


def test_a_letter_that_says_nothing_leaves_what_was_picked_before(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("not")
        assert "(•)" not in await someone.sees("Type y or n.")
        for typed in ("nx", "neit"):  # as fast as a word, which may have an other in it
            await someone.press("backspace")
            await someone.type(typed)
            await someone.sees("(•) no", "Type y or n.")
        monkeypatch.setattr(answer_field, "A_WORD", -1)  # each letter is long after the one before
        await someone.type("yx")
        await someone.sees("(•) yes", "Type y or n.")
        await someone.press("right", "right")
        assert "Type y or n." not in await someone.sees("(•) yes")
        await someone.press("enter")
        await someone.sees("✓ right")

    sit(home, SURE, act)


def test_the_keys_that_go_through_options_go_from_yes_to_no_and_back(home: Path) -> None:
    async def act(someone: Learner) -> None:
        field = someone.app.screen.query_one(YesNoField)
        for typed, answer in [("j", "yes"), ("k", "no"), ("yk", "no"), ("j", "yes")]:
            await someone.type(typed)
            assert field.answer == answer, typed
        for typed in ("idk", "dk"):
            await someone.press("backspace", *typed)
            assert field.answer == "?", typed
        await someone.press("n", "j", "enter")
        await someone.sees("✓ right")

    sit(home, SURE, act)


def test_what_is_changed_and_copied_of_a_card_given_up_is_its_solution(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape", "d")
        await someone.sees("enter next")
        await someone.press("y")
        assert someone.app.clipboard.endswith("y = x.t()\n")
        await someone.press("p")
        text = await someone.sees("y = x.t()", "look at")
        assert "____" not in text

    sit(home, GAP, act)


def test_what_else_is_known_is_graded(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press(*"12", "tab", "?", "tab", *"5", "enter")
        text = await someone.sees("enter again", "? not known")
        assert text.count("✓ right") == 2 and "torch  True" in text

    sit(home, SEVERAL, act)
    [review] = logged(home)
    assert (review.right, review.unknown) == (None, True)
    assert (review.answers, review.parts) == (("12", "?", "5"), (True, False, True))


@pytest.mark.long
@pytest.mark.parametrize(
    ("card", "keys"),
    [
        (SEVERAL, ["x", "ctrl+u", "enter"]),
        (SEVERAL, ["left", "enter"]),
        (SURE, ["y", "backspace", "enter"]),
        (VIEWS, ["1", "1", "enter"]),
        (GAP, ["x", "backspace", "enter"]),
        (FIX, ["x", "backspace", "ctrl+s"]),
    ],
    ids=["typed", "moved", "yes or no", "picked", "gap", "fix"],
)
def test_any_key_between_ends_the_offer(home: Path, card: str, keys: list[str]) -> None:
    async def act(someone: Learner) -> None:
        await someone.press(keys[-1])
        await someone.sees(OFFER)
        for key in keys:  # as fast as keys come
            someone.app.simulate_key(key)
        await someone.rest()
        assert "enter next" not in await someone.sees(OFFER)

    sit(home, card, act)
    assert logged(home) == []


def test_a_key_held_down_gives_nothing_up(home: Path) -> None:
    async def act(someone: Learner) -> None:
        for _ in range(30):
            someone.app.simulate_key("enter")
        await someone.sees(OFFER)
        await someone.press("1")
        assert OFFER not in await someone.sees("like 0.125")

    sit(home, SEVERAL, act)
    assert logged(home) == []


def test_a_card_that_is_practised_and_given_up_may_be_called_known_after_all(home: Path) -> None:
    async def know(someone: Learner) -> None:
        await someone.press("enter")
        await someone.sees("enter next")
        await someone.press("3")
        await someone.sees("The sitting is over")

    async def give_up(someone: Learner) -> None:
        await someone.press("d")
        text = await someone.sees("(practice)", "enter again at once", "3 good")
        assert "1 again" not in text
        await someone.press("3")
        await someone.sees("The sitting is over")

    sit(home, RECALL, know)
    sit(home, RECALL, give_up)
