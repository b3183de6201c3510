"""The pages that are made of the decks, their records and the claims are as the script makes them.

Where this fails, `.venv/bin/python .github/pages.py` makes them anew.
"""

from __future__ import annotations

import runpy
from pathlib import Path


def test_what_torch_changed_and_the_myths_are_up_to_date() -> None:
    made = runpy.run_path(str(Path(__file__).parents[1] / ".github" / "pages.py"))["pages"]()
    assert {path.name for path in made} == {"CHANGES.md", "MYTHS.md"}
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text
