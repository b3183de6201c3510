"""Keys that come faster than they are acted on end where a slow typist would have put them."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from textual.events import Key

from quizapp.study.sitting import Sitting
from quizapp.tui import keys_in_order
from quizapp.tui.keys_in_order import KeysInOrder
from quizapp.tui.screens import asking, breath
from quizapp.tui.screens.breath import Breath
from quizapp.tui.screens.home import HomeScreen
from quizapp.tui.screens.review import ReviewScreen
from quizapp.tui.screens.summary import SummaryScreen
from tests.tui.conftest import Gate, begin_a_breath, take_as_one
from tests.tui.learner import PATIENCE, Learner, learner

DECK = """\
topic: bursts
cards:
  - {id: fields, prompt: p, code: "a, b = 1, 2", ask: [{value: a}, {bool: a < b}, {value: b}]}
  - {id: yes-or-no, prompt: p, code: a = 1, ask: [{bool: a > 0}, {bool: a > 1}, {bool: a > 2}]}
  - {id: gap, prompt: p, code: a = ____, tests: assert a, solution: "1", wrong: ["0"]}
  - id: many
    prompt: p
    choose: many
    choices: [{text: a, holds: true}, {text: b, holds: true}, {text: c, holds: false}]
  - id: one
    prompt: p
    choices: [{text: a, holds: true}, {text: b, holds: false}, {text: c, holds: false}]
  - id: order
    prompt: p
    order: |
      a = 1
      a += 1
      a *= 3
      b = a
    tests: assert b == 6
