"""The language that quiz speaks: its words are written in English, and looked up when told.

`tr` is what a message goes through, `mark` tells of one that goes through it elsewhere. The
catalogs of `quizapp/locale` are gettext's; CONTRIBUTING.md says how they are made anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import Literal, get_args

from quizapp.text.visible import visible_path

Language = Literal["en", "zh"]

CATALOGS = Path(__file__).parents[1] / "locale"

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
    """A message in the language that is spoken, with values in its places `{name}`.

    Of a path it is not told where its name breaks a line: else files could forge lines.
    """
    values = {name: _told(value) for name, value in values.items()}
    if _spoken == "en":
        return message.format(**values) if values else message
    said = _looked_up(message) if message else message
    if not values:
        return said
    from quizapp.text.filled import filled  # English does without it

    return filled(said, values)


def _told(value: object) -> object:
    return visible_path(value) if isinstance(value, PurePath) else value


def in_a_row(*sentences: str) -> str:
    """Sentences one behind the other; in Chinese without a blank between."""
    return ("" if _spoken == "zh" else " ").join(sentences)


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
