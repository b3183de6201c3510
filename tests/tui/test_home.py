"""What one can sit down to from home."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from quizapp.memory.exchange import exchange
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.study.desk import Desk
from quizapp.study.last_hello import last_hello
from quizapp.study.recorder import Recorder
from quizapp.study.shared_settings import log_changes
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.tui.app import QuizApp
from quizapp.tui.screens.home import HomeScreen
from quizapp.tui.widgets.pick_list import PickList
from runner.client import Runner
from runner.protocol.layers import is_full
from runner.protocol.wire import Hello
from tests.memory.conftest import review_maker
from tests.memory.learner import SLOW_TO_FORGET, parameters_act
from tests.tui.conftest import DECK
from tests.tui.learner import START, Clock, learner, set_too
from tests.tui.screen import screen_text

ELSEWHERE = Review(
    id="elsewhere",
    card="first-steps/why",
    content_hash="0",
    at=START,
    study_date=START.date(),
    kind="review",
    rating=Rating.GOOD,
    proposed=Rating.GOOD,
    right=True,
)


def test_a_topic_that_is_named_is_open_whatever_the_day_has_left(home: Path) -> None:
    set_too(home, "new_per_day = 0\n")

    async def act() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.is_told("3 new cards beyond the day's limit (new_per_day = 0) begin here")
            await someone.sees("1 of 3")

    asyncio.run(act())


def test_where_nothing_of_a_topic_can_be_asked_home_says_why(home: Path) -> None:
    cards = re.findall("id: ([a-z-]+)", DECK.read_text())
    with ReviewLog.open(home / "quiz.db") as log:
        recorder = Recorder(log, rollover_hour=4, rng=random.Random(1))
        recorder.act_on_all([f"first-steps/{card}" for card in cards], "suspend", "", now=START)

    async def act() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.is_told("3 cards found, but none of them can be asked now:")

    asyncio.run(act())


@pytest.mark.long
def test_enter_acts_on_the_row_and_more_today_takes_two_keys(home: Path) -> None:
    set_too(home, "new_per_day = 0\n")

    async def act() -> None:
        async with learner() as someone:
            await someone.sees("There is nothing to review.", "enter more today")
            await someone.resize(200, 30)  # no day stands beside the topics yet
            assert someone.app.screen.query_one("#table").size.width == 200
            await someone.resize(100, 30)
            await someone.click(PickList, 3, row=3)
            assert someone.app.screen.query_one(PickList).highlighted == 3
            await someone.click(PickList, 3, row=3)
            await someone.sees("more today: Dtypes")
            await someone.press("escape", "home", "enter")
            await someone.sees("more today: All topics", "nothing missed today is left")
            await someone.press("question_mark")
            await someone.sees("keys: more today", "Reviews, due or ahead of their day")
            await someone.press("escape")
            await someone.press("m", "a")  # there is nothing of the kind
            await someone.press("n")
            await someone.sees("(new)", "1 of ")
            await someone.press("escape", "q")
            await someone.sees("mastery")
            await someone.press("j", "j", "m", "n")
            await someone.sees("What is the gradient of the sum?", "(new)")
            await someone.type("1 2")
            await someone.press("enter")
            await someone.sees("wrong", "enter next")
            await someone.press("q", "enter")
            await someone.sees("1 once more", "enter review topic")
            await someone.press("u")
            await someone.sees("u again takes back")
            await someone.press("k", "j", "u")
            assert "is taken back" not in await someone.sees("u again takes back")
            await someone.press("u")
            await someone.sees("The answer to ", " is taken back.")
            await someone.press("u")
            await someone.sees("Nothing was answered or decided today")
            await someone.press("m", "n")
            await someone.type("1 2")
            await someone.press("enter")
            await someone.sees("wrong", "enter next")
            await someone.press("q", "enter")
            await someone.sees("1 once more", "enter review topic")
            await someone.press("enter")
            await someone.sees("(once more)", "1 of 1")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("right", "enter next")
            await someone.press("1", "enter")  # it is not offered to have it asked again
            await someone.sees("The sitting is over")
            await someone.press("m", "m")
            await someone.sees("(practice)", "1 of 1")

    asyncio.run(act())


def test_what_was_fitted_today_is_told_in_a_line(home: Path) -> None:
    fitted = parameters_act(SLOW_TO_FORGET)
    with ReviewLog.open(home / "quiz.db") as log:
        log.act(replace(fitted, at=START, study_date=START.date()))

    async def act() -> None:
        async with learner() as someone:
            await someone.sees("Fitted to 500 reviews: log loss 0.400, now 0.300")

    asyncio.run(act())


def test_topics_that_are_open_stand_above_those_that_wait(home: Path) -> None:
    for name in ("beyond", "far"):
        (home / "decks" / f"{name}.yaml").write_text(
            "after: first-steps\ncards: [{id: one, prompt: Why?, back: So.}]\n"
        )
    (home / "decks" / "own.yaml").write_text("cards: [{id: one, prompt: Why?, back: So.}]\n")

    async def act() -> None:
        async with learner() as someone:
            text = await someone.sees("beyond", "far")
            assert text.index("own") < text.index("beyond") < text.index("far")

    asyncio.run(act())


@pytest.mark.long
def test_the_row_under_the_cursor_stays_in_sight_where_the_charts_take_its_room(
    home: Path, shipped: None
) -> None:
    for number in range(8):
        deck = home / "decks" / f"a-{number}.yaml"
        deck.write_text("cards: [{id: one, prompt: Why?, back: So.}]\n")

    async def act() -> None:
        async with learner((80, 23)) as someone:
            assert "due in the next" not in await someone.sees("All topics")
            await someone.press(*"jjjjjjjjjj")
            await someone.sees("First steps")
            await someone.press("d")
            await someone.sees("What is the gradient of the sum?")
            await someone.type("1 1")
            await someone.press("enter")
            await someone.sees("✓ right", "enter next")
            await someone.press("q", "enter")
            text = await someone.sees("due in the next")
            assert "First steps" in text and "All topics" not in text  # the list has scrolled
            await someone.press("home")
            await someone.resize(80, 30)
            await someone.press("end")
            await someone.resize(80, 23)
            await someone.sees("Distributed training")
            await someone.resize(100, 30)
            await someone.press("home", *"jjjjjjjjjjjjj")
            await someone.resize(60, 20)
            await someone.resize(100, 30)
            await someone.sees("▌")

    asyncio.run(act())


def test_a_sitting_that_hangs_on_the_machine_waits_for_torch_and_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "decks" / "needy.yaml").write_text(
        "format: 1\ntopic: needy\ncards:\n"
        "  - {id: one, prompt: What is y?, code: y = 1, ask: {value: y}, needs: numpy}\n"
        "  - {id: two, prompt: Unseen?, code: y = 1, ask: {value: y}, device: cuda}\n"
    )
    there = asyncio.Event()
    ready = Runner.ready

    async def ready_behind_the_gate(runner: Runner) -> Hello | None:
        await there.wait()
        return await ready(runner)

    monkeypatch.setattr(Runner, "ready", ready_behind_the_gate)

    async def act() -> None:
        async with learner(first=Sitting(("needy",))) as someone:
            await someone.sees("the sitting begins once it is known", " 0 s")
            await someone.sees(" 1 s")
            await someone.press("q")
            assert "the sitting begins once" not in await someone.sees("q quit")
            await someone.press("j", "j", "j", "enter", "n")
            await someone.sees("the sitting begins once it is known", "q wait no more")
            await someone.press("home", "enter")  # out of impatience
            there.set()
            await someone.sees("What is y?", "1 of 1")

    asyncio.run(act())


def test_after_midnight_the_day_in_the_title_is_the_learner_s(home: Path) -> None:
    async def look() -> None:
        async with learner(at=datetime(2026, 3, 3, 3, 59, tzinfo=UTC)) as someone:
            await someone.sees("Mon 2 Mar")
            await someone.press("s")
            await someone.sees("Mon 2 Mar")

    asyncio.run(look())


def test_the_title_says_how_far_code_is_shut_in(home: Path) -> None:
    async def look() -> None:
        async with learner() as someone:
            await someone.has_torch()
            study = someone.app._study
            await someone.sees("· sandboxed" if is_full(study.hello.sandbox) else "sandbox")
            kept = last_hello(study.places.cache, study.settings.runner_command)
            assert kept == study.hello, "the next start counts by it"

    asyncio.run(look())


def test_the_first_paint_has_the_keys(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever takes long comes after it."""
    painted = []
    display = QuizApp._display

    def note(app: QuizApp, *drawn: Any) -> None:
        painted.append(screen_text(app))
        display(app, *drawn)

    async def look() -> None:
        async with learner():
            assert "q quit" in painted[0]

    monkeypatch.setattr(QuizApp, "_display", note)
    asyncio.run(look())


