"""What code printed and warned of, as it is told below a verdict."""

from __future__ import annotations

from dataclasses import replace

from quizapp.deck.exercise import exercise
from quizapp.deck.format.load import load_text
from quizapp.deck.phrases import printed
from runner.protocol.wire import Outcome

DECK = """\
topic: own
setup: import warnings
cards:
  - id: warns
    prompt: Does it warn?
    vary: {n: [1]}
    code: |
      print("a")
      warnings.warn("old")
    ask: {warns: code}
  - id: prints
    prompt: What is printed?
    code: print("a")
    ask: {output: stdout}
"""
NOTHING = Outcome((), "", "", None, 0.0)


def test_lines_are_those_of_the_code_as_it_is_shown() -> None:
    deck = load_text(DECK, "own.yaml").deck
    assert deck is not None
    warns, prints = (
        exercise(deck, card, draw) for card, draw in zip(deck.cards, ({"n": "1"}, {}), strict=True)
    )
    stderr = (
        "own.yaml:9: UserWarning: old (Triggered internally at /a/b.cpp:3.)\n"
        '  warnings.warn("old")\n'
        "[rank 1] own.yaml:2: UserWarning: \x1b[1m\n"
    )
    seen = replace(NOTHING, stdout="a\n" * 12, stderr=stderr)
    assert list(printed(warns, seen)) == [
        ("printed", "a\n" * 10 + "… 2 more lines"),
        (
            "warned",
            'line 3: UserWarning: old\n  warnings.warn("old")\n'
            "[rank 1] setup: UserWarning: \\x1b[1m",
        ),
    ]
    assert list(printed(prints, replace(NOTHING, stdout="a\n"))) == []
    assert list(printed(warns, NOTHING)) == []
    assert [title for title, _ in printed(prints, replace(NOTHING, stderr="note\n"))] == [
        "printed to stderr"
    ]
