"""Grades one answer against what the runner's own observers say of a Python object."""

from collections.abc import Callable
from typing import Any

import pytest

from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Ask, Code, Text
from quizapp.deck.verdict import AskVerdict
from runner.observed.observe import FACTS
from runner.protocol.wire import Fact, Kind, Outcome, Raised

Graded = Callable[..., AskVerdict]


@pytest.fixture(scope="session")
def graded() -> Graded:
    def graded(kind: Kind, answer: str, thing: Any, *, digits: int | None = None) -> AskVerdict:
        """`thing` is a Fact, a Raised, or the object that was looked at."""
        seen = thing if isinstance(thing, Fact | Raised) else Fact(kind, FACTS[kind](thing))
        card = PredictCard(
            id="topic/card",
            prompt=Text(en="What is it?"),
            line=1,
            code=Code(text="", line=1),
            asks=(Ask(kind=kind, expression="x"),),
            digits=digits,
        )
        return card.grade([answer], Outcome((seen,), "", "", None, 0.0)).asks[0]

    return graded
