"""Text from a snippet, made safe to show."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import PurePath

_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that are drawn as nothing."""


def visible(text: str, *, most: int = 10_000) -> str:
    """The text with every control character spelt out, and cut after so many characters.

    Line ends stay and tabs become blanks. Escape sequences, C0 and C1 controls, overrides of the
    writing direction and invisible characters would otherwise act on the terminal or the reader.
    """
    cut = text if len(text) <= most else text[:most] + "…"
    if cut.isprintable() and _FILLERS.isdisjoint(cut):
        return cut
    spelt = "".join(map(_spelt, cut.replace("\r\n", "\n")))
    return spelt.expandtabs()


def visible_path(path: str | PurePath) -> str:
    """What fits in a line, as a file's name: with its line ends spelt out as well."""
    return visible(str(path)).replace("\n", "\\n")


def _spelt(character: str) -> str:
    seen = unicodedata.category(character) not in _INVISIBLE and character not in _FILLERS
    if seen or character in "\n\t":
        return character
    return character.encode("unicode_escape").decode()
