"""The screen of a Textual app under test, as text, held against a golden file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.app import App

GOLDEN = Path(__file__).with_name("golden")
UPDATE = "UPDATE_GOLDEN"


def screen_text(app: App[None]) -> str:
    """What stands on the screen, a line a row, trailing blanks dropped."""
    # The compositor is private to Textual; nothing public gives the rendered rows.
    rows = app.screen._compositor.render_strips()
    return "".join("".join(part.text for part in row).rstrip() + "\n" for row in rows)


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
