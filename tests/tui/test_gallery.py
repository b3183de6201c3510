"""Every screen at four sizes, in two languages; UPDATE_GOLDEN=1 accepts what has changed.

By day English has two of the sizes. `python -m pytest -m 'long or not long'` draws all, and
Chinese. Each is dark at two sizes and light at the others: what is drawn is legible, and at one
size of the first two its colours are held against golden files, too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from quizapp.text.language import speak
from quizapp.tui.screens.stopwatch import Stopwatch
from tests.tui import gallery
from tests.tui.learner import learner, set_too
from tests.tui.screen import assert_is_golden, faint, screen_colours, screen_text, stale

pytestmark = pytest.mark.usefixtures("frames")

LIGHT_TERMINAL = "0;15"
COLOURED = {"en": (80, 24), "zh": (100, 30)}
"""The sizes at which colours are kept, of those by day."""

BY_DAY = {"en": [(80, 24), (200, 60)], "zh": [(60, 20), (100, 30)]}

OF_THIS_MACHINE = re.compile(r"^( \S+(?= +/\w)|.*runner\.command(?= )).*$", re.MULTILINE)
"""Its folders, and what is started on it."""


@pytest.fixture(params=["en", pytest.param("zh", marks=pytest.mark.long)])
def language(
    request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    monkeypatch.setattr(Stopwatch, "seconds", 5.0)  # however busy the machine is
    set_too(home, f'language = "{request.param}"\n')
    speak(request.param)
    yield request.param
    speak("en")


by_day_and_night = pytest.mark.parametrize(
    "by_day", [True, pytest.param(False, marks=pytest.mark.long)], ids=["day", "night"]
)


def draw(walk: gallery.Walk, language: str, by_day: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Walk through screens, and hold each at some sizes against its golden files."""
    other = {"en": "zh", "zh": "en"}[language]
    sizes = [*BY_DAY[language if by_day else other]]
    is_light = by_day == (language == "zh")
    monkeypatch.setenv("COLORFGBG", LIGHT_TERMINAL if is_light else "")

    async def look() -> None:
        async with learner(sizes[0]) as someone:

            async def show(name: str) -> None:
                async for columns, rows in gallery.at_each(someone, sizes):
                    text = OF_THIS_MACHINE.sub(r"\1 …", screen_text(someone.app))
                    assert_is_golden(text, f"{language}/{name}-{columns}x{rows}")
                    assert faint(someone.app) == []
                    assert not any(field.cursor_blink for field in someone.app.screen.query(Input))
                    if by_day and (columns, rows) == COLOURED[language]:
                        colours = screen_colours(someone.app)
                        assert_is_golden(colours, f"{someone.app.theme}/{name}")
                    assert stale(someone.app) == []  # after which all is to be drawn anew
                sizes.reverse()

            await walk(someone, show)

    asyncio.run(look())


@by_day_and_night
def test_what_a_newcomer_sees(
    home: Path, language: str, by_day: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw(gallery.first_start, language, by_day, monkeypatch)


@by_day_and_night
def test_all_screens(
    home: Path, language: str, by_day: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    gallery.study_for_months(home)
    draw(gallery.all_screens, language, by_day, monkeypatch)
