"""What the table of cards shows of each, and by what it can be sorted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from quizapp.deck.phrases import kind_in_words
from quizapp.study.card_row import CardRow
from quizapp.study.phrases import standing_in_words, state_in_words
from quizapp.text.language import tr

Key = float | int | str | date | None


@dataclass(frozen=True, kw_only=True)
class Column:
    """One fact about each card."""

    title: str
    width: int
    text: Callable[[CardRow, date], str]
    """What stands there on a study date."""
    key: Callable[[CardRow], Key]
    """What it is sorted by; None comes last, whichever way."""


def _number(name: str) -> Callable[[CardRow], Key]:
    return lambda row: getattr(row.memory, name) if row.memory else None


def _text(form: str, key: Callable[[CardRow], Key]) -> Callable[[CardRow, date], str]:
    return lambda row, today: "" if key(row) is None else format(key(row), form)


def _due(row: CardRow) -> str:
    return tr("once more") if row.once_more else f"{row.due or ''}"


CARD = Column(
    title="card", width=20, text=lambda row, today: row.card.id, key=lambda row: row.card.id
)
"""Takes the room that the others leave."""

STATE = Column(
    title="state",
    width=9,
    text=lambda row, today: state_in_words(row),
    key=lambda row: -_learnt(row),
)
DECIDED = Column(
    title="decided",
    width=10,
    text=lambda row, today: standing_in_words(row.standing, today),
    key=lambda row: ", ".join(sorted(row.standing.words(date.min))) or None,
)

OTHERS = (
    STATE,
    Column(
        title="due",
        width=10,
        text=lambda row, today: _due(row) if row.standing.is_asked(today) else "",
        key=lambda row: date.min if row.once_more else row.due,
    ),
    Column(
        title="recall",
        width=7,
        text=_text(">6.0%", lambda row: row.recall),
        key=lambda row: row.recall,
    ),
    DECIDED,
    Column(
        title="level",
        width=6,
        text=_text(">5", lambda row: row.card.level),
        key=lambda row: row.card.level,
    ),
    Column(
        title="kind",
        width=7,
        text=lambda row, today: kind_in_words(row.card),
        key=lambda row: row.card.kind,
    ),
    Column(
        title="stability",
        width=10,
        text=_text(">7.1f", _number("stability")),
        key=_number("stability"),
    ),
    Column(
        title="difficulty",
        width=11,
        text=_text(">10.1f", _number("difficulty")),
        key=_number("difficulty"),
    ),
    Column(title="reviews", width=8, text=_text(">7", _number("reps")), key=_number("reps")),
    Column(title="lapses", width=7, text=_text(">6", _number("lapses")), key=_number("lapses")),
    Column(
        title="added",
        width=10,
        text=lambda row, today: f"{row.added or ''}",
        key=lambda row: row.added,
    ),
)
"""The first ones are shown where not all fit. The sign of a sort has room behind each title."""


def _learnt(row: CardRow) -> int:
    return ("new", "learning", "learnt").index(row.state)


def sorted_by(column: Column, rows: list[CardRow], *, backward: bool) -> list[CardRow]:
    """The rows in the order of a column, those without a value last."""
    with_value = [row for row in rows if column.key(row) is not None]
    without = [row for row in rows if column.key(row) is None]
    with_value.sort(key=column.key, reverse=backward)  # type: ignore[arg-type]
    return with_value + without
