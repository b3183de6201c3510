"""To style what is on a screen takes long: it is done as that comes, and not again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.screen import Screen

from tests.tui.learner import learner
from tests.tui.screen import stale


def test_a_screen_that_comes_is_not_styled_once_more(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anew: list[DOMNode] = []
    update_nodes = Stylesheet.update_nodes

    def and_note(sheet: Stylesheet, nodes: Iterable[DOMNode], animate: bool = False) -> None:
        noted = list(nodes)
        anew.extend(node for node in noted if isinstance(node, Screen))
        update_nodes(sheet, noted, animate=animate)

    monkeypatch.setattr(Stylesheet, "update_nodes", and_note)

    async def look() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            assert someone.app.screen not in anew and not stale(someone.app)
            shown = {
                "b": "51 cards",
                "s": "2 Mar",
                "comma": "default",
                "f1": "keys:",
                "m": "more today",
                "d": "1 of",
            }
            for key, seen in shown.items():
                anew.clear()
                await someone.press(key)
                await someone.sees(seen)
                assert someone.app.screen not in anew and not stale(someone.app), key
                await someone.press("escape")

    asyncio.run(look())
