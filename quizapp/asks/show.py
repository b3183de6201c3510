"""The truth as text for people."""

from __future__ import annotations

from quizapp.asks.exception import exception_in_words
from quizapp.asks.table import KINDS
from quizapp.text.language import tr
from quizapp.text.visible import visible
from runner.protocol.wire import Fact, Raised

USUAL_DIGITS = 6


def show(name: str, fact: Fact | Raised, *, digits: int = USUAL_DIGITS) -> str:
    """A fact as a learner would type it; floats to so many significant digits.

    Raises ValueError where the fact's data is not what its kind promises.
    """
    if isinstance(fact, Raised):
        said = show_raised(fact)
        return said if fact.rank is not None else tr("raises {raised}", raised=said)
    if fact.kind == "text":
        return visible(str(fact.data))
    try:
        return visible(KINDS[name].show(fact.data, digits))
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"the runner sent something that is not a fact of kind {name}") from error


def show_raised(raised: Raised) -> str:
    """`KeyError: 'x'`, or `rank 1 raised KeyError: 'x'` where there are several ranks."""
    exception = exception_in_words(raised.type, raised.message)
    if raised.rank is None:
        return exception
    return tr("rank {on_rank} raised {raised}", on_rank=raised.rank, raised=exception)
