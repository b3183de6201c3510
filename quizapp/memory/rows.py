"""A Review as a row of the table `review`, an Act as one of `act`, and back; those that stand."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any, get_args

from quizapp.memory.acts.act import Act
from quizapp.memory.packed import time_of, unpack_id, unpacked, utc
from quizapp.memory.review import Grading, Rating, Review, ReviewKind

EXCHANGED = ("review", "retraction", "act", "arrival")
"""The tables whose rows go from one copy of the log to another: a review before its undoing."""

Row = tuple[str, Mapping[str, Any]]
"""The table it is of, and its values by column."""

FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(9000, 1, 1)
"""Of what another copy may bring: days are counted from it and on, as what is due is later."""

LONGEST_NAME = 200
"""Characters of what names a row, an idea, a machine or a version."""

KINDS: Mapping[str, ReviewKind] = {kind: kind for kind in get_args(ReviewKind)}


def to_row(review: Review) -> dict[str, Any]:
    """The values of a review by column."""
    return {
        "id": review.id,
        "card": review.card,
        "content_hash": review.content_hash,
        "at": utc(review.at),
        "study_date": review.study_date.isoformat(),
        "kind": review.kind,
        "rating": review.rating,
        "proposed": review.proposed,
        "right": review.right,
        "unknown": review.unknown,
        "answers": json.dumps(review.answers, ensure_ascii=False),
        "parts": json.dumps(review.parts, allow_nan=False),
        "ideas": json.dumps(dict(review.ideas), ensure_ascii=False),
        "draw": json.dumps(dict(review.draw), ensure_ascii=False, allow_nan=False),
        "seconds": review.seconds,
        "hint": review.hint,
        "guess": review.guess,
        "torch": review.torch,
        "due": review.due.isoformat() if review.due else None,
    }


class UnreadableRow(Exception):
    """A row holds what was never logged: the file was damaged where SQLite does not notice."""


def to_review(row: sqlite3.Row) -> Review:
    """The review in a row of `logged` or `standing`. Raises UnreadableRow."""
    try:
        return _review(unpacked("review", dict(row)))
    except (TypeError, ValueError, RecursionError) as error:
        raise UnreadableRow from error


GRADED = 'id, card, at, study_date, kind, rating, "right", seconds, guess, due'
"""The columns of a Grading."""


def to_grading(row: sqlite3.Row) -> Grading:
    """Raises UnreadableRow."""
    id, card, at, study_date, kind, rating, right, seconds, guess, due = row
    try:
        return Grading(
            id=unpack_id(id),
            card=_text(card),
            at=time_of(at),
            study_date=date.fromordinal(study_date),
            kind=_kind(kind),
            rating=Rating(rating),
            right=None if right is None else bool(right),
            seconds=_finite(seconds),
            guess=bool(guess),
            due=date.fromordinal(due) if due else None,
        )
    except (TypeError, ValueError, OverflowError) as error:
        raise UnreadableRow from error


def act_to_row(act: Act) -> dict[str, Any]:
    """The values of an act by column."""
    return {
        "id": act.id,
        "card": act.card,
        "at": utc(act.at),
        "study_date": act.study_date.isoformat(),
        "name": act.name,
        "value": act.value,
    }


def to_act(row: Mapping[str, Any] | sqlite3.Row) -> Act:
    """The act in a row of `act` or `standing_act`. Raises UnreadableRow."""
    try:
        return Act(
            id=_text(row["id"]),
            card=_text(row["card"]),
            at=_with_zone(datetime.fromisoformat(row["at"])),
            study_date=date.fromisoformat(row["study_date"]),
            name=_text(row["name"]),
            value=_text(row["value"]),
        )
    except (TypeError, ValueError) as error:
        raise UnreadableRow from error


def arrival_to_row(id: str, study_date: date, cards: Iterable[str]) -> dict[str, Any]:
    """The values by column of what says that cards were there on a study date."""
    listed = json.dumps(list(cards), ensure_ascii=False)
    return {"id": id, "study_date": study_date.isoformat(), "cards": listed}


def select_arrivals(db: sqlite3.Connection) -> Iterator[tuple[date, list[str]]]:
    """Study dates on which cards were there, each with their ids, as far as they can be read."""
    for day, cards in db.execute("SELECT study_date, cards FROM arrival"):
        with suppress(TypeError, ValueError, RecursionError):
            yield date.fromisoformat(day), list(map(_text, json.loads(cards)))


def foreign_row(line: bytes) -> tuple[str, dict[str, Any]]:
    """The table and the values of a row that another copy of the log has written as JSON.

    Raises UnreadableRow.
    """
    try:
        row = json.loads(line)
        return row["table"], checked_row(row["table"], row)
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        raise UnreadableRow from error


def checked_row(table: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row of one of the tables that are EXCHANGED, wherever they come from.

    What does not belong to such a row is left out. Raises UnreadableRow.
    """
    try:
        shared = {"device": _name(row["device"])}
        match table:
            case "review":
                shared["engine"] = _name(row["engine"])
                values = to_row(_review(row))
            case "act":
                values = act_to_row(to_act(row))
            case "arrival":
                day = date.fromisoformat(row["study_date"])
                cards = [_name(card) for card in json.loads(row["cards"])]
                values = arrival_to_row(_text(row["id"]), day, cards)
            case "retraction":
                at = _with_zone(datetime.fromisoformat(row["at"]))
                values = {"review": _name(row["review"]), "at": utc(at)}
            case _:
                raise ValueError(table)
        for name in values.keys() & {"id", "card"}:
            _name(values[name])
        for idea in json.loads(values.get("ideas", "{}")):
            _name(idea)
        for value in values.values():
            if isinstance(value, str):
                _text(value)
        if not FIRST_DAY <= date.fromisoformat(values.get("study_date", "1970-01-01")) <= LAST_DAY:
            raise ValueError(row)
    except (TypeError, ValueError, KeyError, RecursionError, OverflowError) as error:
        raise UnreadableRow from error
    return values | shared


