"""Cards that a deck lacks are added at its end, and all else of it stays as it was written."""

from __future__ import annotations

import pytest

from quizapp.anki import adding
from quizapp.anki.recall import Recall, by_id, deck_text
from quizapp.deck.files import MAX_BYTES
from quizapp.deck.format.load import load_text
from quizapp.deck.model import Deck
from quizapp.errors import UserError

AS_MADE = deck_text("mine", "Mine", by_id([Recall("What is a view?", "Shared storage.", ())]))
AS_EDITED = """\
topic: mine
setup: |
  cards = [
    - 1]
cards:   # by hand

  # what is easy
  - id: what-is-a-stride
    was: what-is-a-view
    prompt: What is a stride?
    back: |
      A step.
"""


def deck(text: str) -> Deck:
    loaded = load_text(text, "mine.yaml").deck
    assert loaded is not None
    return loaded


@pytest.mark.parametrize("text", [AS_MADE, AS_EDITED, AS_EDITED.replace("\n", "\r\n")])
def test_what_is_added_stands_at_the_end_by_ids_that_nothing_had(text: str) -> None:
    more = [Recall("What is a view?", "Two\nlines.", ("tag",)), Recall("什么?", "那个", ())]
    longer, cards = adding.with_more(deck(text), text, more)
    assert longer.startswith(text.rstrip())
    assert list(cards) == ["what-is-a-view-2", "card"]
    assert [card.prompt.en for card in deck(longer).cards[1:]] == ["What is a view?", "什么?"]
    once_more = adding.with_more(deck(longer), longer, more[1:])[1]
    assert list(once_more) == ["card-2"]


@pytest.mark.parametrize(
    "text",
    [
        "topic: mine\ncards: [{id: one, prompt: Why?, back: So.}]\n",
        "topic: mine\ncards:\n- {id: one, prompt: Why?, back: So.}\ntitle: Mine\n",
        "topic: mine\ncards:\n- {id: one, prompt: Why?, back: So.}\n#".ljust(MAX_BYTES - 20, "."),
    ],
)
def test_a_deck_that_has_no_room_for_more_is_refused(text: str) -> None:
    with pytest.raises(UserError, match=r"mine\.yaml: no card can be added to it: "):
        adding.with_more(deck(text), text, [Recall("What is a view?", "Shared storage.", ())])
