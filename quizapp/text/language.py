"""The language that quiz speaks: its words are written in English, and looked up when told.

`tr` is what a message goes through, `mark` tells of one that goes through it elsewhere. The
catalogs of `quizapp/locale` are gettext's; CONTRIBUTING.md says how they are made anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from string import Formatter
from typing import Literal, get_args

Language = Literal["en", "zh"]

CATALOGS = Path(__file__).parents[1] / "locale"

_CHINESE = "[\u4e00-\u9fff]"
_BLANK_TOO_MANY = re.compile(rf"{_CHINESE}(?: \||\| ){_CHINESE}")
_BLANK_LACKING = re.compile(rf"{_CHINESE}\|[A-Za-z]|[A-Za-z]\|{_CHINESE}")
_PLACES = Formatter()

_spoken: Language = "en"
_asked_for: Language | None = None
_looked_up: Callable[[str], str] = str


def speak(language: Language) -> None:
    """From now on say everything in that language."""
    global _spoken, _looked_up
    if language == "en":
        _looked_up = str
    elif language != _spoken:
        from gettext import translation  # English does without it

        _looked_up = translation("quiz", CATALOGS, [language], fallback=True).gettext
    _spoken = language


def ask_for(language: Language | None) -> None:
    """Note the language that this run of quiz was asked for, whatever is set."""
    global _asked_for
    _asked_for = language


def asked_for() -> Language | None:
    """The language that this run was asked for."""
    return _asked_for


def spoken() -> Language:
    """The language that everything is said in."""
    return _spoken


def tr(message: str, /, **values: object) -> str:
    """A message in the language that is spoken, with values in its places `{name}`."""
    if _spoken == "en":
        return message.format(**values) if values else message
    said = _looked_up(message) if message else message
    return _filled(said, values) if values else said


def _filled(message: str, values: Mapping[str, object]) -> str:
    """The message with its values, a blank where Chinese meets Latin words, and nowhere else."""
    text = ""
    for words, name, form, conversion in _PLACES.parse(message):
        text = _beside(text, words)
        if name is not None:
            value, _ = _PLACES.get_field(name, (), values)
            value = _PLACES.convert_field(value, conversion)
            text = _beside(text, format(value, form or ""))
    return text


def _beside(text: str, more: str) -> str:
    if _BLANK_TOO_MANY.search(text[-2:] + "|" + more[:2]):
        return text.rstrip(" ") + more.lstrip(" ")
    return f"{text} {more}" if _BLANK_LACKING.search(text[-1:] + "|" + more[:1]) else text + more


def mark(message: str) -> str:
    """The message as it is, to be told by `tr` elsewhere."""
    return message


def of_locale() -> Language:
    """The language of the environment, as gettext finds it; English where we lack it."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            first = value.split(":")[0].split(".")[0].split("_")[0].lower()
            return next((known for known in get_args(Language) if known == first), "en")
    return "en"
