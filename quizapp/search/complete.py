"""How the word that is being typed in a query may go on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quizapp.search.catalogue import Catalogue
from quizapp.search.fields import FIELDS

_LAST_WORD = re.compile(r'(?:(?P<field>[a-z]+):)?(?P<begun>[^\s():"]*)$', re.IGNORECASE)


def completions(text: str, catalogue: Catalogue) -> Iterator[str]:
    """Queries that the text may become: each is the text with its last word complete."""
    word = _LAST_WORD.search(text)
    if word is None or text.endswith('"') or text.count('"') % 2:
        return
    field, begun = word["field"], word["begun"].lower()
    if field is None:
        names = (f"{name}:" for name in FIELDS if name and name.startswith(begun))
    elif field.lower() in FIELDS:
        values = FIELDS[field.lower()].values(catalogue)
        names = (name for name in values if name.lower().startswith(begun) and name != begun)
    else:
        return
    before = text[: word.start("begun")]
    yield from (before + name for name in names)
