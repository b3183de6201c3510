"""From the way torch prints and people write, to Python source."""

from __future__ import annotations

import re

from quizapp.text.language import tr
from quizapp.values.prediction import Unreadable

MOST_ELEMENTS = 4_096
"""Of a value that can be compared, in all its containers; see `runner.observed.observe`."""
_MOST_COMMAS = MOST_ELEMENTS + 10  # a few stand between the arguments of `tensor(…)`

_ROWS_IN_BRACKETS = re.compile(r"""\s*\[([^\[\](){}'"]*;[^\[\](){}'"]*)\]\s*""")
_VERBATIM = re.compile(r"""(<class '[\w.]+'>|'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?)""")
_PARAMETER = re.compile(r"\AParameter containing:\s*")
_GRAD_FN = re.compile(r"grad_fn\s*=\s*<[^<>]*>")
_BYTES = re.compile(r"(?<![\w.])(\d+(?:\.\d*)?)\s*([kmgt]i?b|b|bytes?)\b", re.IGNORECASE)
_GAP = re.compile(
    r"""(?:(?<=[\d.\])}])|(?<=[\d.]j)|(?<=nan)|(?<=inf)|(?<=true)|(?<=false)|(?<=none))
        \s+
        (?=[-+]?(?:\.?\d|(?:nan|inf)\b)|(?:true|false|none)\b|tensor\(|[\[({])
        | (?<=\])(?=\[)""",
    re.IGNORECASE | re.VERBOSE,
)


def as_python(text: str) -> str:
    """The same value with commas between what blanks and line ends set apart.

    `2 0 -2` and numpy's `[2. 0. -2.]` become lists, lines of numbers become rows, as does what `;`
    sets apart, `4 KiB` becomes arithmetic, a class becomes text, and what torch prints around a
    tensor is dropped.
    Raises Unreadable where it has more elements than any value that is asked for.
    """
    text = _GRAD_FN.sub("grad_fn=None", _PARAMETER.sub("", text))
    text = _with_lines_for_rows(text)
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and not re.search(r"[\[({]", text):
        text = ", ".join(f"[{line}]" for line in lines)
    pieces = _VERBATIM.split(text.strip())
    pieces[::2] = map(_separate, pieces[::2])
    if sum(piece.count(",") for piece in pieces[::2]) > _MOST_COMMAS:
        raise Unreadable(
            tr("A value has {most_elements:,} elements at most.", most_elements=MOST_ELEMENTS)
        )
    pieces[1::2] = map(_quoted, pieces[1::2])
    return "".join(pieces)


def _with_lines_for_rows(text: str) -> str:
    """A line for each row that `;` sets apart; single numbers may be meant as one row as well."""
    in_brackets = _ROWS_IN_BRACKETS.fullmatch(text)
    rows = (in_brackets[1] if in_brackets else text).strip().split(";")
    are_rows = len(rows) > 1 and any(re.search(r"[\s,]", row.strip()) for row in rows)
    return "\n".join(rows) if are_rows and not re.search("['\"]", text) else text


def _quoted(verbatim: str) -> str:
    return repr(verbatim) if verbatim.startswith("<") else verbatim


def _separate(text: str) -> str:
    text = re.sub("[×·]", "*", text)
    return _GAP.sub(", ", _BYTES.sub(_count_of_bytes, text))


def _count_of_bytes(match: re.Match[str]) -> str:
    number, unit = match[1], match[2].lower()
    if unit.startswith("b"):
        return number
    power = "kmgt".index(unit[0]) + 1
    return f"({number}*{(1024 if 'i' in unit else 1000) ** power})"
