"""The truth as text for people."""

from __future__ import annotations

from quizapp.asks.exception import exception_in_words
from quizapp.asks.table import KINDS
from quizapp.text.language import mark, spoken, tr
from quizapp.text.sayings import taken_apart
from quizapp.text.visible import visible
from runner.protocol.wire import Fact, Raised

USUAL_DIGITS = 6

REFUSALS = (
    mark("`{expression}` is nan, neither true nor false"),
    mark("`{expression}` is of shape {shape}, neither true nor false (did you mean `{meant}`?)"),
    mark("`{expression}` is of shape {shape}, neither true nor false"),
    mark("`{expression}` is of type {type}, neither true nor false (did you mean `{meant}`?)"),
    mark("`{expression}` is of type {type}, neither true nor false"),
    mark("`{expression}` calls nothing (did you mean `{meant}`?)"),
    mark("shares() takes tensors, not {type}"),
    mark("raises() takes code as a text, not {type}"),
)
"""What the runner itself raises over an expression; all else is raised by Python or torch."""


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
    message = raised.message
    if spoken() != "en" and (ours := taken_apart(message, REFUSALS)):
        saying, values = ours
        message = tr(saying, **values)
    exception = exception_in_words(raised.type, message)
    if raised.rank is None:
        return exception
    return tr("rank {on_rank} raised {raised}", on_rank=raised.rank, raised=exception)
