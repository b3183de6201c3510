"""What an author sees of code that is handed in: the tests, and what passes them or does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.highlight import highlight

from quizapp.checking.examined import Examined
from quizapp.deck.answered import TriedCard
from quizapp.deck.model import Card
from quizapp.deck.parts import Draw
from quizapp.text.cells import padded
from quizapp.text.language import tr
from quizapp.text.visible import visible


def tried_text(card: Card, by_draw: Sequence[tuple[Draw, Examined]]) -> Iterator[Content]:
    """The tests of the card; its solution and each wrong attempt, with what that fails on."""
    if not isinstance(card, TriedCard):
        return
    yield _title("tests", "")
    yield _code(card.tests.text)
    if not by_draw:
        return
    [(_, first), *_] = by_draw
    for tried in first.tried:
        why = (
            tr("passes")
            if tried.why is None
            else tr("fails: {why}", why=" ".join(visible(tried.why).split()))
        )
        yield _title(tried.what, why)
        yield _code(tried.code)


def _title(what: str, told: str) -> Content:
    return Content.assemble((f"  {padded(what, 10)}", "bold $text-accent"), (told, "$text 80%"))


def _code(text: str) -> Content:
    lines = highlight(visible(text).strip("\n"), language="python").split("\n")
    return Content("\n").join(Content.assemble("    ", line) for line in lines)