def test_a_key_that_comes_before_the_topics_do_acts_on_none(home: Path) -> None:
    with Study.open() as study:
        screen = HomeScreen(Desk.of(study), Clock(START))
        offered = {
            action: screen.check_action(action, parameters)
            for action, parameters in (("review", ("all",)), ("more", ("next",)), ("quit", ()))
        }
    assert offered == {"review": False, "more": False, "quit": True}


@pytest.mark.long
def test_what_another_machine_has_answered_counts_soon_after_the_start(
    home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    set_too(home, f'sync = "{folder}"\n')
    with ReviewLog.open(tmp_path / "other" / "quiz.db") as other:
        other.append(ELSEWHERE)
        theirs = tmp_path / "other" / "config.toml"
        theirs.write_text("new_per_day = 3\n")
        log_changes(other, theirs, START, random.Random())
        exchange(other, folder)

    async def act() -> None:
        async with learner() as someone:
            study = someone.app._study
            await someone.finds(lambda: len(study.log.reviews()), 1)
            await someone.finds(lambda: study.settings.new_per_day, 3)

    asyncio.run(act())


@pytest.mark.parametrize("large", [pytest.param(0, marks=pytest.mark.long), 10**9])
def test_a_start_backs_up_and_tells_what_cannot_be_read(
    home: Path, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large log is backed up beside the app."""
    monkeypatch.setattr("quizapp.study.study.LARGE", large)
    with ReviewLog.open(home / "quiz.db") as log:
        log.append(review_maker()())
        log._database.connection.execute("DROP TRIGGER review_is_not_updated")
        log._database.connection.execute("UPDATE review SET study_date = 'x'")

    async def act() -> None:
        async with learner() as someone:
            await someone.sees("1 review of the log cannot be read")

    asyncio.run(act())
    assert list((home / "backups").iterdir())


def test_what_another_terminal_has_answered_counts_at_once(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            assert "once more" not in await someone.sees("mastery", "torch 2")
            with ReviewLog.open(home / "quiz.db") as other:
                other.append(replace(ELSEWHERE, rating=Rating.AGAIN))
            await someone.sees("1 once more")

    asyncio.run(act())


def test_a_log_that_is_gone_beside_a_backup_is_told_of(home: Path) -> None:
    with ReviewLog.open(home / "quiz.db") as log:
        log.append(ELSEWHERE)
        log.backup_if_due(ELSEWHERE.at)
    for part in home.glob("quiz.db*"):
        part.unlink()

    async def act() -> None:
        async with learner() as someone:
            await someone.is_told("quiz backup --restore 2026-03-02")

    asyncio.run(act())


def test_a_day_that_begins_while_home_is_open_is_seen_and_backed_up(home: Path) -> None:
    with ReviewLog.open(home / "quiz.db") as log:
        log.append(replace(ELSEWHERE, rating=Rating.AGAIN))

    async def act() -> None:
        async with learner() as someone:
            await someone.sees("Mon 2 Mar", "1 once more", "torch 2")
            someone.app._clock._now += timedelta(days=1)
            await someone.sees("Tue 3 Mar", "1 to review")
            await someone.finds(lambda: len(list((home / "backups").iterdir())), 2)

    asyncio.run(act())


def test_a_day_that_begins_while_the_log_is_out_of_reach_is_no_mishap(
    home: Path,
) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.has_torch()
            away = home.rename(home.with_name(f"{home.name}-away"))
            someone.app._clock._now += timedelta(days=1)
            await someone.is_told("No backup of the review log can be made")
            assert someone.app.mishaps == []
            away.rename(home)

    asyncio.run(act())


@pytest.mark.parametrize("width", [36, 40, 44, 48])
def test_what_has_no_room_beside_a_topic_is_left_out(home: Path, width: int) -> None:
    async def act() -> None:
        async with learner((width, 24)) as someone:
            rows = (await someone.sees("All topics")).splitlines()
            at = next(at for at, row in enumerate(rows) if "All topics" in row)
            assert rows[at - 1].split() == ["topic", "due", "new"]
            assert "…" not in rows[at]
            assert ("%" in rows[at]) == (width >= 48)

    asyncio.run(act())


def test_how_much_was_remembered_breaks_no_line_of_what_there_is_to_do(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = "2 once more, 112 to review, 10 new, about 25 minutes"
    kept = "88% remembered, 90% meant"
    monkeypatch.setattr("quizapp.tui.screens.home.today_in_words", lambda overview: today)
    monkeypatch.setattr("quizapp.tui.screens.home.kept_in_words", lambda overview: kept)

    async def act() -> None:
        async with learner((80, 24)) as someone:
            assert kept not in await someone.sees(today)
            await someone.resize(85, 24)
            await someone.sees(f"{today}  {kept}")

    asyncio.run(act())


def test_one_is_away_by_a_key_and_takes_it_back(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("mastery")
            await someone.press("a", "a", *"tomorrow", "enter")
            await someone.sees("Say the first and the last day, such as")
            await someone.press(*["backspace"] * 8, *"2026-03-09 2026-03-20", "enter")
            told = "Away from 2026-03-09 to 2026-03-20: nothing falls due then."
            await someone.is_told(told, "a u takes it back.")
            assert len(someone.app._study.log.absences()) == 1
            await someone.press("a")
            await someone.sees("times away", "Away from 2026-03-09")
            await someone.press("u")
            await someone.is_told("2026-03-09 to 2026-03-20 is taken back")
            assert someone.app._study.log.absences() == []

    asyncio.run(act())


MIXED = """
topic: mixed
cards:
  - {id: first, level: 1, prompt: At once?, back: Yes.}
  - {id: second, level: 2, prompt: And then?, needs: torch>=2.0, code: y = 1, ask: {value: y}}
"""


def torch_waits(monkeypatch: pytest.MonkeyPatch, *, starts: bool = True) -> asyncio.Event:
    """Until this is set, torch starts; then it is up, or does not start."""
    ready, spoken = Runner.ready, asyncio.Event()

    async def late(runner: Runner) -> Hello | None:
        await spoken.wait()
        return await ready(runner) if starts else None

    monkeypatch.setattr(Runner, "ready", late)
    return spoken


@pytest.mark.parametrize("starts", [True, False])
def test_a_sitting_that_waits_for_torch_is_not_over(
    home: Path, monkeypatch: pytest.MonkeyPatch, starts: bool
) -> None:
    spoken = torch_waits(monkeypatch, starts=starts)
    (home / "decks" / "mixed.yaml").write_text(MIXED)

    async def act() -> None:
        async with learner(first=Sitting(("mixed",))) as someone:
            await someone.sees("At once?", "1 of at most 2")
            await someone.press("s")
            await someone.sees("What else there is may follow once torch has started.")
            await someone.press("enter")
            await someone.press("enter")
            await someone.sees("torch is starting: 1 card may follow")
            await someone.press("q")
            await someone.sees("The sitting so far", "back")
            await someone.press("escape")
            spoken.set()
            await someone.sees("And then?" if starts else "The sitting is over")

    asyncio.run(act())


@pytest.mark.parametrize("starts", [True, False])
def test_that_not_all_is_asked_is_told_once_it_is_known(
    home: Path, monkeypatch: pytest.MonkeyPatch, starts: bool
) -> None:
    spoken = torch_waits(monkeypatch, starts=starts)
    (home / "decks" / "mixed.yaml").write_text(MIXED)

    async def act() -> None:
        async with learner(first=Sitting(search="topic:mixed", kind="drill")) as someone:
            assert "Asked now" not in await someone.sees("At once?")
            spoken.set()
            if starts:
                assert "Asked now" not in await someone.sees("At once?", "1 of 2")
            else:
                await someone.is_told("Asked now: 1 of the 2 cards found.")

    asyncio.run(act())


def test_who_presses_ctrl_c_is_told_how_to_leave(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("All topics")
            await someone.press("ctrl+c")
            assert "want to quit" not in await someone.is_told("q leaves the app.")

    asyncio.run(act())
