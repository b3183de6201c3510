"""What has been parsed of the styles is not parsed anew."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.cache import LRUCache
from textual.css import stylesheet
from textual.css.model import RuleSet
from textual.css.parse import parse

from quizapp.tui import parsed_once
from quizapp.tui.themes import DARK, LIGHT
from tests.tui.learner import learner
from tests.tui.screen import screen_colours, stale


def test_each_style_is_parsed_once_for_each_theme(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[object] = []

    def and_note(scope: str, css: str, read_from: Any, **options: Any) -> Iterable[RuleSet]:
        parsed.append((scope, css, read_from, options["tie_breaker"]))
        return parse(scope, css, read_from, **options)

    monkeypatch.setattr(stylesheet, "parse", and_note)
    monkeypatch.setattr(parsed_once, "_parsed", LRUCache(2))

    async def look() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            await someone.press("s")
            await someone.sees("2 Mar")
            assert len(parsed) == len(set(parsed))
            before = screen_colours(someone.app)
            parsed.clear()
            for theme in (LIGHT.name, DARK.name):
                someone.app.theme = theme
                await someone.rest()
            assert len(parsed) == len(set(parsed))  # of the light one alone
            assert screen_colours(someone.app) == before
            assert not stale(someone.app)

    asyncio.run(look())
