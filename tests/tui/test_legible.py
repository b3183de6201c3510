"""Text can be told from what it stands on, in every theme."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color as RichColor
from rich.style import Style
from textual.app import App
from textual.color import Color

from quizapp.tui.legible import DRAWN, LEAST_CONTRAST, contrast, legible
from quizapp.tui.themes import DARK, LIGHT, OFFERED
from tests.tui.learner import Learner, learner

BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)
part = st.integers(0, 255)
colours = st.builds(RichColor.from_rgb, part, part, part)


def ratio(style: Style) -> float:
    """The contrast of what a terminal shows, which is the same if it swaps the two."""
    assert style.color is not None and style.bgcolor is not None
    text, behind = map(Color.from_rich_color, (style.color, style.bgcolor))
    return contrast(text, behind)


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


def faint(app: App[None]) -> Iterator[tuple[str, str, float]]:
    """What on the screen is too faint."""
    for row in app.screen._compositor.render_strips():
        for text, style, _ in row:
            if style is None or DRAWN.fullmatch(text):
                continue
            if style.dim or ratio(style) < LEAST_CONTRAST:
                yield app.theme, text, ratio(style)


async def assert_legible(someone: Learner, themes: Iterable[str]) -> None:
    for theme in themes:
        someone.app.theme = theme
        await someone.press()
        assert list(faint(someone.app)) == []


def test_no_text_on_any_screen_is_faint_in_any_theme(home: Path, course: None) -> None:
    own = (DARK.name, LIGHT.name)

    async def look() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            await assert_legible(someone, own)
            await someone.press("m")
            await someone.sees("nothing was missed today")
            await assert_legible(someone, own)
            await someone.press("escape", ",")
            await someone.sees("new_per_day")
            await assert_legible(someone, own)
            await someone.press("escape", "s")
            await someone.sees("Today")
            await assert_legible(someone, own)
            await someone.press("escape", "j", "j", "d")
            await someone.sees("What is the gradient of the sum?")
            await someone.type("[1, 2]")
            await someone.press("f7")
            await assert_legible(someone, own)
            await someone.press("enter")
            await someone.sees("wrong", "enter next")
            await assert_legible(someone, own)
            await someone.press("f")
            await someone.sees("[picture]", "float32")
            await assert_legible(someone, own)
            await someone.press("p", "f7")
            await someone.sees("look at")
            await assert_legible(someone, OFFERED)

    asyncio.run(look())
