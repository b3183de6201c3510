"""The light Markdown of deck texts: `code`, *emphasis*, **strong**, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, cast

Mark = Literal["code", "strong", "em"]

_MARKS = re.compile(
    r"`(?P<code>[^`\n]+)`|\*\*(?P<strong>[^*\n]+)\*\*|(?<![\w*])\*(?P<em>[^*\s][^*\n]*)\*(?![\w*])"
)


def paragraphs(text: str) -> list[str]:
    """The paragraphs, each in one line: a single line break is a space."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip())]


def marked(line: str) -> Iterator[tuple[str, Mark | None]]:
    """The pieces of a line, each with its mark."""
    end = 0
    for match in _MARKS.finditer(line):
        mark = cast(Mark, match.lastgroup)
        yield line[end : match.start()], None
        yield match[mark], mark
        end = match.end()
    yield line[end:], None
