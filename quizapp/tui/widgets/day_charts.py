"""The learner's days at a glance: what was done, and what is to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from textual.content import Content

from quizapp.text.cells import cells, padded
from quizapp.text.language import tr
from quizapp.text.words import short_weekday

MANY = 20
"""Answers that make a full day."""

FORECAST_ROWS = 4


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


def _initial(day: date) -> str:
    """Two cells that tell the day of the week."""
    name = short_weekday(day)
    sign = name[:1] if name.isascii() else name[-1:]
    return " " * (2 - cells(sign)) + sign


def forecast_chart(due: Sequence[int], today: date) -> Content:
    """Cards falling due, a column a day, today first."""
    top = max(*due, 1)
    width = len(str(top))
    rows = [Content.styled(tr("next {due} days", due=len(due)), "$text 60%")]
    for row in range(FORECAST_ROWS, 0, -1):
        label = f"{top if row == FORECAST_ROWS else '':>{width}} |"
        bars = "".join(" #" if count * FORECAST_ROWS > (row - 1) * top else "  " for count in due)
        rows.append(Content.assemble((label, "$text 60%"), (bars, "$text-accent")))
    rows.append(Content.styled(f"{'':{width}} +{'-' * (2 * len(due) + 1)}", "$text 60%"))
    days = [today + timedelta(days=ahead) for ahead in range(len(due))]
    initials = "".join(map(_initial, days))
    rows.append(Content.styled(f"{'':{width}}  {initials}", "$text 60%"))
    return Content("\n").join(rows)
