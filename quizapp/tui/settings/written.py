"""The values of settings as they are typed."""

from __future__ import annotations

import shlex

from quizapp.machine.remember import Value
from quizapp.machine.settings import CHOICES, EASY_DAYS, Settings, setting_keys
from quizapp.text.language import tr


def value_of(settings: Settings, key: str) -> object:
    value: object = getattr(settings, setting_keys()[key])
    return settings.easy_days[EASY_DAYS[key]] if key in EASY_DAYS else value


def as_text(value: object) -> str:
    """A value as one would type it."""
    if isinstance(value, tuple):
        return shlex.join(map(str, value))
    return "" if value is None else str(value)


def from_text(settings: Settings, key: str, text: str) -> Value | None:
    """The value that was typed, None where nothing was. Raises ValueError, saying what is wrong."""
    text, before = text.strip(), value_of(settings, key)
    if not text:
        return None
    if isinstance(before, int | float):
        try:
            return type(before)(text)
        except ValueError:
            told = (
                tr("{text!r} is not a whole number, such as 10", text=text)
                if isinstance(before, int)
                else tr("{text!r} is not a number, such as 0.9", text=text)
            )
            raise ValueError(told) from None
    if key == "runner.command":
        try:
            return shlex.split(text)
        except ValueError:
            raise ValueError(tr("a quotation mark or a backslash is left open")) from None
    return text


def next_value(settings: Settings, key: str, way: int) -> Value | None:
    """The value after the present one, or before it; None where there is no such order."""
    value = value_of(settings, key)
    if key in CHOICES:
        choices = list(CHOICES[key])
        return str(choices[(choices.index(str(value)) + way) % len(choices)])
    if isinstance(value, float):
        return round(value + way / (10 if key in EASY_DAYS else 100), 4)
    if isinstance(value, int):
        return value + way
    return None
