"""What front ends say of an ask and what came of it, in words without a style."""

from __future__ import annotations

from quizapp.asks.table import KINDS
from quizapp.deck.model import Ask
from quizapp.text.visible import visible
from runner.protocol.wire import Raised


def labelled(ask: Ask, text: str) -> str:
    """A text behind what it is about: `value of x.grad: 3.`, `does the code hang? yes`."""
    label = ask_in_words(ask)
    return f"{label} {text}" if label.endswith("?") else f"{label}: {text}"


def ask_in_words(ask: Ask) -> str:
    """`value of x.grad`, `what y.view(-1) raises`."""
    tried = "the code" if ask.expression == "code" else ask.expression
    return KINDS[ask.kind].label.format(expression=ask.expression, tried=tried)


def traceback_of(raised: Raised) -> str:
    """The lines of the deck that led to an exception, and on which rank where there are several."""
    traceback = visible(raised.traceback.rstrip())
    return traceback if raised.rank is None else f"rank {raised.rank} raised:\n{traceback}"


def hanging(text: str) -> str:
    """A text of several lines, the further ones indented to stand below the first.

    That is where it stands behind a word such as `  torch  `.
    """
    return text.replace("\n", "\n         ")
