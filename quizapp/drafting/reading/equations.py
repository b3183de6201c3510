"""Sentences that begin with code, and equations that they state: `So y.max() == 6.`"""

from __future__ import annotations

import ast
import re

_LED = re.compile(
    r"(?:and|but|so(?:\s+that)?|thus|hence|therefore|here|now|then|indeed|as|since|because|also|again|,|\s)*\s*"
    r"|(?:所以|因此|因为|由于|于是|这里|此时|故|从而|也就是|即|，|\s)*",
    re.IGNORECASE,
)
_IS = r"(?:is|are|has|have|holds?|equals?|stays?|goes|requires?)"
_BESIDE = re.compile(
    rf"\s*(?:_|it|they|both)\s+{_IS}\b(?:[^,]*[^,_\s]|\s+_)\s*,\s+and\s+", re.IGNORECASE
)
"""What only says how something is: a list, as in `the sum of a, b, and c`, has no such part."""
_ENDED = re.compile(r"\s*(?:[,.;](?:\s|\Z)|[，。；]|\Z)")
_SENTENCE = re.compile(r"[.;:!?](?=\s|$)|[。；：！？]")
_SO = re.compile(
    r",\s*(?:and\s+)?(?=(?:so|hence|thus|therefore)\b)|[,，]\s*(?=所以|因此|于是|从而|故)",
    re.IGNORECASE,
)
"""What comes of it is a sentence of its own."""


def begins(before: str) -> bool:
    """Whether code begins a sentence, or what follows from one, but for words such as `So`.

    Or what is said behind an `and` beside something that is so in the same circumstances.
    """
    sentence = _SENTENCE.split(before)[-1]
    return any(led.fullmatch(_SO.split(sentence)[-1]) for led in (_LED, _BESIDE))


def equation(code: str, before: str, behind: str) -> tuple[str, str] | None:
    """The two sides of an equation with a number that is all of a clause, and led up to.

    One that begins a sentence may be named only, to be asked or spoken of.
    """
    is_alone = not _SENTENCE.split(before)[-1].strip()
    if is_alone or not begins(before) or not _ENDED.match(behind):
        return None
    try:
        tree = ast.parse(code.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    match tree.body:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]) if _is_number(right):
            return ast.unparse(left), ast.unparse(right)
    return None


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_number(operand)
        case ast.Constant(value=value):
            return isinstance(value, int | float) and not isinstance(value, bool)
    return False
