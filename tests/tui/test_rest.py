"""Garbage is looked for at rest."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest
from textual._styles_cache import StylesCache

from quizapp.tui import base
from quizapp.tui.rest import MANY, TOO_MANY
from tests.tui.learner import learner


class Ring:
    """Held by nothing but itself."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_is_left_while_keys_are_pressed_and_collected_at_rest(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "LOOKS_AROUND", 3600.0)

    async def look() -> None:
        async with learner() as someone:
            await someone.sees("First steps")
            await someone.press("j")
            gc.disable()
            found = weakref.ref(Ring())
            much: list[list[int]] = [[] for _ in range(2 * MANY)]
            someone.app.look_around()
            assert found() is not None  # a key was pressed since the look before
            someone.app.look_around()
            assert found() is None
            assert StylesCache.get_inner_outer.cache_info().currsize == 0
            await someone.press("k")
            found = weakref.ref(Ring())
            much += [[] for _ in range(2 * TOO_MANY)]
            someone.app.look_around()
            assert found() is None  # no rest is waited for

    try:
        asyncio.run(look())
    finally:
        gc.enable()
