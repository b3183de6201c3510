"""`quiz review --plain` once a card is answered: all there is to look at, and the sitting's end."""

from __future__ import annotations

import sys

import pytest

from tests.cli.conftest import Quiz

SUM = """\
  - id: sum
    prompt: What shape has `y`?
    code: |
      x = torch.ones(2, 1, requires_grad=True)
      y = x + torch.zeros(3)
      z = y.t()
    ask: {shape: y}
    see: https://example.org/broadcasting
    proof: assert y.shape == (2, 3)
"""
RANKS = """\
  - id: ranks
    prompt: What does rank 1 hold?
    ranks: 2
    on_rank: 1
    code: |
      import torch.distributed as dist
      x = torch.tensor([1., rank])
      dist.all_reduce(x)
    ask: {value: x}
"""
BROKEN = """
from quizapp.commands.plain import looks, poke
from quizapp.__main__ import main

looks.graph_words = poke.say_picture = lambda *_: [][0]
main()
"""


def review(quiz: Quiz, *lines: str) -> str:
    """What a drill of the test's deck says to these lines."""
    told = quiz("review", "--plain", "--topic", "mine", input="".join(f"{one}\n" for one in lines))
    assert (told.returncode, told.stderr) == (0, "")
    return told.stdout


def test_an_answered_card_is_seen_from_inside_in_words(quiz: Quiz) -> None:
    quiz.deck(SUM)
    looks = ("trace", "graph", "picture", "picture storage", "values 1", "picture values 1")
    told = review(quiz, ":trace", "(2, 3)", *looks, "picture values 9", "why", "history", "links")
    assert "> That is told once you have answered.\n" in told
    assert "\n  y: float32 (2, 3), AddBackward0, = [[1., 1., 1.], [1., 1., 1.]]\nline 3: " in told
    assert "1: TBackward0, (z), passes gradients to 2\n2: AddBackward0, (y)," in told
    assert "\n3: AccumulateGrad, fills x.grad\n" in told
    assert "picture: broadcasting, after line 2\nadd\nx: (2, 1)\n" in told
    assert "\nx, of 2 elements, is repeated along dim 1\n" in told
    assert "storage s1  6 cells, float32  shared by y, z\ncell 0: 1., y[0,0], z[0,0]\n" in told
    assert "\nz: (3, 2), strides (1, 3), a step in dim 0 jumps 1 cell, a step in dim 1" in told
    assert "Type nothing, a number that is offered, or ? for what else there is.\n" in told
    assert "picture: values, after line 1\nx  float32 (2, 1)\nrow 0: 1.\nrow 1: 1.\n" in told
    assert "There is such a picture after these lines: 1, 2, 3.\n" in told
    assert told.count("\nRight.\n\nshape of y: right\n") == 2
    assert ", good, review, " in told and "seconds, (2, 3)\n" in told
    assert "https://example.org/broadcasting\n" in told


def test_ranks_are_told_one_after_the_other(quiz: Quiz) -> None:
    quiz.deck(RANKS)
    told = review(quiz, "[1, 1]", "picture")
    assert "\nrank 0\nbefore\nx  float32 (2,)\n1., 0.\nafter\nx  float32 (2,)\n2., 1.\n" in told


def test_code_is_changed_and_looked_at_line_by_line(quiz: Quiz) -> None:
    quiz.deck(SUM)
    told = review(
        *(quiz, "(2, 3)", "poke", ":line 2 y = x * 5", "y.shape", ":line 9", ":line 3"),
        *(":picture", ":reset", ":trace", "", "proof", ":run", ""),
    )
    assert "\n2: y = x * 5\n3: z = y.t()\n" in told
    assert "\npoke> y.shape = (2, 1)\n" in told
    assert "Say which line, from 1 to 4.\n" in told
    assert "poke> picture: values\ny  float32 (2, 1)\n" in told
    assert "\n  z: float32 (3, 2), TBackward0, view of y, " in told
    assert "\n5: assert y.shape == (2, 3)\n" in told
    assert "\npoke> It ran to its end, and printed nothing.\n" in told


@pytest.mark.long
def test_what_goes_wrong_inside_a_look_is_told_of_and_ends_nothing(quiz: Quiz) -> None:
    quiz.deck(SUM)
    quiz.command, quiz.server = (sys.executable, "-c", BROKEN), None
    lines = ("(2, 3)", "graph", "poke", ":picture", "y.shape", "", "4", ":quit")
    told = quiz("review", "--plain", "--topic", "mine", input="\n".join(lines))
    assert told.returncode == 0
    assert told.stderr.count("This went wrong inside, please report it:\nTraceback ") == 2
    assert told.stderr.count("IndexError: list index out of range\n") == 2
    assert "poke> y.shape = (2, 3)\n" in told.stdout
    assert "1 right, 0 wrong." in told.stdout


def test_the_deck_is_edited_before_the_answer_and_after_it(
    quiz: Quiz, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = quiz.deck(SUM)
    change = "import sys, pathlib as p; f = p.Path(sys.argv[1]); f.write_text(f.read_text()"
    script = quiz.home / "editor.py"
    script.write_text(f"{change}.replace('What shape', 'Which shape'))")
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    told = review(quiz, ":edit", "", ":edit", "y", "(2, 3)", "edit", "4")
    assert told.count("y opens it, Enter does not: ") == 2
    assert told.index("What shape has `y`?") < told.index("Which shape has `y`?")
    assert "Which shape" in deck.read_text()
    assert "1 right, 0 wrong." in told


def test_a_sitting_that_is_over_can_be_undone_and_others_follow(quiz: Quiz) -> None:
    quiz.deck(SUM)
    told = review(
        *(quiz, "(2, 3)", "", "undo", "(3, 2)", "", "(2, 3)", ""),
        *("open 2", ":open sum", "poke", "", "again", "(2, 3)", "", ":quit"),
    )
    assert told.count("\nEnter ends it.\n") == 6
    assert "undo: takes the last answer back\n" in told
    assert "Say which of them, by its number or its name.\n" in told
    assert "\nmine/sum\n\nx = torch.ones(2, 1, requires_grad=True)\n" in told
    assert "Card 1 of 1, mine, practice\n" in told


def test_a_topic_is_called_by_its_title(quiz: Quiz) -> None:
    deck = quiz.deck(SUM)
    deck.write_text(deck.read_text().replace("topic: mine\n", "topic: mine\ntitle: My own\n"))
    assert "Card 1 of 1, My own, new\n" in review(quiz, ":quit")
