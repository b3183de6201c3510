"""Has Rich, by which Textual wraps, break lines of Chinese between characters and not at blanks.

There is no setting for it: what tells words apart is replaced, for all text that holds Chinese.
"""

from __future__ import annotations

from collections.abc import Iterable

import rich._wrap

from quizapp.text.wrap import chunks

_words = rich._wrap.words


def words(text: str) -> Iterable[tuple[int, int, str]]:
    """What stays in one line, as `rich._wrap.words` has it."""
    return _words(text) if text.isascii() else chunks(text)


rich._wrap.words = words
