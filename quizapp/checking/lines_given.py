"""Lines to be put in order that stand in it already."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quizapp.checking.findings import Finding, Site, given_away
from quizapp.deck.computed import BEFORE
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.parts import Text

_LINE_ENDS = r"(?=\s*(?:$|[`;；。，、]|[.,:](?:\s|$)|(?:then|and)\b|→|->|然后|再|接着|最后))"
"""Where a line of code ends within a sentence."""


def order_given(card: OrderCard) -> Iterator[Finding]:
    """Where the lines stand in their order, each as a line of its own or within sentences."""
    for field in BEFORE:
        text: Text | None = getattr(card, field)
        for zh, written in ((False, text.en), (True, text.zh or "")) if text else ():
            if _shows_in_order(written, [*filter(str.strip, card.solution_code.splitlines())]):
                site = Site(field, written=card.lines[0].strip(), zh=zh)
                yield given_away(site, card.lines[0])
                break


def _shows_in_order(text: str, code: Sequence[str]) -> bool:
    shown = iter([line.strip() for line in text.splitlines()])
    if all(line.strip() in shown for line in code):
        return True
    at = 0
    for line in code:
        spaced = r"\s*".join(map(re.escape, re.findall(r"\w+|\S", line)))
        found = re.compile(rf"(?<![\w.]){spaced}{_LINE_ENDS}", re.MULTILINE).search(text, at)
        if found is None:
            return False
        at = found.end()
    return True
