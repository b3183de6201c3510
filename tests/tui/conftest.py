"""A learner's home with one small deck."""

from __future__ import annotations

from pathlib import Path

import pytest

DECK = Path(__file__).with_name("first-steps.yaml")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a learner who has written a deck of three cards."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / DECK.name).write_bytes(DECK.read_bytes())
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    return tmp_path
