"""`quiz check --strict`: sentences that nothing proves are problems."""

from __future__ import annotations

from tests.cli.conftest import Quiz

DECK = """\
topic: own
cards:
  - {id: one, prompt: Why?, back: It is always so.}
  - {id: two, prompt: Why?, back: It is always so., proof: assert 1 + 1 == 2}
"""


def test_a_sentence_that_generalises_wants_a_proof(quiz: Quiz) -> None:
    path = quiz.decks / "own.yaml"
    path.write_text(DECK)
    assert quiz("check", str(path)).returncode == 0
    strict = quiz("check", str(path), "--strict")
    assert strict.returncode == 1
    assert f"{path}:3:35: 'always' says more than the example" in strict.stdout
    assert "2 cards, 1 run, 1 problem" in strict.stdout
