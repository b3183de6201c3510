"""Names that a deck uses, and has to import."""

from __future__ import annotations

import re

from quizapp.deck.usual_imports import USUAL_IMPORTS

_NO_NAME = re.compile(r"NameError: name '(\w+)' is not defined")


def missing_import(raised: str) -> str | None:
    """The line that would give what raised this the name that it lacks."""
    found = _NO_NAME.search(raised)
    return USUAL_IMPORTS.get(found[1]) if found else None
