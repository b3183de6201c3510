"""Numbers, days and times as a person would say them."""

from __future__ import annotations

from datetime import date


def counted(number: int, noun: str) -> str:
    """`1 card`, `3 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def unreadable_in_words(reviews: int) -> str:
    """What is wrong with a log some of whose rows were damaged."""
    return (
        f"{counted(reviews, 'review')} of the log cannot be read: the file was damaged there. "
        "They are kept in it and left out of account."
    )


def days_in_words(days: int) -> str:
    """`1 day`, `3 weeks`, `5 months`, `1.4 years`."""
    if days < 14:
        return counted(days, "day")
    if days < 61:
        return f"{round(days / 7)} weeks"
    if days < 730:
        return f"{round(days / 30.44)} months"
    return f"{days / 365.25:.1f} years"


def day_in_words(day: date, today: date) -> str:
    """`today`, `tomorrow`, `on Tuesday`, `on 3 March`, `on 3 March 2027`."""
    away = (day - today).days
    if away <= 1:
        return "tomorrow" if away == 1 else "today"
    if away < 7:
        return f"on {day:%A}"
    year = f" {day.year}" if day.year != today.year else ""
    return f"on {day.day} {day:%B}{year}"


def time_in_words(seconds: float) -> str:
    """`12 seconds`, `3 minutes`."""
    if seconds < 100:
        return counted(round(seconds), "second")
    return counted(round(seconds / 60), "minute")
