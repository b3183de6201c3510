"""Keys as people write them, and as Textual calls them."""

from __future__ import annotations

from textual.keys import Keys, _character_to_key, key_to_character

SHORT = {"escape": "esc", "pagedown": "pgdn", "pageup": "pgup", "delete": "del"}
NEVER_SENT = {"ctrl+h", "ctrl+i", "ctrl+m", "ctrl+@", "return"}
"""What reaches the app as another key: backspace, tab, enter and so on."""
SENT = {key.value for key in Keys if not key.value.startswith("<")} - NEVER_SENT
SIGNS = {_character_to_key(sign): sign for sign in "+-/@\\_"}
"""Of names that Textual gives and does not know itself."""


def key_name(written: str) -> str | None:
    """Textual's name of a key such as `x`, `?`, `esc` or `ctrl+t`; None where that is no key."""
    if len(written) == 1:
        return _character_to_key(written) if written.isprintable() else None
    name = written.lower()
    name = next((long for long, short in SHORT.items() if short == name), name)
    if name in SENT:
        return name
    sign = sign_of(name)
    return _character_to_key(sign) if sign else None


def key_in_words(name: str) -> str:
    """A key as one reads it: `?` for `question_mark`."""
    return name if name == "space" else SHORT.get(name) or sign_of(name) or name


def is_text(name: str) -> bool:
    """Whether the key puts a sign into a field."""
    return sign_of(name) is not None


def sign_of(name: str) -> str | None:
    """What the key writes: Unicode has signs called tab, backspace, escape and delete, too."""
    sign = SIGNS.get(name) or key_to_character(name)
    return sign if sign and sign.isprintable() else None
