"""What a kind of ask is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from quizapp.values.compare import Comparison
from runner.protocol.wire import Look

R = TypeVar("R")

SHORT = 1_000
"""Characters of an answer in words or sizes, at most."""
LONG = 60_000
"""And of one in values or lines; a tensor of 4096 elements fits."""


def as_it_is(text: str) -> Any:
    """Words that are the very data of a fact."""
    return text


def never(data: Any) -> None:
    """Nothing to say of any data."""


@dataclass(frozen=True, kw_only=True)
class AskKind(Generic[R]):
    """All that is to be known of a kind of ask; its name is that of its file.

    `R` is what an answer means. Functions of a fact's data get it as the runner promises it, see
    `runner.protocol.wire.Fact`; of other data they raise LookupError, TypeError or
    AttributeError.
    """

    meaning: str
    """What it asks, for whoever writes a deck."""
    example: str
    """The form of an answer in a few words, to stand under its field."""
    hint: str
    """The form in a sentence, for an answer that was not understood."""
    label: str
    """What is asked, about `{expression}`, or about `{tried}`, which says `the code` for `code`."""

    look: Callable[[str], Look]
    """How the runner looks at an expression of the author's."""
    mistaken_look: Callable[[str], Look] | None = None
    """How it looks at a mistake; as at an ask, unless said."""
    in_code: Callable[[str], str] = repr
    """An answer that was read, as an expression that comes to it."""
    from_words: Callable[[str], Any] = as_it_is
    """The data of a fact whose look was of kind `text`."""

    read: Callable[[str], R]
    """What was typed means; raises Unreadable."""
    compare: Callable[[R, Any, int | None], Comparison]
    """An answer against a fact's data, to so many digits where the card says how many."""
    show: Callable[[Any, int], str]
    """A fact's data as a learner would type it, floats to so many digits."""
    too_long: Callable[[Any], str | None] = never
    """How much would have to be typed, where that is more than one can ask for."""

    only: str | None = None
    """The one expression that it takes."""
    mistaken: str | None = None
    """What a mistake of this kind says, where that is not what an ask does."""
    longest: int = SHORT
    """Characters of an answer, at most."""
    is_yes_or_no: bool = False
    is_in_lines: bool = False
    """Answered by several lines."""
    has_grid: bool = False
    """Answered in a grid of cells as well."""
    is_telling: bool = False
    """An answer hardly stands anywhere by chance, as a dtype's name does."""
    is_of_a_thing: bool = True
    """About something that the expression evaluates to."""
