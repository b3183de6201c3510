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
            return f"A {opened[-1]} is closed by a {bracket}."
        else:
            opened.pop()
    return f"A {opened[0]} is not closed." if opened else None
