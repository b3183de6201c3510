"""What a card asks for, where its words name it by what it is: `the shape is (2, 3)`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quizapp.drafting.reading.equations import begins
from quizapp.drafting.stating.hedges import is_hedged

_PARAGRAPH = re.compile(r"(\n\s*\n)")
_RESULT = r"`?(?:[-\d(（\[]|(?:torch\.)?(?:u?int|b?float|complex|bool)\w*\b)"
_NAMED = re.compile(
    rf"\bthe\s+(?P<noun>\w+)(?=\s+(?:is|are|=)\s+{_RESULT})|(?P<zh>形状|类型|步长|值)(?=(?:是|为)\s*{_RESULT})",
    re.IGNORECASE,
)
_OF = {"形状": "shape", "类型": "dtype", "步长": "strides", "值": "value", "stride": "strides"}


def spelled_out(text: str, asked: Mapping[str, str]) -> str:
    """The text with the expression put where a clause begins with what is asked of it alone.

    A paragraph that speaks of other circumstances too may mean another thing.
    """
    paragraphs = _PARAGRAPH.split(text)
    return "".join(one if is_hedged(one) else _spelled_out(one, asked) for one in paragraphs)


def _spelled_out(paragraph: str, asked: Mapping[str, str]) -> str:
    def put(found: re.Match[str]) -> str:
        noun = (found["noun"] or found["zh"]).lower()
        noun = _OF.get(noun, noun)
        expression = asked.get(noun)
        if expression is None or not begins(paragraph[: found.start()]):
            return found[0]
        if noun in ("shape", "dtype", "strides"):
            return (
                f"`{expression}` 的{found[0]}" if found["zh"] else f"{found[0]} of `{expression}`"
            )
        return f"`{expression}`"

    return _NAMED.sub(put, paragraph)
