"""One spelling for what keyboards spell in many ways."""

from __future__ import annotations

import unicodedata

_SPELLINGS = str.maketrans(
    {
        "\u2212": "-",  # minus sign
        "\u2012": "-",  # figure dash
        "\u2013": "-",  # en dash
        "\u3001": ",",  # ideographic comma
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u3010": "[",
        "\u3011": "]",
        "\u221e": "inf",
    }
)
_CHANGES_THE_VALUE = ("<super>", "<sub>", "<fraction>")


def normalise(text: str) -> str:
    """The text in compatibility form (NFKC), with plain minus signs, quotes and brackets.

    Superscripts and fractions stay as they are: NFKC would make `22` of `2²`. What cannot be
    seen, such as a zero-width space copied along, is left out.
    """
    text = "\n".join(text.splitlines())
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFC", text)
    forms = {ord(character): _normal_form(character) for character in set(composed)}
    return composed.translate(forms).translate(_SPELLINGS)


def _normal_form(character: str) -> str:
    if unicodedata.category(character) == "Cf":
        return ""
    if unicodedata.decomposition(character).startswith(_CHANGES_THE_VALUE):
        return character
    return unicodedata.normalize("NFKC", character)
