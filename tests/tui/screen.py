"""The screen of a Textual app under test, as text and as colours, held against golden files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.widget import Widget

from quizapp.tui.legible import DRAWN, LEAST_CONTRAST, contrast

GOLDEN = Path(__file__).with_name("golden")
UPDATE = "UPDATE_GOLDEN"


def screen_text(app: App[None]) -> str:
    """What stands on the screen, a line a row, trailing blanks dropped."""
    # The compositor is private to Textual; nothing public gives the rendered rows.
    rows = app.screen._compositor.render_strips()
    return "".join("".join(part.text for part in row).rstrip() + "\n" for row in rows)


def styled(app: App[None]) -> Iterator[list[tuple[str, Style]]]:
    """The rows of the screen, each in runs of one style."""
    for row in app.screen._compositor.render_strips():
        yield [(text, style or Style.null()) for text, style, _ in row.simplify()]


def screen_colours(app: App[None]) -> str:
    """Each style on the screen, in the order in which they come, and below it what is in it.

    Where that stands, `screen_text` has. Paths of this machine are left out.
    """
    found: dict[str, list[str]] = {}
    for row in styled(app):
        for text, style in row:
            told = re.sub(r"(?<!\S)/\w.*", "…", text.strip())
            texts = found.setdefault(str(style.without_color + _shown(style)), [])
            if told and told not in texts:
                texts.append(told)
    return "".join(
        f"{style}\n" + "".join(f"    {text}\n" for text in texts) for style, texts in found.items()
    )


def _shown(style: Style) -> Style:
    """The colours alone, without what acts on a click."""
    return Style(color=style.color, bgcolor=style.bgcolor)


def ratio(style: Style) -> float:
    """The contrast of what a terminal shows, which is the same if it swaps the two."""
    assert style.color is not None and style.bgcolor is not None
    text, behind = map(Color.from_rich_color, (style.color, style.bgcolor))
    return contrast(text, behind)


def stale(app: App[None]) -> list[Widget]:
    """Widgets that would look otherwise if all were styled anew."""
    nodes = [*app.screen.walk_children(Widget, with_self=True)]
    before = [dict(node.styles.base.get_rules()) for node in nodes]
    app.stylesheet.update(app.screen)
    after = [dict(node.styles.base.get_rules()) for node in nodes]
    return [node for node, was, now in zip(nodes, before, after, strict=True) if was != now]


def faint(app: App[None]) -> list[tuple[str, str, float]]:
    """What on the screen is too faint to be read, with the theme and its contrast."""
    return [
        (app.theme, text, ratio(style))
        for row in styled(app)
        for text, style in row
        if not DRAWN.fullmatch(text) and (style.dim or ratio(style) < LEAST_CONTRAST)
    ]


def assert_looks_like(app: App[None], name: str) -> None:
    """Compare the screen with `golden/NAME.txt`; write it there where UPDATE_GOLDEN is set."""
    assert_is_golden(screen_text(app), name)


def assert_is_golden(text: str, name: str) -> None:
    """Compare a text with `golden/NAME.txt`; write it there where UPDATE_GOLDEN is set."""
    file = GOLDEN / f"{name}.txt"
    if UPDATE in os.environ:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    elif not file.exists():
        pytest.fail(f"no {file}; run once with {UPDATE}=1, and look at it")
    else:
        wanted = file.read_text(encoding="utf-8")
        assert text == wanted, f"looks like:\n{text}"
