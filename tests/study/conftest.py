"""The decks of a learner."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.study import opening


@pytest.fixture
def shipped() -> None:
    """The decks that come with the app."""


@pytest.fixture(autouse=True)
def decks_of_the_app(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, course: Path
) -> None:
    """A few take the place of the decks that come with it, which take longer to read."""
    if "shipped" not in request.fixturenames:
        monkeypatch.setattr(opening, "SHIPPED_DECKS", course)
