"""Frames, bars and other signs in ASCII, for terminals that have no others."""

from __future__ import annotations

import os
from typing import Literal

Signs = Literal["auto", "unicode", "ascii"]
"""Which signs to draw with; `auto` goes by the terminal."""

_STOOD_FOR = {
    "-": "─┈┉╍═╴╶╸╺╼╾—–▔▀",
    "=": "━▄",
    "|": "│┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▍▌▋▊▉▐▕",
    ".": "┄┅╌·▂",
    "_": "▁",
    ":": "░▃⋮",
    "+": "▒▅",
    "*": "▓▆•●◆",
    "#": "█▇■┃",
    "o": "○◯",
    "~": "…⋯",
    ">": "→▶▸►❯",
    "<": "←◀◂◄❮",
    "^": "↑▲△",
    "v": "↓▼▽▾✓✔",
    "x": "✗✘×",
    "!": "≠",
}
_CORNERS = dict.fromkeys(range(9472, 9600), "+")
_BRAILLE = {0x2800 + dots: "." if dots else " " for dots in range(256)}
TABLE = (
    _CORNERS
    | _BRAILLE
    | {ord(sign): plain for plain, signs in _STOOD_FOR.items() for sign in signs}
)
"""What stands for each sign, all of them one cell wide."""

_is_plain = False


def draw_with(signs: Signs) -> None:
    """From now on draw with these signs."""
    global _is_plain
    _is_plain = signs == "ascii" or (signs == "auto" and _terminal_lacks_signs())


def draws_in_ascii() -> bool:
    """Whether `drawn` puts ASCII in the place of signs."""
    return _is_plain


def drawn(text: str) -> str:
    """The text with its frames, bars and arrows in signs that the terminal has."""
    return text.translate(TABLE) if _is_plain and not text.isascii() else text


def _terminal_lacks_signs() -> bool:
    """The console of Linux has few signs; a locale may name an encoding that has none.

    The locale C names no encoding: it is found in containers whose terminal has all signs.
    """
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    encoding = next(filter(None, names), "").partition(".")[2].partition("@")[0]
    is_utf8 = encoding.lower().replace("-", "") in ("", "utf8", "gb18030")
    return os.environ.get("TERM") == "linux" or not is_utf8