"""


class Fields:
    """What a slow typist would see in the fields of a card. Their `values` outlast a skip."""

    WRITES = {"fields": "0n0", "yes-or-no": "nnn", "gap": "x"}

    def __init__(self, card: str) -> None:
        self.kinds = self.WRITES[card]
        self.values = [""] * len(self.kinds)
        self.at = 0

    def enter(self) -> None:
        """The first empty field has the focus, or else the first."""
        self.at = self.values.index("") if "" in self.values else 0

    def act(self, rng: random.Random) -> list[str]:
        kind, last = self.kinds[self.at], len(self.values)
        match rng.choice(["write", "write", "tab", "shift+tab", "back", "clear", "enter"]):
            case "clear":
                self.values[self.at] = ""
                return ["backspace" if kind == "n" else "ctrl+u"]
            case "tab" if kind != "x":
                self.at = (self.at + 1) % last
                return ["tab"]
            case "shift+tab" if kind != "x":
                self.at = (self.at - 1) % last
                return ["shift+tab"]
            case "back":
                return ["escape", "escape", rng.choice(["i", "enter"])]
            case "enter" if self.values[self.at] and "" in self.values:
                self.enter()
                return ["enter"]
        if kind == "n":
            word = rng.choice(["y", "n", "yes", "no"])
            self.values[self.at] = "yes" if word[0] == "y" else "no"
        else:
            word = rng.choice(["12", "7"] if kind == "0" else ["quick", "jki", "s"])
            self.values[self.at] += word
        return list(word)

    def answers(self, shuffled: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.values)


class Options:
    """The same of options."""

    def __init__(self, card: str) -> None:
        self.many = card == "many"
        self.picked: frozenset[int] = frozenset()

    def enter(self) -> None:
        pass

    def act(self, rng: random.Random) -> list[str]:
        at = rng.randrange(3)
        self._pick(at)
        keys = [str(at + 1)]
        for key in rng.sample(["j", "k", "down", "up"], rng.randrange(3)):
            at = min(at + 1, 2) if key in ("j", "down") else max(at - 1, 0)
            keys.append(key)
            if self.many:
                keys.append("space")
            self._pick(at)
        return keys

    def _pick(self, at: int) -> None:
        self.picked = self.picked ^ {at} if self.many else frozenset({at})

    def answers(self, shuffled: tuple[int, ...]) -> tuple[str, ...]:
        return (",".join(map(str, sorted(shuffled[at] + 1 for at in self.picked))) or "none",)


class Lines:
    """The same of lines."""

    def __init__(self, card: str) -> None:
        self.order = list(range(4))
        self.at = 0

    def enter(self) -> None:
        self.at = 0

    def act(self, rng: random.Random) -> list[str]:
        key = rng.choice(["j", "k", "down", "up", "J", "K", "shift+up", "shift+down"])
        to = self.at + (1 if key in ("j", "down", "J", "shift+down") else -1)
        if to in range(4):
            if key in ("J", "K", "shift+up", "shift+down"):
                self.order[self.at], self.order[to] = self.order[to], self.order[self.at]
            self.at = to
        return [key]

    def answers(self, shuffled: tuple[int, ...]) -> tuple[str, ...]:
        return (" ".join(str(shuffled[line] + 1) for line in self.order),)


FORMS: dict[str, type[Options | Lines]] = {"many": Options, "one": Options, "order": Lines}


@pytest.mark.parametrize("bursts", [30, pytest.param(2000, marks=pytest.mark.long)])
def test_whatever_is_typed_in_a_burst_stands_where_it_belongs(home: Path, bursts: int) -> None:
    (home / "decks" / "bursts.yaml").write_text(DECK)
    rng = random.Random(8)

    async def run() -> None:
        async with learner((80, 24), first=Sitting(("bursts",))) as someone:
            await someone.sees("1 of 6")
            review = someone.app.screen
            assert isinstance(review, ReviewScreen)
            await review._runner.ready()  # from then on it is settled which cards are asked
            await someone.rest()
            session = review._session
            cards = [review._turn.slot.card_id, *(slot.card_id for slot in session._queue)]
            names = [card.removeprefix("bursts/") for card in cards]
            forms: dict[str, Fields | Options | Lines] = {
                name: FORMS.get(name, Fields)(name) for name in names
            }
            for number in range(bursts):
                keys = []
                for _ in range(rng.randint(2, 4)):
                    if rng.random() < 0.07:
                        names.append(names.pop(0))
                        forms[names[0]].enter()
                        keys += ["escape", "s"]
                    keys += forms[names[0]].act(rng)
                await type_quickly(someone, keys, paused=number % 4 == 0)
                answers = review._view.form.answers
                expected = forms[names[0]].answers(review._turn.exercise.shuffled)
                assert answers == expected, f"burst {number}, {names[0]}: {' '.join(keys)}"

    asyncio.run(run())


async def type_quickly(someone: Learner, keys: list[str], *, paused: bool) -> None:
    """Send keys all at once, as a terminal over a slow line delivers them, or one by one."""
    for key in keys:
        character = " " if key == "space" else key if len(key) == 1 else None
        someone.app.post_message(Key(key, character))
        if paused:
            await someone.rest()
    await someone.rest()


def test_keys_behind_one_that_decides_do_not_leave_the_sitting(home: Path) -> None:
    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("1 of 3")
            review = someone.app.screen
            assert isinstance(review, ReviewScreen)
            await type_quickly(someone, ["escape", "m", "n", "x", "enter", "escape"], paused=False)
            assert review._session.standing.note == "x"
            keys = ["escape", "m", "enter", "escape"]  # buries, which is the first that is offered
            await type_quickly(someone, keys, paused=False)
            await someone.is_told("buried until tomorrow")
            assert (someone.app.screen, someone.app.mishaps) == (review, [])

    asyncio.run(run())


@pytest.mark.parametrize("decks", ["course", pytest.param("shipped", marks=pytest.mark.long)])
def test_what_is_typed_at_once_after_a_key_that_opens_a_field_stands_in_it(
    home: Path, decks: str, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(decks)

    async def act() -> None:
        async with learner((110, 30)) as someone:
            await someone.sees("All topics")
            for keys in (["b"], ["slash", *"topic:dtypes"]):
                await type_quickly(someone, keys, paused=False)
            card = {"course": "dtypes/c0", "shipped": "dtypes/inferred-dtype"}[decks]
            await someone.sees("topic:dtypes", card)
            await type_quickly(
                someone, ["escape"] * 3 + ["comma", "enter", *"37", "enter"], paused=False
            )
            await someone.sees("37", "default: 10")

    asyncio.run(act())


def test_nothing_acts_that_is_typed_in_one_breath_with_an_answer(
    home: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Breath, "begin", begin_a_breath)
    monkeypatch.setattr(breath, "DOUBLE_PRESS", PATIENCE)
    monkeypatch.setattr(breath, "PAUSE", PATIENCE)
    gate.holds = lambda snippet: True

    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await type_quickly(
                someone, [*"9 9", "enter", "enter", *"squmx?", "enter"], paused=False
            )
            review = someone.app.screen
            assert isinstance(review, ReviewScreen)
            assert review._awaited.is_waiting
            gate.open()
            await someone.sees("✗ wrong")
            await type_quickly(someone, ["enter", *"1emnp?uq", "enter"], paused=False)
            held = await someone.sees("✗ wrong", "1 of 3", "t trace")
            assert "enter next" not in held
            monkeypatch.setattr(breath, "PAUSE", 0.001)
            review._breath._until = 0.0
            await someone.press("3")
            await someone.is_told("What you typed straight on was dropped.")
            free = await someone.sees("✗ wrong", "1 of 3", "enter next")
            # No tap on a key may be on its neighbour.
            assert held.splitlines()[-1].index("t trace") == free.splitlines()[-1].index("t trace")
            await someone.press("enter")
            await someone.sees("2 of 4")

    asyncio.run(run())


def test_no_rating_is_taken_for_a_verdict_that_nobody_can_have_seen(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Breath, "begin", begin_a_breath)
    monkeypatch.setattr(breath, "UNSEEN", PATIENCE)
    monkeypatch.setattr(breath, "DOUBLE_PRESS", PATIENCE)

    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await type_quickly(someone, [*"9 9", "enter"], paused=False)
            await someone.sees("✗ wrong", "1 of 3")
            review = someone.app.screen
            assert isinstance(review, ReviewScreen)
            review._breath._until = 0.0
            await someone.press("2")
            await someone.is_told("What you typed straight on was dropped.")
            await someone.finds(lambda: review._breath.is_held, False)
            await someone.press("2")
            await someone.sees("2 of 3")

    asyncio.run(run())


def test_what_follows_an_enter_that_was_dropped_is_dropped_for_a_while(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Breath, "begin", begin_a_breath)
    monkeypatch.setattr(breath, "DOUBLE_PRESS", PATIENCE)
    monkeypatch.setattr(breath, "PAUSE", PATIENCE)

    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await type_quickly(someone, [*"2 2", "enter"], paused=False)
            await someone.sees("1 of 3", "t trace")
            await type_quickly(someone, ["enter"], paused=False)
            review = someone.app.screen
            assert isinstance(review, ReviewScreen)
            review._breath._free_from = 0.0
            await type_quickly(someone, ["1"], paused=False)
            await someone.sees("1 of 3", "t trace")
            review._breath._free_from = 0.0
            await someone.press("enter")
            await someone.sees("2 of ")

    asyncio.run(run())


def test_options_picked_before_they_stand_there_are_not_handed_in(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "decks" / "one.yaml").write_text(
        "format: 1\ntopic: one\ncards:\n  - id: one\n    prompt: Which?\n"
        "    choices: [{text: A, holds: true}, {text: B, holds: false}]\n"
    )
    monkeypatch.setattr(asking, "UNSEEN", PATIENCE)

    async def run() -> None:
        async with learner(first=Sitting(("one",))) as someone:
            await someone.sees("Which?", "pick one")
            await someone.press("1", "enter")
            await someone.sees("pick one", "Picked before it was seen: enter hands it in.")
            monkeypatch.setattr(asking, "UNSEEN", 0.0)
            await someone.press("enter")
            await someone.sees("next")

    asyncio.run(run())


def test_a_key_acts_at_once_on_a_fault_that_stands_there(
    home: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "decks" / "dies.yaml").write_text(
        "format: 1\ntopic: dies\ncards:\n  - id: dies\n    prompt: What is y?\n"
        "    code: |\n      import os\n      os._exit(3)\n    ask: {value: y}\n"
    )
    monkeypatch.setattr(Breath, "begin", begin_a_breath)
    monkeypatch.setattr(breath, "DOUBLE_PRESS", PATIENCE)
    gate.holds = lambda snippet: True

    async def run() -> None:
        async with learner(first=Sitting(("dies",))) as someone:
            await someone.sees("What is y?")
            await type_quickly(someone, ["1", "enter"], paused=False)
            gate.open()
            await someone.sees("no verdict", "l leave it out")
            await someone.press("l")
            await someone.sees("mastery")

    asyncio.run(run())


def test_each_of_many_keys_that_scroll_counts(home: Path) -> None:
    async def run() -> None:
        async with learner((60, 20), first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.press("f1")
            await someone.sees("keys: review")
            await type_quickly(someone, ["down"] * 7, paused=False)
            assert someone.app.screen.query_one("#help").scroll_y == 7

    asyncio.run(run())


def test_why_something_is_refused_stands_though_it_was_typed_at_once(home: Path) -> None:
    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "d")
            await someone.sees("enter again")
            await someone.press("m", "d")
            await type_quickly(someone, [*"soon", "enter"], paused=False)
            await someone.sees("Say in how many days")

    asyncio.run(run())


def test_further_enters_neither_leave_a_summary_nor_pick_more_nor_begin_anew(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Breath, "begin", begin_a_breath)

    async def run() -> None:
        async with learner(first=Sitting(("first-steps",), limit=1)) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("enter next")
            monkeypatch.setattr(breath, "DOUBLE_PRESS", PATIENCE)
            review = someone.app.screen
            assert isinstance(review, ReviewScreen)
            review._breath.end()
            await someone.press("enter")
            await someone.sees("The sitting is over")
            await someone.press("enter", "enter")
            summary = someone.app.screen
            assert isinstance(summary, SummaryScreen)
            summary._breath.end()
            await someone.press("m")
            await someone.sees("more today")
            await someone.press("enter")
            await someone.sees("more today")
            await someone.press("escape")
            await someone.sees("The sitting is over")
            summary._breath.end()
            await someone.press("enter")
            await someone.sees("mastery", "q quit")
            await someone.press("enter", "enter")
            home = someone.app.screen
            assert isinstance(home, HomeScreen)
            home._breath.end()
            await someone.press("enter")
            await someone.sees("(new)")

    asyncio.run(run())


def test_a_rating_pressed_twice_at_once_is_no_answer_to_the_next_card(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeysInOrder, "take_as_one", take_as_one)
    monkeypatch.setattr(keys_in_order, "DOUBLE_PRESS", PATIENCE)

    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await type_quickly(someone, [*"1 1", "enter"], paused=False)
            await someone.sees("✓ right")
            await type_quickly(someone, ["1", "1", "1"], paused=False)
            await someone.sees("Is it a leaf?", "( ) yes")
            await type_quickly(someone, ["1"], paused=False)  # held down, as it seems
            await someone.sees("( ) yes")
            await type_quickly(someone, ["y", "backspace", "1"], paused=False)
            await someone.sees("(•) yes")

    asyncio.run(run())


def test_an_undo_pressed_twice_at_once_takes_back_one_answer(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeysInOrder, "take_as_one", take_as_one)
    monkeypatch.setattr(keys_in_order, "DOUBLE_PRESS", PATIENCE)

    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await type_quickly(someone, [*"1 1", "enter"], paused=False)
            await someone.sees("✓ right")
            await type_quickly(someone, ["3"], paused=False)
            await someone.sees("Is it a leaf?")
            await type_quickly(someone, ["y", "enter"], paused=False)
            await someone.sees("✗ wrong")
            await type_quickly(someone, ["1"], paused=False)
            await someone.sees("Why do gradients accumulate?")
            await type_quickly(someone, ["escape", "u", "u"], paused=False)
            await someone.sees("Is it a leaf?", "(•) yes")
            await someone.press("q", "enter")
            await someone.finds(lambda: isinstance(someone.app.screen, HomeScreen), True)
            await type_quickly(someone, ["u", "u"], paused=False)
            assert "taken back" not in await someone.sees("u again takes back the answer")

    asyncio.run(run())


def test_a_skip_pressed_twice_at_once_writes_nothing_into_the_next_field(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeysInOrder, "take_as_one", take_as_one)
    monkeypatch.setattr(keys_in_order, "DOUBLE_PRESS", PATIENCE)

    async def run() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await type_quickly(someone, ["escape", "s", "s"], paused=False)
            await someone.sees("Is it a leaf?")
            await type_quickly(someone, ["y", "escape", "s", "s"], paused=False)
            await someone.sees("Why do gradients accumulate?")
            await type_quickly(someone, ["j", "s", "s"], paused=False)
            await someone.sees("What is the gradient of the sum?")
            review = someone.app.screen
            assert isinstance(review, ReviewScreen)
            assert "".join(review._view.form.answers) == ""

    asyncio.run(run())
