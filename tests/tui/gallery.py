"""A walk through all screens, for whoever wants to look at them."""

from __future__ import annotations

import random
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from textual.screen import ModalScreen

from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Rating, Review
from quizapp.memory.rows import to_row
from quizapp.memory.uuid7 import uuid7
from quizapp.statistics.pages.table import PAGES
from quizapp.study.sitting import Sitting
from quizapp.text.language import tr
from quizapp.tui.messages import SittingWanted
from tests.tui.learner import START, Learner

DECK = Path(__file__).with_name("gallery.yaml")
DAYS = 100

Show = Callable[[str], Awaitable[None]]
"""Is told the name of each screen, when it stands there."""
Walk = Callable[[Learner, Show], Awaitable[None]]


def reviewed(card: str, at: datetime, rng: random.Random, *, right: bool) -> Review:
    """A card that was asked, and answered right or wrong."""
    rating = Rating.GOOD if right else Rating.AGAIN
    return Review(
        id=uuid7(at, rng),
        card=card,
        content_hash="0",
        at=at,
        study_date=at.date(),
        kind="review",
        rating=rating,
        proposed=rating,
        right=right,
        seconds=rng.uniform(5, 60),
    )


def answers(rng: random.Random) -> Iterator[Review]:
    """A hundred days of a learner who misses a card again and again, believing what is wrong."""
    cards = [f"{topic}/c{number}" for topic in ("tensor-ops", "dtypes") for number in range(12)]
    for away in range(DAYS, 0, -1):
        day = START.date() - timedelta(away)
        at = datetime.combine(day, time(9), UTC)
        if away % 9 == 0:
            continue
        for card in [*rng.sample(cards[: 2 + (DAYS - away) // 4], 2), "first-steps/leaf"]:
            at += timedelta(minutes=1)
            missed = rng.random() < (0.4 if card == "first-steps/leaf" else 0.1)
            guess = rng.random() < 0.2
            yield replace(
                reviewed(card, at, rng, right=not missed),
                ideas={"leaves-keep": missed} if card == "first-steps/leaf" and away < 9 else {},
                guess=guess,
                due=day + timedelta(rng.choice([2, 10, 25])),
            )


def study_for_months(home: Path) -> None:
    """Put a deck with a card of each kind into a home, and the answers of some months."""
    shutil.copy(DECK, home / "decks")
    rows = [to_row(review) for review in answers(random.Random(2))]
    with ReviewLog.open(home / "quiz.db") as log:
        log.take_in([("review", row | {"device": "elsewhere", "engine": "1"}) for row in rows])


async def at_each(at: Learner, sizes: Sequence[tuple[int, int]]) -> AsyncIterator[tuple[int, int]]:
    """Have what stands there at one size after the other, a dialog without what lies beneath."""
    app = at.app
    if isinstance(app.screen, ModalScreen):  # the palette lets others through
        app.screen.styles.background = app.theme_variables["background"]
        await at.rest()
    for size in sizes:
        if app.size != size:
            await at.resize(*size)
        yield size


async def first_start(at: Learner, show: Show) -> None:
    """From a newcomer's home through a placement."""
    await at.has_torch()
    at.app._home.say_of_runner("torch VERSION · cpu")
    await at.rest()
    await show("welcome")
    await at.press("p")
    await at.sees("15", "25")
    await show("placement")
    await at.press("escape", "d")
    await at.finds(lambda: at.app.screen._placement.asked, 1)
    await at.press("escape", "q")
    await at.finds(lambda: type(at.app.screen).__name__, "PlacedScreen")
    await show("placed")


async def all_screens(at: Learner, show: Show) -> None:
    """From the home of somebody who has studied for months through everything."""
    await at.has_torch()
    at.app._home.say_of_runner("torch VERSION · cpu")
    await at.press("j")
    await show("home")
    for key, name in [("f1", "help-home"), ("m", "more"), ("a", "away"), ("ctrl+p", "palette")]:
        await at.press(key)
        await show(name)
        await at.press("escape")
    await at.press("b")
    await show("browse")
    await at.press("slash", *"topic:gallery", "enter")
    await show("browse-found")
    await at.press("m")
    await show("browse-marked")
    await at.press("escape", "escape", "escape", "escape")
    await at.press("s")
    await at.sees("267", "▓")
    for key, page in zip("123456", PAGES, strict=True):
        await at.press(key)
        await show(f"statistics-{page}")
    await at.press("escape", "comma")
    await show("settings")
    await at.press("enter")
    await show("settings-typed")
    await at.press("escape", "end", "enter")
    await show("settings-keys")
    await at.press("enter")
    await show("settings-press")
    await at.press("escape", "escape", "escape")
    await review(at, show)


async def review(at: Learner, show: Show) -> None:
    """Each kind of card before and after its answer, and all that can be looked at then."""
    await sit_down(at, "ask")
    await show("ask")
    await at.press("escape", "h", "x")
    await show("ask-hint")
    await at.press("i")
    await at.type("2x")
    await at.press("enter")
    await show("ask-not-understood")
    await at.press("ctrl+u")
    await answer(at, *"[[1, 0], [-1, 1]]", "enter", *"2", "enter", "y", "enter")
    await show("ask-verdict")
    for key, page, there in [
        ("t", "trace", "[1., 0.]"),
        ("v", "graph", "Pow"),
        ("f", "picture-graph", "┏"),
        ("f", "picture-storage", "┌"),
        ("f", "picture-values", "float32"),
    ]:
        await at.press(key)
        await at.sees(there)
        await show(f"ask-{page}")
    await at.press("p")
    await at.sees("x.grad = ")
    await show("poke")
    await at.press("escape", "H")
    await show("card")
    await at.press("escape", "m")
    await show("acts")
    await at.press("n")
    await show("acts-note")
    await at.press("escape", "escape", "f1")
    await show("help-review")
    await at.press("escape", "q")
    await show("summary")
    await at.press("enter")
    for card, keys in [
        ("choice", ["1", "enter"]),
        ("gap", ["x", "enter"]),
        ("order", ["j", "J", "enter"]),
        ("fix", ["end", "space", "ctrl+s"]),
        ("recall", ["enter"]),
    ]:
        await sit_down(at, card)
        await show(card)
        await answer(at, *keys)
        await show(f"{card}-verdict")
        await at.press("q", "enter")


async def sit_down(at: Learner, card: str) -> None:
    at.app.post_message(SittingWanted(Sitting(cards=(f"gallery/{card}",))))
    await at.finds(lambda: type(at.app.screen).__name__, "ReviewScreen")
    await at.sees(tr("help"))  # its last line: then all of it is there


async def answer(at: Learner, *keys: str) -> None:
    await at.press(*keys)
    await at.finds(lambda: at.app.screen.check_action("take", ()), True)
    await at.rest()
