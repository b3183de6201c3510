"""Text can be told from what it stands on, in every theme."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color as RichColor
from rich.style import Style
from textual.app import App
from textual.color import Color

from quizapp.study.sitting import Sitting
from quizapp.tui.legible import LEAST_CONTRAST, contrast, legible
from quizapp.tui.themes import OFFERED, OWN
from tests.tui.learner import learner
from tests.tui.screen import faint, ratio, styled

BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)
part = st.integers(0, 255)
colours = st.builds(RichColor.from_rgb, part, part, part)


def test_contrast_is_what_wcag_says() -> None:
    assert round(contrast(BLACK, WHITE), 2) == round(contrast(WHITE, BLACK), 2) == 21
    assert contrast(WHITE, WHITE) == 1
    grey = Color(118, 118, 118)  # the lightest that is enough on white
    assert contrast(grey, WHITE) >= LEAST_CONTRAST > contrast(grey.lighten(0.01), WHITE)


@given(colours, colours, st.booleans(), st.booleans())
def test_faint_text_is_moved_away_and_other_text_left_alone(
    text: RichColor, behind: RichColor, reverse: bool, dim: bool
) -> None:
    style = Style(color=text, bgcolor=behind, reverse=reverse, dim=dim, bold=True)
    seen = legible(style, BLACK)
    assert ratio(seen) >= LEAST_CONTRAST
    assert seen.bold and seen.reverse == reverse
    if not dim:
        assert (seen == style) == (ratio(style) >= LEAST_CONTRAST)
    assert (seen.color == text) if reverse else (seen.bgcolor == behind)


@pytest.mark.long
def test_no_text_is_faint_in_any_theme(home: Path) -> None:
    """On one screen; in our own two themes the gallery has all of them looked at."""

    async def look() -> None:
        async with learner(first=Sitting(("first-steps",))) as someone:
            await someone.sees("What is the gradient of the sum?")
            await someone.type("[1, 2]")
            await someone.press("enter")
            await someone.sees("wrong", "enter next")
            await someone.press("f")
            await someone.sees("[picture]", "float32")
            for theme in OFFERED:
                someone.app.theme = theme
                await someone.press()
                if theme == OWN.name:
                    assert colours_of(someone.app) == set()
                else:
                    assert faint(someone.app) == []

    asyncio.run(look())


def colours_of(app: App[None]) -> set[RichColor]:
    """Other than the terminal's own foreground and background."""
    styles = [style for row in styled(app) for _, style in row]
    return {color for style in styles for color in (style.color, style.bgcolor) if color}


def test_without_colour_the_cursor_is_seen_and_nothing_is_coloured(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def look() -> None:
        async with learner() as someone:
            await someone.press("slash", "a")
            assert colours_of(someone.app) == set()
            swapped = [text for row in styled(someone.app) for text, style in row if style.reverse]
            assert len(swapped) == 1
            await someone.press("ctrl+p", "down")
            await someone.sees("▌ Show these keys")

    asyncio.run(look())
