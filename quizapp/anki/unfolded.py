"""What a side of a note shows on a click: hints, and the setup of cards of ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quizapp.anki.html import CODE, HINT, SETUP

_BEGIN, _TITLED, _END = "<details><summary>", "</summary>", "</details>"
_OF_CODE = f'<div class="{CODE}">'


@dataclass(frozen=True)
class Unfolded:
    """HTML of the side without its hints, and that of these."""

    html: str
    hint: str


def unfolded(html: str) -> Unfolded:
    """Hints by themselves; a setup is code before the other, without its title."""
    kept, hints = [], []
    for title, inside in _pieces(html):
        if title.strip().casefold() == HINT:
            hints.append(inside)
        elif title == SETUP and inside.startswith(_OF_CODE):
            kept.append(inside)
        else:
            kept.append(folded(title, inside) if title else inside)
    return Unfolded("".join(kept), "".join(hints))


def folded(title: str, html: str) -> str:
    """HTML that is shown by a click on its title."""
    return f"{_BEGIN}{title}{_TITLED}{html}{_END}"


def _pieces(html: str) -> Iterator[tuple[str, str]]:
    """The HTML in order, what is folded with its title; of what is within such, as it stands."""
    end = 0
    while (start := html.find(_BEGIN, end)) >= 0 and (close := html.find(_END, start)) >= 0:
        yield "", html[end:start]
        title, _, inside = html[start + len(_BEGIN) : close].partition(_TITLED)
        yield title, inside
        end = close + len(_END)
    yield "", html[end:]
