"""The learner's days at a glance: what was done, and what is to come."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from textual.content import Content

from quizapp.text.cells import padded
from quizapp.text.language import tr
from quizapp.text.words import short_weekday

MANY = 20
"""Answers that make a full day."""


def heat_map(answers: Mapping[date, int], today: date, weeks: int) -> Content:
    """Answers a day, a column a week, the present one last; days to come stay blank."""
    monday = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    rows = [Content.styled(tr("last {weeks} weeks", weeks=weeks), "$text 60%")]
    for weekday in range(7):
        days = [monday + timedelta(days=7 * week + weekday) for week in range(weeks)]
        label = padded(short_weekday(days[0]), 4) if weekday % 2 == 0 else "    "
        beads = [_heat(answers.get(day, 0)) if day <= today else "  " for day in days]
        rows.append(Content.assemble((label, "$text 60%"), *beads))
    return Content("\n").join(rows)


def _heat(answers: int) -> tuple[str, str]:
    if not answers:
        return ". ", "$text 30%"
    return ("O ", "bold $text-accent") if answers >= MANY else ("o ", "$text-accent")
