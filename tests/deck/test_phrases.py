"""What front ends say of an ask and of an exception."""

from __future__ import annotations

import pytest

from quizapp.deck.parts import Ask
from quizapp.deck.phrases import labelled, traceback_of
from runner.protocol.wire import Raised


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (Ask(kind="value", expression="x.grad"), "value of x.grad: yes"),
        (Ask(kind="raises", expression="code"), "what the code raises: yes"),
        (Ask(kind="output", expression="stdout"), "the printed lines: yes"),
        (Ask(kind="bool", expression="x > 0"), "is x > 0 true? yes"),
        (Ask(kind="fails", expression="code"), "does the code raise anything? yes"),
        (Ask(kind="fails", expression="x.t_()"), "does x.t_() raise anything? yes"),
        (Ask(kind="hangs", expression="code"), "does the code hang? yes"),
    ],
)
def test_a_text_stands_behind_what_it_is_about(ask: Ask, said: str) -> None:
    assert labelled(ask, "yes") == said


def test_a_traceback_is_told_with_the_rank_where_there_are_several() -> None:
    lines = "Traceback:\n  \x1b[1mx\n"
    assert traceback_of(Raised("E", (), "", traceback=lines)) == "Traceback:\n  \\x1b[1mx"
    told = traceback_of(Raised("E", (), "", traceback=lines, rank=1))
    assert told == "rank 1 raised:\nTraceback:\n  \\x1b[1mx"
