"""Has Rich, by which Textual wraps, break lines of Chinese between characters and not at blanks.

There is no setting for it: what tells words apart is replaced, for all text that holds Chinese.
Where a terminal is so narrow that no column is left, Rich would raise: a column is taken then.
"""

from __future__ import annotations

from collections.abc import Iterable

import rich._wrap
from rich.cells import chop_cells

from quizapp.text.wrap import chunks

_words = rich._wrap.words


def words(text: str) -> Iterable[tuple[int, int, str]]:
    """What stays in one line, as `rich._wrap.words` has it."""
    return _words(text) if text.isascii() else chunks(text)


def chopped(text: str, width: int) -> list[str]:
    """A word that is too long, in pieces, as `rich._wrap.chop_cells` has it."""
    return chop_cells(text, max(width, 1))


rich._wrap.words = words
rich._wrap.chop_cells = chopped  # type: ignore[attr-defined, assignment]
