"""What the keys of a review do, and what they must not do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.widgets._toast import Toast

from quizapp.memory.errors import LogUnavailable
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.study.sitting import Sitting
from quizapp.tui.messages import SittingWanted
from quizapp.tui.screens import asked_anew
from quizapp.tui.screens.home import HomeScreen
from quizapp.tui.screens.review import ReviewScreen
from quizapp.tui.widgets.rating_bar import RatingBar
from runner.protocol.wire import Snippet
from tests.tui.conftest import Gate
from tests.tui.learner import PATIENCE, START, Learner, learner
from tests.tui.screen import screen_text

DRILL = Sitting(("first-steps",))
SUM = "What is the gradient of the sum?"
LEAF = "Is it a leaf?"

SLOW_DECK = """\
format: 1
topic: slow
cards:
  - id: slow
    prompt: What comes late?
    code: late = 1
    ask: {value: late}
"""


def sit(act: Callable[[Learner], Awaitable[None]], first: Sitting | None = DRILL) -> None:
    """Let somebody act in a drill of the small deck."""

    async def run() -> None:
        async with learner(first=first) as someone:
            if first is not None:
                await someone.sees("1 of")
            await act(someone)

    asyncio.run(run())


def logged(home: Path) -> list[Review]:
    with ReviewLog.open(home / "quiz.db") as log:
        return log.reviews()


def runs_the_slow_card(snippet: Snippet) -> bool:
    return any("late" in source.text for source in snippet.sources)


async def answer_right(someone: Learner) -> None:
    await someone.sees(SUM)
    await someone.type("1 1")
    await someone.press("enter")
    await someone.sees("✓ right", "enter next")


def test_nothing_ticks_where_nothing_is_waited_for(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.sees(SUM)
        await someone.finds(lambda: ticking(someone), False)
        await answer_right(someone)
        for key, seen in [("t", "[trace]"), ("f", "[picture]"), ("p", "look at"), ("f5", "shape")]:
            await someone.press(key)
            await someone.sees(seen)
            await someone.finds(lambda: ticking(someone), False)

    sit(act)


def test_the_ratings_stand_as_soon_as_the_verdict_does(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    reveal = ReviewScreen._reveal

    def and_look(review: ReviewScreen, *given: Any, **named: Any) -> None:
        reveal(review, *given, **named)
        seen.append(review.query_one(RatingBar).visible)

    monkeypatch.setattr(ReviewScreen, "_reveal", and_look)
    sit(answer_right)
    assert seen == [True]


def ticking(someone: Learner) -> bool:
    """Whether a timer calls somebody several times a second."""
    screen = someone.app.screen
    timers = [timer for node in (screen, *screen.walk_children()) for timer in node._timers]
    return any(timer._active.is_set() and timer._interval < 1 for timer in timers)


def test_undo_asks_the_card_again_and_takes_it_out_of_the_log(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        await someone.press("enter")
        await someone.sees(LEAF)
        await someone.press("escape", "u")
        await someone.sees(SUM, "1 of 3")

    sit(act)
    assert logged(home) == []


def test_one_undo_may_follow_another_until_one_goes_back_to_the_field(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        await someone.press("enter")
        await someone.sees(LEAF)
        await someone.type("y")
        await someone.press("enter")
        await someone.sees("enter next")
        await someone.press("u")
        await someone.sees(LEAF, "The answer is taken back.", "i goes to the field.")
        await someone.press("u")
        await someone.sees(SUM, "1 of 3")
        await someone.press("u", "u")
        await someone.is_told("Nothing was answered or decided today that could be undone.")
        await someone.press("escape", "i", "enter")
        assert "taken back" not in await someone.sees("✓ right")

    sit(act)
    assert [review.answers for review in logged(home)] == [("1 1",)]


@pytest.mark.parametrize("first", ["", "i", pytest.param("enter", marks=pytest.mark.long)])
def test_what_is_typed_after_an_undo_takes_the_place_of_the_old_answer(
    home: Path, first: str
) -> None:
    async def act(someone: Learner) -> None:
        await someone.sees(SUM)
        await someone.type("[3, 3]")
        await someone.press("enter")
        await someone.sees("✗ wrong")
        await someone.press("u")
        await someone.sees("The answer is taken back.", "[3, 3]")
        if first:
            await someone.press(first)
        await someone.type("[1, 1]")
        await someone.press("enter")
        await someone.sees("✓ right")

    sit(act)
    assert [review.answers for review in logged(home)] == [("[1, 1]",)]


def test_of_two_answers_taken_back_the_second_too_gives_way_to_what_is_typed(home: Path) -> None:
    cards = "\n".join(
        f"  - {{id: {name}, prompt: What is {name}?, code: {name} = -1, ask: {{value: {name}}}}}"
        for name in "ab"
    )
    (home / "decks" / "two.yaml").write_text(f"format: 1\ntopic: two\ncards:\n{cards}\n")

    async def act(someone: Learner) -> None:
        for answer in ("-5", "-6"):
            await someone.type(answer)
            await someone.press("enter")
            await someone.sees("✗ wrong")
            await someone.press("enter")
        await someone.sees("3 of 4")
        await someone.press("escape", "u", "u")
        await someone.sees("1 of ", "-5")
        for _ in "ab":
            await someone.type("-1")
            await someone.press("enter")
            await someone.sees("✓ right")
            await someone.press("enter")

    sit(act, Sitting(("two",)))
    assert [review.answers for review in logged(home)] == [("-1",), ("-1",)]


def test_an_answer_that_begins_as_a_command_is_typed_in_one_go_after_an_undo(
    home: Path,
) -> None:
    card = "{id: a, prompt: What?, hint: So., code: print('a'), ask: {output: stdout}}"
    (home / "decks" / "words.yaml").write_text(f"topic: words\ncards: [{card}]\n")

    async def act(someone: Learner) -> None:
        await someone.sees("What?")
        before = "bee"
        await someone.type(before)
        await someone.press("enter")
        await someone.sees("✗ wrong")
        for typed in ("done 1", "memory", "uint8", "? no", "half", "quiet"):
            await someone.press("u")
            await someone.sees("The answer is taken back.", before)
            await someone.type(typed)
            await someone.press("enter")
            await someone.sees("✗ wrong", f"you    {typed}")
            assert [review.answers for review in logged(home)] == [(typed,)]
            before = typed

    sit(act, Sitting(("words",)))


def test_after_an_undo_of_an_act_on_a_card_without_an_answer_letters_act_at_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked_anew, "DOUBLE_PRESS", PATIENCE)

    async def act(someone: Learner) -> None:
        await someone.sees(SUM)
        await someone.press("escape", "s")
        await someone.sees(LEAF)
        await someone.press("escape", "u")
        await someone.sees(SUM, "1 of 3")
        await someone.press("m", "n")
        await someone.sees("Your note")

    sit(act)


def test_after_an_undo_not_to_know_and_to_skip_are_asked_twice_for(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        await someone.press("u")
        await someone.sees("The answer is taken back.")
        await someone.press("d")
        await someone.sees("d once more: you do not know it.")
        await someone.press("s")
        await someone.sees("s once more skips this card.", "1 of 3")
        await someone.press("d", "d")
        await someone.sees("? not known")

    sit(act)
    assert [review.unknown for review in logged(home)] == [True]


@pytest.mark.long
def test_a_rating_that_would_change_nothing_says_why_it_cannot_be_chosen(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.sees(SUM)
        await someone.type("2 2")
        await someone.press("enter")
        await someone.sees("✗ wrong", "enter again")
        await someone.press("enter")
        for number in (2, 3):
            await someone.sees(f"{number} of 4")
            await someone.press("escape", "d")
            await someone.sees("enter again")
            await someone.press("3")
        await someone.sees("once more", SUM)
        await answer_right(someone)
        await someone.press("2")
        await someone.sees("only good can be chosen", "4 of 4")
        await someone.press("3")
        await someone.sees("The sitting is over")

    sit(act)


@pytest.mark.long
def test_practice_says_why_its_rating_cannot_be_chosen(home: Path) -> None:
    card = "{id: a, prompt: What?, code: print('a'), ask: {output: stdout}}"
    (home / "decks" / "words.yaml").write_text(f"topic: words\ncards: [{card}]\n")

    async def answer(someone: Learner) -> None:
        await someone.sees("What?")
        await someone.type("a")
        await someone.press("enter")
        await someone.sees("✓ right", "enter next")

    async def practise() -> None:
        later = START + timedelta(minutes=5)
        async with learner(first=Sitting(("words",)), at=later) as someone:
            await someone.sees("(practice)")
            await answer(someone)
            await someone.press("2")
            await someone.sees("Practice does not move the day of a card")

    sit(answer, Sitting(("words",)))
    asyncio.run(practise())


def test_what_an_earlier_sitting_logged_is_told_of_when_it_is_undone(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)

    async def undo(someone: Learner) -> None:
        await someone.press("escape", "u")
        await someone.sees("u again takes back the answer to")
        await someone.press("g", "u")
        assert len(logged(home)) == 1
        await someone.press("u")
        await someone.sees(SUM, "The answer to", "is taken back.")

    sit(act)
    sit(undo)
    assert logged(home) == []


def test_the_last_answer_can_be_taken_back_from_the_summary(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        await someone.press("q")
        await someone.sees("The sitting so far")
        await someone.press("u")
        await someone.sees(SUM)

    sit(act)
    assert logged(home) == []


class StopWatch:
    now = 0.0

    def monotonic(self) -> float:
        return self.now


def test_time_away_from_the_terminal_is_not_spent_on_the_card(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = StopWatch()
    monkeypatch.setattr("quizapp.tui.screens.stopwatch.time", watch)

    async def act(someone: Learner) -> None:
        watch.now = 10
        someone.app.app_suspend_signal.publish(someone.app)
        watch.now = 500
        someone.app.app_resume_signal.publish(someone.app)
        watch.now = 505
        await answer_right(someone)

    sit(act)
    assert [review.seconds for review in logged(home)] == [15]


def test_a_hint_is_shown_and_logged(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape", "h")
        await someone.sees("Count how often")
        await someone.press("i")
        await answer_right(someone)
        await someone.sees("enter hard")

    sit(act)
    assert [(review.hint, review.rating) for review in logged(home)] == [(True, Rating.HARD)]


def test_after_a_hint_hard_is_proposed_and_no_rating_is_withheld(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape", "h", "f1")
        await someone.sees("at most Hard is proposed then")
        await someone.press("escape", "i")
        await answer_right(someone)
        await someone.sees("enter hard")
        await someone.press("3")
        await someone.sees("Is it a leaf?")

    sit(act)
    assert [(review.hint, review.rating) for review in logged(home)] == [(True, Rating.GOOD)]


def test_a_guess_can_be_marked_and_unmarked(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape", "g")
        await someone.sees("marked as a guess")
        await someone.press("g")
        assert "marked as a guess" not in await someone.sees(SUM)
        await someone.press("g", "i")
        await answer_right(someone)

    sit(act)
    assert [review.guess for review in logged(home)] == [True]


def test_the_setup_code_comes_and_goes(home: Path) -> None:
    deck = home / "decks" / "first-steps.yaml"
    deck.write_text(deck.read_text().replace("cards:", "setup: import math\ncards:"))

    async def act(someone: Learner) -> None:
        await someone.press("escape", "x")
        await someone.sees("import math")
        await someone.press("x")
        assert "import math" not in await someone.sees(SUM)

    sit(act)


def test_after_a_verdict_the_setup_code_is_scrolled_to_and_back(home: Path) -> None:
    deck = home / "decks" / "first-steps.yaml"
    deck.write_text(deck.read_text().replace("cards:", "setup: import math\ncards:"))

    async def run() -> None:
        async with learner((60, 20), first=DRILL) as someone:
            await someone.sees("1 of 3")
            await someone.press("escape", "d")
            before = await someone.sees("not known", "enter next")
            await someone.press("x")
            await someone.sees("import math")
            await someone.press("x")
            assert "import math" not in (after := await someone.sees("not known"))
            assert after == before

    asyncio.run(run())


def test_a_field_handed_in_twice_is_graded_once(home: Path, gate: Gate) -> None:
    gate.holds = lambda snippet: True

    async def act(someone: Learner) -> None:
        await someone.type("1 1")
        await someone.press("enter", "enter", "enter")
        gate.open()
        await someone.sees("✓ right", "1 of 3", "enter next")

    sit(act)
    assert len(logged(home)) == 1


def test_an_answer_of_too_few_digits_is_asked_again(home: Path, gate: Gate) -> None:
    deck = SLOW_DECK.replace("late = 1", "late = 1 / 3; then = 2").replace(
        "{value: late}", "[{value: then}, {value: late}]"
    )
    (home / "decks" / "slow.yaml").write_text(deck)
    gate.holds = runs_the_slow_card

    async def act(someone: Learner) -> None:
        await someone.type("2")
        await someone.press("enter")
        await someone.type("0.33")
        await someone.press("enter")
        await someone.sees("0 s")
        gate.open()
        await someone.sees("Give at least 3 significant digits.", "enter answer")
        assert not logged(home)
        await someone.type("3")
        await someone.press("enter")
        assert (await someone.sees("1 of 1", "enter next")).count("✓ right") == 2

    sit(act, Sitting(("slow",)))


@pytest.mark.parametrize(
    "key",
    ["s", *(pytest.param(key, marks=pytest.mark.long) for key in "uq")],
    ids=["skip", "undo", "end"],
)
def test_an_answer_that_was_left_behind_is_not_graded(home: Path, gate: Gate, key: str) -> None:
    (home / "decks" / "slow.yaml").write_text(SLOW_DECK)
    gate.holds = runs_the_slow_card

    async def act(someone: Learner) -> None:
        await someone.sees(SUM)
        await answer_right(someone)
        await someone.press("enter")
        while "What comes late?" not in await someone.sees("2 of 4"):
            await someone.press("escape", "s")
        await someone.type("7")
        await someone.press("enter")
        await someone.sees("running the code")
        await someone.press(key)
        gate.open()
        review = next(s for s in someone.app.screen_stack if isinstance(s, ReviewScreen))
        assert not review._awaited.is_waiting
        await someone.press()

    sit(act, Sitting(("first-steps", "slow")))
    assert "slow/slow" not in [review.card for review in logged(home)]


def test_hints_and_guesses_come_too_late_once_an_answer_is_handed_in(
    home: Path, gate: Gate
) -> None:
    (home / "decks" / "slow.yaml").write_text(SLOW_DECK)
    gate.holds = runs_the_slow_card

    async def act(someone: Learner) -> None:
        await someone.type("1")
        await someone.press("enter")
        await someone.sees("0 s")
        await someone.press("g")
        gate.open()
        await someone.sees("✓ right")

    sit(act, Sitting(("slow",)))
    assert [review.guess for review in logged(home)] == [False]


@pytest.mark.parametrize("key", ["d", "enter"])
def test_a_key_pressed_twice_starts_one_sitting(home: Path, key: str) -> None:
    async def act(someone: Learner) -> None:
        await someone.sees("First steps")
        home_screen = someone.app.screen
        assert isinstance(home_screen, HomeScreen)
        for _ in range(2):
            home_screen.post_message(SittingWanted(DRILL if key == "d" else Sitting()))
        await someone.sees("1 of")
        assert [type(screen) for screen in someone.app.screen_stack] == [HomeScreen, ReviewScreen]

    sit(act, first=None)


def test_a_log_that_cannot_be_written_is_told_of_and_the_answer_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = ReviewLog.append
    full = True

    def append_when_there_is_room(log: ReviewLog, review: Review) -> object:
        if full:
            raise LogUnavailable(home / "quiz.db", "the disk is full")
        return append(log, review)

    monkeypatch.setattr(ReviewLog, "append", append_when_there_is_room)

    async def act(someone: Learner) -> None:
        nonlocal full
        await someone.sees(SUM)
        await someone.type("1 1")
        await someone.press("enter")
        await someone.sees("disk", "again.")  # the toast breaks its lines
        someone.app.clear_notifications()
        await someone.sees("! The review log", "disk is full", "1 1")
        full = False
        await someone.press("enter")
        assert "disk is full" not in await someone.sees("✓ right")

    sit(act)
    assert len(logged(home)) == 1


def test_a_notice_on_its_way_as_a_dialog_opens_waits_until_that_is_closed(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        for key in ("u", "f1"):
            someone.app.simulate_key(key)
        await someone.sees("keys: review")
        await someone.finds(
            lambda: [*someone.app._untold], ["The answer is taken back. i goes to the field."]
        )
        assert not any(screen.query(Toast) for screen in someone.app.screen_stack)
        await someone.press("escape")
        await someone.is_told("The answer is taken back.")

    sit(act)


def test_keys_pressed_before_the_editor_came_act_on_nothing_behind_it(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        for key in ("e", "3"):
            someone.app.simulate_key(key)
        await someone.is_told("The editor needs this terminal")
        await someone.rest()
        await someone.sees("✓ right", "enter next")
        await someone.press("3")
        assert "✓ right" not in await someone.sees("2 of")

    sit(act)


def test_a_notice_leaves_the_ratings_and_the_keys_in_sight(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        someone.app.notify("Something that takes some words to tell. " * 3)
        for size in ((100, 30), (80, 24), (60, 20)):
            await someone.resize(*size)
            await someone.is_told("Something")
            screen = someone.app.screen
            notice, ratings = (screen.query_one(kind).region for kind in (Toast, RatingBar))
            assert notice.bottom <= ratings.y, size

    sit(act)


def test_on_few_columns_a_notice_lies_over_nothing_that_is_asked(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape")
        await someone.resize(60, 20)
        someone.app.notify("Something that takes some words to tell, and more of them.")
        await someone.is_told("Something")
        screen = someone.app.screen
        notice, question = (screen.query_one(kind).region for kind in (Toast, "#question"))
        assert (notice.x, notice.right, notice.height) == (0, 60, 2)
        assert notice.bottom <= question.y

    sit(act)


def test_on_the_fewest_columns_a_notice_lies_over_nothing(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape")
        await someone.resize(40, 24)
        told = "Something that takes some words to tell, and more of them, in three rows or so."
        someone.app.notify(told)
        text = await someone.sees("more of", " 1 of", "1  import torch", "? help")
        assert text.index("more of") < text.index(" 1 of")
        someone.app.clear_notifications()
        await someone.finds(lambda: len(someone.app.screen.query(Toast)), 0)
        assert " 1 of" in (await someone.sees("? help")).splitlines()[0]

    sit(act)


def test_a_fault_can_be_tried_again_and_left_out(home: Path) -> None:
    (home / "decks" / "dies.yaml").write_text(
        "format: 1\ntopic: dies\ncards:\n  - id: dies\n    prompt: What is y?\n"
        "    code: |\n      import os\n      os._exit(3)\n    ask: {value: y}\n"
    )

    async def act(someone: Learner) -> None:
        await someone.type("1")
        await someone.press("enter")
        await someone.sees("no verdict", "r try again")
        await someone.press("r")
        await someone.sees("no verdict")
        await someone.press("l")
        await someone.sees("mastery")

    sit(act, Sitting(("dies",)))
    assert logged(home) == []


def test_what_cannot_be_graded_is_left_out_and_what_cannot_run_never_shown(home: Path) -> None:
    (home / "decks" / "future.yaml").write_text(
        "format: 1\ntopic: future\ncards:\n"
        "  - {id: first, level: 1, prompt: Why?, back: So.}\n"
        "  - {id: second, prompt: What is y?, code: y = 1, ask: {value: y}, needs: torch>=99}\n"
        "  - {id: third, level: 2, prompt: What is z?, code: z = 1 / 0, ask: {value: z}}\n"
        "  - {id: fourth, level: 3, prompt: Why then?, back: So.}\n"
    )

    async def act(someone: Learner) -> None:
        await someone.press("enter")
        await someone.sees("enter next")
        await someone.press("enter")
        await someone.sees("Why then?", "Left out: This card fails here")
        assert "2 of 2" in await someone.sees("Why then?")

    sit(act, Sitting(("future",)))


@pytest.mark.long
def test_the_palette_offers_what_can_be_done_now(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("ctrl+p")
        text = await someone.sees("Guess", "Don't know", "Edit card")
        assert "Undo" not in text
        review = someone.app.screen_stack[-2]
        titles = [command.title for command in someone.app.get_system_commands(review)]
        assert {"Theme", "Help", "Quit"} < set(titles) and len(titles) == len(set(titles))
        assert "" not in titles
        await someone.type("guess")
        await someone.press("enter")
        await someone.sees("marked as a guess")
        await someone.press("ctrl+p")
        await someone.type("note of")
        await someone.press("enter")
        await someone.sees("Your note; empty")
        await someone.type("mine")
        await someone.press("enter", "ctrl+p")
        await someone.type("bury")
        await someone.press("enter")
        await someone.is_told("is buried until tomorrow")
        assert [act.name for act in someone.app._study.log.acts()] == ["note", "bury"]

    sit(act)


def test_keys_typed_ahead_go_where_a_slow_typist_would_have_put_them(home: Path) -> None:
    (home / "decks" / "two.yaml").write_text(
        "format: 1\ntopic: two\ncards:\n  - id: two\n    prompt: What are they?\n"
        "    code: a, b, c = 12, 3, True\n    ask: [{value: a}, {value: b}, {bool: c}]\n"
    )

    async def act(someone: Learner) -> None:
        await someone.sees("What are they?")
        typed = ["9", "backspace", "1", "2", "enter", "3", "enter", "n", "y", "enter"]
        for key in typed:  # all at once, as a terminal over a slow line delivers them
            someone.app.simulate_key(key) if len(key) > 1 else someone.app.post_message(
                Key(key, key)
            )
        text = await someone.sees("enter next")
        assert text.count("✓ right") == 3

    sit(act, Sitting(("two",)))


def test_a_dialog_leaves_the_verdict_as_it_was(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        for opened in ("f1", "ctrl+p"):
            told = f"told in passing as {opened} is there"
            await someone.press(opened)
            someone.app.notify(told)
            await someone.press()
            assert told not in screen_text(someone.app)
            await someone.press("escape")
            await someone.sees("✓ right", "enter next", "u undo", told)
            someone.app.notify(told)
            await someone.press()
            assert screen_text(someone.app).count(told) == 1
        await someone.press("enter")
        await someone.sees(LEAF)

    sit(act)
    assert len(logged(home)) == 1


def test_a_dialog_leaves_the_command_keys_as_they_were(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.press("escape")
        await someone.press("f1")
        await someone.press("escape")
        await someone.press("s")
        await someone.sees(LEAF)

    sit(act)


def test_a_skipped_card_is_told_of_and_undo_goes_back_to_it(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("1 1")
        await someone.press("escape", "s")
        await someone.sees(LEAF, "Skipped with what you typed; esc u goes back.")
        await someone.press("escape", "u")
        text = await someone.sees("What is the gradient of the sum?", "1 1")
        assert "Skipped" not in text

    sit(act)


def test_what_is_asked_for_twice_is_asked_anew_after_another_key(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await someone.type("1 1")
        await someone.press("escape", "q")
        await someone.sees("q once more leaves")
        await someone.press("g")
        assert "once more" not in await someone.sees("marked as a guess")
        await someone.press("q")
        await someone.sees("q once more leaves", "1 1")
        await someone.press("z")  # which does nothing
        assert "once more" not in await someone.sees("1 1", "q end")

    sit(act)


def test_the_sitting_goes_on_after_a_look_at_the_summary(home: Path) -> None:
    async def act(someone: Learner) -> None:
        await answer_right(someone)
        await someone.press("q")
        await someone.sees("The sitting so far", "1 right")
        await someone.press("escape")
        await someone.sees("✓ right", "enter next")

    sit(act)


@pytest.mark.long
@pytest.mark.parametrize(
    "size",
    [
        (60, 20),
        *(pytest.param(size, marks=pytest.mark.long) for size in [(80, 24), (100, 30), (160, 24)]),
    ],
    ids=str,
)
def test_every_truth_can_be_scrolled_to(home: Path, size: tuple[int, int]) -> None:
    asks = "".join(f"      - value: x[{number}]\n" for number in range(8))
    lines = "".join(f"      y{number} = {number}\n" for number in range(40))
    (home / "decks" / "long.yaml").write_text(
        "format: 1\ntopic: long\ncards:\n  - id: long\n    prompt: What are they?\n"
        f"    code: |\n      x = list(range(700, 708))\n{lines}    ask:\n{asks}"
        "    explain: That is all.\n"
    )

    async def run() -> None:
        async with learner(size, first=Sitting(("long",))) as someone:
            await someone.sees("What are they?")
            for _ in range(8):
                await someone.type("1")
                await someone.press("enter")
            seen = await someone.sees("wrong", "enter next")
            for key in ("pageup", "pagedown"):
                for _ in range(30):
                    await someone.press(key)
                    seen += await someone.sees("next")
            assert [n for n in range(700, 708) if f"torch  {n}" not in seen] == []
            assert "y39 = 39" in seen and "That is all." in seen

    asyncio.run(run())


@pytest.mark.long
def test_what_is_asked_stays_in_sight_at_every_field(home: Path) -> None:
    lines = "".join(f"      y{number} = {number}\n" for number in range(9))
    asks = "".join(f"      - value: y{number}\n" for number in range(6))
    (home / "decks" / "six.yaml").write_text(
        "format: 1\ntopic: six\ncards:\n  - id: six\n    prompt: What are they?\n"
        f"    code: |\n{lines}    ask:\n{asks}"
    )

    async def run() -> None:
        async with learner((80, 24), first=Sitting(("six",))) as someone:
            await someone.sees("What are they?", "value of y0")
            await someone.press("shift+tab")
            await someone.sees("What are they?", "value of y5", "like 0.125")
            await someone.press("tab")
            await someone.sees("What are they?", "value of y0")
            await someone.press("tab", "tab")
            await someone.resize(60, 16)
            await someone.sees("value of y2")
            await someone.resize(100, 40)
            await someone.sees("What are they?", "value of y2")
            await someone.resize(60, 16)
            await someone.press("shift+tab", "shift+tab", "pagedown", "pagedown")
            await someone.sees("y8 = 8", "What are they?", "value of y2")
            await someone.press(*["pageup"] * 4)
            await someone.sees("y0 = 0", "What are they?")

    asyncio.run(run())


def test_long_code_scrolls_while_the_question_stays(home: Path) -> None:
    lines = "".join(f"      y{number} = {number}\n" for number in range(60))
    (home / "decks" / "long.yaml").write_text(
        "format: 1\ntopic: long\ncards:\n  - id: long\n    prompt: What is it?\n"
        f"    code: |\n{lines}    ask: {{value: y1}}\n"
    )

    async def act(someone: Learner) -> None:
        await someone.sees("What is it?", "y1 = 1")
        for _ in range(6):
            await someone.press("pagedown")
        await someone.sees("What is it?", "y59 = 59")
        await someone.press("escape", "d")
        await someone.sees("not known", "y0 = 0", "enter next")
        await someone.press("G")
        await someone.sees("y59 = 59")
        await someone.press("g", "j", "j")
        assert "y0 = 0" not in await someone.sees("y1 = 1")

    sit(act, Sitting(("long",)))


TWO_FIELDS = """\
format: 1
topic: two
cards:
  - id: two
    prompt: What are they?
    code: |
      a = 1
      b = 2
    ask:
      - {value: a}
      - {value: b}
"""


@pytest.mark.parametrize(("first", "answers"), [("3", ("3", "4")), ("", ("1", "2"))])
def test_enter_goes_through_all_old_answers_after_an_undo_where_one_was_changed(
    home: Path, first: str, answers: tuple[str, ...]
) -> None:
    (home / "decks" / "two.yaml").write_text(TWO_FIELDS)

    async def act(someone: Learner) -> None:
        await someone.type("1")
        await someone.press("enter", "2", "enter")
        await someone.sees("✓ right")
        await someone.press("u", "i", *first, "enter")
        if first:
            await someone.press("4", "enter")
        await someone.sees("enter next" if not first else "✗")

    sit(act, Sitting(("two",)))
    assert [review.answers for review in logged(home)] == [answers]
