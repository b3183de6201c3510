"""The gap in a card's code that the learner fills, written `____`."""

from __future__ import annotations

import re
import textwrap

GAP = re.compile(r"_{4,}")
_ALONE = re.compile(r"(?m)^(?P<indent>[ \t]*)_{4,}[ \t]*$")


def stands_alone(code: str) -> bool:
    """Whether the gap is all that its line holds, so that several lines may go there."""
    return _ALONE.search(code) is not None


def fill(code: str, text: str) -> str:
    """The code with a text in its gap.

    Where the gap stands alone on its line, lines are indented as it is.
    """
    text = textwrap.dedent(text).strip("\n")
    if alone := _ALONE.search(code):
        text = textwrap.indent(text, alone["indent"])
        return code[: alone.start()] + text + code[alone.end() :]
    return GAP.sub(lambda _: text, code, count=1)
