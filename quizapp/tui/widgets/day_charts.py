"""The learner's days at a glance: what was done, and what is to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from textual.content import Content

MANY = 20
"""Answers that make a full day."""

FORECAST_ROWS = 4


def heat_map(answers: Mapping[date, int], today: date, weeks: int) -> Content:
    """Answers a day, a column a week, the present one last; days to come stay blank."""
    monday = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    rows = [Content.styled(f"last {weeks} weeks", "$text 60%")]
    for weekday in range(7):
        days = [monday + timedelta(days=7 * week + weekday) for week in range(weeks)]
        label = f"{days[0]:%a} " if weekday % 2 == 0 else "    "
        cells = [_heat(answers.get(day, 0)) if day <= today else "  " for day in days]
        rows.append(Content.assemble((label, "$text 60%"), *cells))
    return Content("\n").join(rows)


def _heat(answers: int) -> tuple[str, str]:
    if not answers:
        return ". ", "$text 30%"
    return ("O ", "bold $text-accent") if answers >= MANY else ("o ", "$text-accent")


def forecast_chart(due: Sequence[int], today: date) -> Content:
    """Cards falling due, a column a day, today first."""
    top = max(*due, 1)
    width = len(str(top))
    rows = [Content.styled(f"next {len(due)} days", "$text 60%")]
    for row in range(FORECAST_ROWS, 0, -1):
        label = f"{top if row == FORECAST_ROWS else '':>{width}} |"
        bars = "".join(" #" if count * FORECAST_ROWS > (row - 1) * top else "  " for count in due)
        rows.append(Content.assemble((label, "$text 60%"), (bars, "$text-accent")))
    rows.append(Content.styled(f"{'':{width}} +{'-' * (2 * len(due) + 1)}", "$text 60%"))
    days = [today + timedelta(days=ahead) for ahead in range(len(due))]
    initials = "".join(f" {day:%a}"[:2] for day in days)
    rows.append(Content.styled(f"{'':{width}}  {initials}", "$text 60%"))
    return Content("\n").join(rows)
