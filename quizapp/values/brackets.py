"""A bracket that was forgotten while typing."""

from __future__ import annotations

import re

from quizapp.text.language import tr

_QUOTED = re.compile(r"""'[^'\n]*'|"[^"\n]*\"""")
_OPENING = {")": "(", "]": "[", "}": "{"}


def forgotten_bracket(text: str) -> str | None:
    """In one sentence, the first bracket that has no partner; None where each has its own."""
    opened: list[str] = []
    for bracket in re.findall(r"[()\[\]{}]", _QUOTED.sub("", text)):
        if bracket not in _OPENING:
            opened.append(bracket)
        elif not opened:
            return tr(
                "There is a {bracket} without its {opening}.",
                bracket=bracket,
                opening=_OPENING[bracket],
            )
        elif opened[-1] != _OPENING[bracket]:
            return tr("A {opening} is closed by a {bracket}.", opening=opened[-1], bracket=bracket)
        else:
            opened.pop()
    return tr("A {bracket} is not closed.", bracket=opened[0]) if opened else None
