"""Numbers, days and times as a person would say them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from quizapp.text.language import mark, spoken, tr

WEEKDAYS = (
    mark("on Monday"),
    mark("on Tuesday"),
    mark("on Wednesday"),
    mark("on Thursday"),
    mark("on Friday"),
    mark("on Saturday"),
    mark("on Sunday"),
)
SHORT_WEEKDAYS = (
    mark("Mon"),
    mark("Tue"),
    mark("Wed"),
    mark("Thu"),
    mark("Fri"),
    mark("Sat"),
    mark("Sun"),
)


def counted(number: int, noun: str) -> str:
    """`1 card`, `3,000 cards`; another language has a message for `{number} cards`."""
    if spoken() == "en":
        return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
    return tr(f"{{number}} {noun}s", number=f"{number:,}")


def first_of(names: Sequence[str], most: int) -> str:
    """The names in a row, at most so many, and how many are left."""
    left = len(names) - most
    return tr(", ").join(names[:most]) + (tr(" and {left} more", left=left) if left > 0 else "")


def unreadable_in_words(reviews: int) -> str:
    """What is wrong with a log some of whose rows were damaged."""
    return tr(
        "{reviews} of the log cannot be read: the file was damaged there. They "
        "are kept in it and left out of account.",
        reviews=counted(reviews, "review"),
    )


def days_in_words(days: int) -> str:
    """`1 day`, `3 weeks`, `5 months`, `1.4 years`."""
    if days < 14:
        return counted(days, "day")
    if days < 61:
        return tr("{days} weeks", days=round(days / 7))
    if days < 730:
        return tr("{days} months", days=round(days / 30.44))
    return tr("{days:.1f} years", days=days / 365.25)


def day_in_words(day: date, today: date) -> str:
    """`today`, `tomorrow`, `on Tuesday`, `on 3 March`, `on 3 March 2027`."""
    away = (day - today).days
    if away <= 1:
        return tr("tomorrow") if away == 1 else tr("today")
    if away < 7:
        return tr(WEEKDAYS[day.weekday()])
    return on_date(day, with_year=day.year != today.year)


def on_date(day: date, *, with_year: bool) -> str:
    """`on 3 March`, `on 3 March 2027`."""
    if with_year:
        return tr("on {day.day} {day:%B} {day.year}", day=day)
    return tr("on {day.day} {day:%B}", day=day)


def brief_date(day: date, today: date) -> str:
    """`on 3 Mar`, `3 Mar 2027`."""
    if day.year == today.year:
        return tr("on {day.day} {day:%b}", day=day)
    return tr("{day.day} {day:%b} {day.year}", day=day)


def short_date(day: date) -> str:
    """`Tue 3 Mar`."""
    return tr("{weekday} {day.day} {day:%b}", weekday=short_weekday(day), day=day)


def short_weekday(day: date) -> str:
    """`Tue`."""
    return tr(SHORT_WEEKDAYS[day.weekday()])


def time_in_words(seconds: float) -> str:
    """`12 seconds`, `3 minutes`."""
    if seconds < 100:
        return counted(round(seconds), "second")
    return counted(round(seconds / 60), "minute")
