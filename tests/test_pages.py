"""The pages that are made of the decks, their records and the claims are as the script makes them.

Where this fails, `.venv/bin/python .github/pages.py` makes them anew.
"""

from __future__ import annotations

import runpy
from collections.abc import Sequence
from pathlib import Path

import pytest

from quizapp.library.library import Library
from quizapp.library.loading import load_library


def test_what_torch_changed_and_the_myths_are_up_to_date(
    monkeypatch: pytest.MonkeyPatch, read_decks: Path
) -> None:
    def load(paths: Sequence[Path], cache: None) -> Library:
        return load_library(paths, read_decks)  # which has them read already

    pages = runpy.run_path(str(Path(__file__).parents[1] / ".github" / "pages.py"))["pages"]
    monkeypatch.setitem(pages.__globals__, "load_library", load)
    made = pages()
    assert {path.name for path in made} == {"CHANGES.md", "MYTHS.md"}
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text
