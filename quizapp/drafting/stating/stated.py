"""A result that notes state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quizapp.drafting.stating.written import Written

Aspect = Literal[
    "value",
    "shape",
    "dtype",
    "device",
    "strides",
    "requires_grad",
    "is_leaf",
    "grad_fn",
    "is_contiguous",
    "ndim",
    "numel",
    "raises",
    "warns",
    "fine",
    "shares",
    "family",
]


ANY_ERROR = "error"


@dataclass(frozen=True, kw_only=True)
class Stated:
    """One result that is stated.

    `is_plain` where it is said in so many words of what it is (`shape:`, `tensor(…)`), so that
    nothing else can be meant. `about` is the expression that it names, None where it speaks of the
    line that it stands at.
    """

    aspect: Aspect
    says: str
    what: Written = None
    partner: str | None = None
    """The name of another tensor that it is said of as well, as in `a view of x`."""
    about: str | None = None
    is_plain: bool = True
    is_about: bool = False
    """Whether it gives the number as roughly so."""
    tail: str = ""
    """What follows it."""
    is_sure: bool = True
    """Whether it surely speaks of the line: else it may be found to hold, and never not to."""
