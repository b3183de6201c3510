"""Who imports has started before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share_decks: Callable[[Path], None]
) -> Path:
    share_decks(tmp_path)
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    return tmp_path
