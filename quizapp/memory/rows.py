"""A Review as a row of the table `review`, and back."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, date, datetime
from typing import Any

from quizapp.memory.review import Rating, Review


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
        "answers": json.dumps(review.answers, ensure_ascii=False),
        "parts": json.dumps(review.parts),
        "draw": json.dumps(dict(review.draw), ensure_ascii=False),
        "seconds": review.seconds,
        "hint": review.hint,
        "guess": review.guess,
        "torch": review.torch,
        "due": review.due.isoformat() if review.due else None,
    }


def to_review(row: sqlite3.Row) -> Review:
    """The review in a row of `review` or `standing`."""
    return Review(
        id=row["id"],
        card=row["card"],
        content_hash=row["content_hash"],
        at=datetime.fromisoformat(row["at"]),
        study_date=date.fromisoformat(row["study_date"]),
        kind=row["kind"],
        rating=Rating(row["rating"]),
        proposed=Rating(row["proposed"]),
        right=None if row["right"] is None else bool(row["right"]),
        answers=tuple(json.loads(row["answers"])),
        parts=tuple(json.loads(row["parts"])),
        draw=json.loads(row["draw"]),
        seconds=row["seconds"],
        hint=bool(row["hint"]),
        guess=bool(row["guess"]),
        torch=row["torch"],
        due=date.fromisoformat(row["due"]) if row["due"] else None,
    )


def utc(at: datetime) -> str:
    """An aware time as text that sorts by time. Raises ValueError for one without a zone."""
    if at.tzinfo is None:
        raise ValueError(f"the log needs a time with its time zone, not {at!r}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")
