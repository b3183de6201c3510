"""What is exported to Anki comes back as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizapp.anki.html import inert, prose_html
from quizapp.anki.inline import tidy
from quizapp.anki.markdown import field_of
from quizapp.deck.model import Deck
from quizapp.deck.parts import Text
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from quizapp.text.markdown import (
    PYTHON,
    Block,
    CodeBlock,
    Heading,
    Items,
    Paragraph,
    Quote,
    Table,
    blocks,
)

FURTHER = """\
Both *spend [them](https://example.org/a_(b)?c=1&lt;=2) differently*, **so**:
一行**加粗**，
又一行<https://example.org>。

| dtype | `a|b` |
|:-----:|------:|
| \\| `x\\|y` | |

3. one
   - [`finfo`](https://example.org):

     ```bash
     ls -l

       a ``` b
     ```

   - two\\
     lines
4. > quoted
   >
   > > twice

## A heading \\#

* loose

* items

---

`  x ` and `` ` ``.

1\\. no list, \\# no heading, 2*3*4, __init__, \\&lt; ![no](picture) a\\*b
"""


def told(text: str) -> Sequence[Block]:
    """What a text is read as, alike for what is shown alike."""
    return [_told(block) for block in blocks(text)]


def _told(block: Block) -> Block:
    match block:
        case Paragraph(runs) | Heading(runs):
            return type(block)(tidy(runs))
        case CodeBlock(code, language):
            return CodeBlock(code, "" if language in PYTHON else language)
        case Items(first, items, loose):
            return Items(first, tuple(tuple(map(_told, item)) for item in items), loose)
        case Quote(inner):
            return Quote(tuple(map(_told, inner)))
        case Table(head, rows, sides):
            cells = tuple(tuple(map(tidy, row)) for row in rows)
            return Table(tuple(map(tidy, head)), cells, sides)
    return block


def back(text: str) -> str:
    """A text of a deck, exported and imported."""
    return field_of(inert(prose_html(text))).text


def texts(deck: Deck) -> Iterator[Text]:
    yield from filter(None, (deck.title, deck.about, *deck.ideas.values()))
    for card in deck.cards:
        yield from (text for _, text in card.texts())


@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.long)])
def test_texts_of_every_deck_come_back_and_once_more(step: int, read_decks: Path) -> None:
    """By day some of them, by night all."""
    every = [
        text
        for deck in load_library([SHIPPED_DECKS], read_decks).decks
        for both in texts(deck)
        for text in (both.en, both.zh)
        if text is not None
    ]
    assert len(every) > 9000
    for text in [*every[::step], FURTHER]:
        once = back(text)
        assert told(once) == told(text)
        assert back(once) == once


PIECES = [*"ab甲。 *`\\|!()[]&<_-#\n", "**", "\n\n", "- ", "1. ", "> ", "[a](https://a.b/c_(d))"]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
@example("**甲（*\n3) b")
@example("b *  \n**| a | b |\n{=* c")
@example("***[a](https://a.b) b* c**")
@example("![a](https://a.b)")
def test_what_came_back_once_stays_as_it_is(text: str) -> None:
    once = back(text)
    assert back(once) == once


SHOWN = st.sampled_from(["a", "甲", "。", " ", "*", "`", "(", "]", "\\", "1. ", "- ", "&lt;", "|"])
TAGS = ["b", "i", "code", "p", "div", "li", "ul", "ol", "blockquote", "td", "tr", "table", "th"]
TAGGED = st.sampled_from(
    [f"<{end}{tag}>" for tag in (*TAGS, "h2", "pre", "a") for end in ("", "/")]
)


@example("<a href=https://a.b>\\]")
@given(st.lists(SHOWN | TAGGED | st.just("<br>") | st.just("<a href=https://a.b>")).map("".join))
def test_what_came_of_any_html_stays_as_it_is(html: str) -> None:
    once = field_of(html).text
    assert back(once) == once


@pytest.mark.parametrize("text", ["- a", "# a", "> a", "---", "1. a", "~~~", "|a|", "#"])
def test_a_text_of_one_line_stays_one(text: str) -> None:
    assert told(back(text)) == told(text)