def _name(value: object) -> str:
    if len(text := _text(value)) > LONGEST_NAME or not text.isprintable():
        raise ValueError(text)
    return text


def _review(row: Mapping[str, Any] | sqlite3.Row) -> Review:
    return Review(
        id=_text(row["id"]),
        card=_text(row["card"]),
        content_hash=_text(row["content_hash"]),
        at=_with_zone(datetime.fromisoformat(row["at"])),
        study_date=date.fromisoformat(row["study_date"]),
        kind=_kind(row["kind"]),
        rating=Rating(row["rating"]),
        proposed=Rating(row["proposed"]),
        right=None if row["right"] is None else bool(row["right"]),
        unknown=bool(row["unknown"]),
        answers=tuple(map(_text, json.loads(row["answers"]))),
        parts=tuple(json.loads(row["parts"])),
        ideas={_text(k): bool(v) for k, v in dict(json.loads(row["ideas"])).items()},
        draw=dict(json.loads(row["draw"])),
        seconds=_finite(float(row["seconds"])),
        hint=bool(row["hint"]),
        guess=bool(row["guess"]),
        torch=_text(row["torch"]),
        due=date.fromisoformat(row["due"]) if row["due"] else None,
    )


def _kind(value: Any) -> ReviewKind:
    if value not in KINDS:
        raise ValueError(value)
    return KINDS[value]


def _is_text(value: object) -> bool:
    try:
        return bool(_text(value))
    except (TypeError, ValueError):
        return False


def _text(value: object) -> str:
    """Raises TypeError or ValueError for what is no text that could be logged."""
    if not isinstance(value, str):
        raise TypeError(value)
    value.encode()
    return value


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(number)
    return number


def _with_zone(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ValueError(at)
    return at


IN_TIME = "ORDER BY at, id"
OF_CARD = f"WHERE card = ? {IN_TIME}"


def select_reviews(db: sqlite3.Connection, clause: str, *values: str | int) -> Iterator[Review]:
    """The reviews that stand and can be read; one that was damaged is passed over."""
    for row in db.execute(f"SELECT * FROM standing {clause}", values):
        with suppress(UnreadableRow):
            yield to_review(row)


def select_gradings(db: sqlite3.Connection, clause: str, *values: str) -> Iterator[Grading]:
    """The same without what was typed, of the columns that lie in the table itself."""
    for row in db.execute(f"SELECT {GRADED} FROM standing {clause}", values):
        with suppress(UnreadableRow):
            yield to_grading(row)


def answered_cards(db: sqlite3.Connection) -> list[str]:
    """The cards of reviews that stand; one whose id was damaged is none."""
    cards = db.execute("SELECT DISTINCT card FROM standing ORDER BY card")
    return [card for [card] in cards if _is_text(card)]


def select_acts(db: sqlite3.Connection, clause: str, *values: str) -> Iterator[Act]:
    """The acts that stand and can be read."""
    for row in db.execute(f"SELECT * FROM standing_act {clause}", values):
        with suppress(UnreadableRow):
            yield to_act(row)
