"""Names that a deck uses, and has to import, or that are others of the names at hand."""

from __future__ import annotations

import re

from quizapp.deck.usual_imports import USUAL_IMPORTS

_AT_HAND = {
    **dict.fromkeys(("fails", "fail", "throws"), 'raises(Error, "code")'),
    **dict.fromkeys(("share", "shares_memory", "shares_storage"), "shares(x, y)"),
}
"""What code is given that does what a name stands for."""
_NO_NAME = re.compile(r"NameError: name '(\w+)' is not defined")


def missing_import(raised: str) -> str | None:
    """The line that would give what raised this the name that it lacks."""
    found = _NO_NAME.search(raised)
    return USUAL_IMPORTS.get(found[1]) if found else None


def at_hand(raised: str) -> str | None:
    """The call that does what was meant by the name that raised this for being nothing."""
    found = _NO_NAME.search(raised)
    return _AT_HAND.get(found[1]) if found else None
