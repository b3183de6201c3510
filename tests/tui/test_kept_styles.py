"""Styles that one start has parsed serve the next, and nothing else does."""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.cache import LRUCache
from textual.css import model, stylesheet
from textual.css.model import RuleSet
from textual.css.parse import parse

from quizapp.tui import parsed_once
from tests.tui.learner import learner
from tests.tui.screen import screen_colours

Start = Callable[[], tuple[int, object]]


@pytest.fixture
def start(home: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Starts the app as a new process would; how many styles it parsed, and what it looks like."""
    parsed: list[object] = []

    def and_note(scope: str, css: str, read_from: Any, **options: Any) -> Iterable[RuleSet]:
        parsed.append(read_from)
        return parse(scope, css, read_from, **options)

    monkeypatch.setattr(stylesheet, "parse", and_note)

    async def look() -> tuple[int, object]:
        monkeypatch.setattr(parsed_once, "_parsed", LRUCache(parsed_once.MOST_THEMES))
        parsed.clear()
        async with learner() as someone:
            await someone.sees("First steps", "sandbox")
            return len(parsed), screen_colours(someone.app)

    return lambda: asyncio.run(look())


def test_a_start_parses_no_style_that_the_one_before_did(start: Start, home: Path) -> None:
    (many, as_parsed), (none, as_kept) = start(), start()
    assert many > 9
    assert none == 0
    assert as_kept == as_parsed


def test_what_another_textual_or_anybody_else_wrote_is_as_good_as_not_there(
    start: Start, home: Path, tmp_path: Path
) -> None:
    many, as_parsed = start()
    (file,) = home.glob("**/styles")
    kept = file.read_bytes()
    source = Path(model.__file__)
    stamp = source.stat().st_mtime_ns.to_bytes(8, "little")
    assert stamp in kept
    made = tmp_path / "made"

    class Hostile:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(made),)

    for content in (kept.replace(stamp, stamp[::-1]), kept[:99], b"", pickle.dumps(Hostile())):
        file.write_bytes(content)
        assert start() == (many, as_parsed)
        assert not made.exists()
    file.write_bytes(kept)
    assert start() == (0, as_parsed)
