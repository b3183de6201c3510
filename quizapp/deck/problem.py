"""Problem: something wrong with a deck, told to its author with the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from quizapp.deck.model import Deck
from quizapp.deck.parts import Text
from quizapp.text.cells import cells
from quizapp.text.visible import visible, visible_path


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What is wrong, and where; `str()` is one line such as editors can jump to."""

    path: str
    line: int
    """1-based, as is `column`."""
    column: int
    card: str | None
    """Full id of the card that it is about; None for the deck, or a card without an id."""
    message: str
    source_line: str
    is_of_no_line: bool = False
    """Whether the file could not be read at all: its place only serves who asks for one."""

    def __str__(self) -> str:
        return f"{visible_path(self.path)}:{self.line}:{self.column}: {visible_path(self.message)}"

    def with_source(self) -> str:
        """The same, with the line of the deck below it and a caret under the place.

        What cannot be seen in the line is spelt out, or the caret would stand elsewhere.
        """
        before, line = self.source_line[: self.column - 1], visible(self.source_line)
        return f"{self}\n{line}\n{' ' * cells(visible(before))}^"


ClaimField = Literal["topic", "aliases", "after", "was", "idea", "ideas"]


@dataclass(frozen=True)
class Claim:
    """Something that a deck says and only the library of all decks can judge."""

    field: ClaimField
    target: str
    """The topic, the full id of the card, or the idea that is spoken of; a name that is given."""
    place: Problem
    """Where it says so, with no message yet."""

    @property
    def card(self) -> str | None:
        """Full id of the card that says it; None for the deck itself."""
        return self.place.card

    def wrong(self, message: str) -> Problem:
        return replace(self.place, message=f"{self.field}: {message}")


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """What a file gave: its sound cards, and everything wrong with the rest."""

    deck: Deck | None
    """None where nothing in the file can be used."""
    problems: tuple[Problem, ...]
    claims: tuple[Claim, ...] = ()
    ideas: Mapping[str, Text] = field(default_factory=dict)
    """Wrong models that the file names; one that is not sound by its name alone."""
    untranslated: tuple[Problem, ...] = ()
    """What its texts in another language lack; nothing where there is no file of such texts."""


class DeckFile:
    """A deck's text, to speak about places in it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines: Sequence[str] = text.split("\n")

    def problem(self, line: int, column: int, message: str, *, card: str | None = None) -> Problem:
        """A problem at a 1-based place, which may lie one past the end."""
        return Problem(
            path=self.path,
            line=line,
            column=column,
            card=card,
            message=message,
            source_line=self.lines[line - 1] if line <= len(self.lines) else "",
        )
