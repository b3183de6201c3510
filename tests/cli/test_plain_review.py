"""`quiz review --plain`: a sitting in lines of text, on the real log and the real runner."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from tests.cli.conftest import Quiz

CARDS = """\
  - id: shown
    level: 1
    prompt: What is it?
    code: x = torch.ones(2, 3)
    ask: {shape: x, dtype: x}
    hint: Two rows.
    mistakes: [{shape: "(3, 2)", say: Rows come first.}]
    explain: It is full of ones.
  - id: printed
    level: 2
    prompt: What is printed?
    code: |
      for i in range(2):
          print(i)
    ask: {output: stdout}
  - id: by-heart
    level: 3
    prompt: What does `detach` cut?
    back: The graph.
"""
BLANK_LINES = """\
  - id: gap
    level: 1
    prompt: p
    code: print("a", "", "b", sep=chr(10))
    ask: {output: stdout}
  - id: blank-first
    level: 2
    prompt: p
    code: print(chr(10) + "a")
    ask: {output: stdout}
  - id: only-blank
    level: 2
    prompt: p
    code: print()
    ask: {output: stdout}
  - id: dot
    level: 3
    prompt: p
    code: print("a", ".", "b", sep=chr(10))
    ask: {output: stdout}
"""
ENDLESS = """\
  - id: endless
    prompt: p
    timeout: 0.2
    code: |
      import threading
      threading.Event().wait()
    ask: {raises: code}
"""
ON_RANKS = """\
  - id: dead-lock
    level: 1
    prompt: Do both come through?
    ranks: 2
    timeout: 1
    code: |
      import torch.distributed as dist
      if rank == 0:
          dist.barrier()
    ask: {hangs: code}
  - id: unmet
    level: 2
    prompt: What is x?
    needs: no-such-package
    code: x = 1
    ask: {value: x}
  - id: raises
    level: 3
    prompt: What does rank 1 raise?
    ranks: 2
    on_rank: 1
    code: |
      if rank == 1:
          raise ValueError("no")
    ask: {raises: code}
"""


def review(quiz: Quiz, *lines: str, limit: int = 3) -> str:
    """What a drill of the test's deck says to these lines."""
    told = quiz(
        *("review", "--plain", "--topic", "mine", "--limit", str(limit)),
        input="".join(f"{line}\n" for line in lines),
    )
    assert told.returncode == 0
    assert told.stderr == ""
    return told.stdout


def states(quiz: Quiz) -> dict[str, Any]:
    """Each card of the test's deck, as `quiz list` has it."""
    rows = json.loads(quiz("list", "--topic", "mine", "--json").stdout)
    return {row["card"].partition("/")[2]: row for row in rows}


def test_a_sitting_from_its_first_card_to_the_summary(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, "(2, 3)", "float32", "", "0", "1", ".", "", "", "4")
    card, printed, by_heart = (told.index(f"Card {number} of 3, mine, new") for number in (1, 2, 3))
    assert "x = torch.ones(2, 3)\n\nWhat is it?\nshape of x (like (2, 3);" in told[card:printed]
    assert "Right.\n\nshape of x: right\nyou: (2, 3)\ntorch: (2, 3)" in told[card:printed]
    assert "It is full of ones." in told[card:printed]
    assert "Enter: good, 2 days. 1: again, in 2 cards. 2: hard," in told[card:printed]
    assert "Right.\n\nthe printed lines: right\nyou: 0\n1\ntorch: 0\n1" in told[printed:by_heart]
    assert "The graph." in told[by_heart:]
    assert "3 cards, 3 of them new, in" in told[by_heart:]
    assert "3 right, 0 wrong." in told[by_heart:]
    assert "2 cards come back" in told[by_heart:]
    reviewed = states(quiz)
    assert [row["reviews"] for row in reviewed.values()] == [1, 1, 1]
    assert reviewed["by-heart"]["due"] > reviewed["shown"]["due"]


def test_what_was_missed_and_not_right_since_is_said_to_be_asked_once_more_today(
    quiz: Quiz,
) -> None:
    quiz.deck(CARDS)
    left = review(quiz, ":idk", "", ":quit", limit=1)
    assert "Asked once more today: 1 card.\n1 card comes back tomorrow." in left
    assert "once more" in quiz("list", "rated:1").stdout
    assert "Asked once more" not in review(quiz, "(2, 3)", "float32", "", limit=1)


def test_a_wrong_answer_is_explained_and_asked_again(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, "(3, 2)", "float32", "", "(2, 3)", "float32", "", limit=1)
    assert "Partly right.\n\nshape of x: wrong\nyou: (3, 2)\ntorch: (2, 3)\n" in told
    assert "Rows come first." in told
    assert "Enter: again, at once." in told
    assert "Card 2 of 2, mine, once more" in told
    assert "Enter: next card. u undo, q quit, ? for more." in told
    assert "0 right, 1 wrong.\n  wrong: mine/shown\n" in told


def test_an_answer_that_is_not_understood_is_asked_for_again(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, "two by three", "", "(2, 3)", "float32", "", limit=1)
    assert told.count("Not understood. A shape looks like (2, 3)") == 1
    assert told.count("A shape looks like (2, 3)") == 2
    assert told.count("The same once more if you do not know.") == 1
    assert "1 right, 0 wrong" in told


def test_an_answer_of_too_few_digits_is_asked_for_again(quiz: Quiz) -> None:
    quiz.deck(CARDS.replace("torch.ones(2, 3)", "torch.tensor(2 / 3)").replace("shape", "value"))
    told = review(quiz, "0.67", "float32", "0.7", "0.667", "", limit=1)
    assert told.count("Give at least 3 significant digits.\nvalue of x") == 2
    assert told.count("dtype of x (") == 1
    assert "1 right, 0 wrong" in told


def test_who_does_not_know_is_told_and_not_called_wrong(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, "", "", "float32", "", "?", "", "idk", "u", "?", "q")
    assert "Not known.\n\nshape of x: not known\ntorch: (2, 3)\n" in told
    assert "dtype of x: right" in told
    assert "the printed lines: not known\ntorch: 0\n1" in told
    assert told.count("The graph.") == 2 and told.count("Enter: again, in ") == 4
    assert "0 right, 0 wrong, 3 not known.\n  not known: mine/shown\n" in told
    assert "wrong:" not in told


def test_hint_and_guess_make_a_right_answer_hard(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    for command in (":hint", ":guess"):
        told = review(quiz, command, "(2, 3)", "float32", "u", ":quit", limit=1)
        assert "Enter: hard" in told
        assert "The answer is taken back." in told
    assert states(quiz)["shown"]["reviews"] == 0


def test_undo_takes_the_last_answer_back(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, ":undo", "(3, 2)", "int", "", ":undo", "(2, 3)", "float32", "3", "q")
    assert "There is nothing to undo." in told
    assert told.count("Card 1 of") == 2
    assert "1 right, 0 wrong" in told
    row = states(quiz)["shown"]
    assert (row["reviews"], row["state"]) == (1, "learnt")


def test_an_act_undone_after_the_verdict_leaves_the_answer(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, "(2, 3)", "float32", "flag", "u", "bury", ":undo", "3", ":quit", limit=2)
    assert "This card is flagged.\n" in told
    assert [line for line in told.splitlines() if "undone" in line] == [
        "> mine/shown is flagged: undone.",
        "> mine/shown is buried until tomorrow: undone.",
    ]
    assert told.count("Right.") == 2
    assert "1 right, 0 wrong" in told
    assert states(quiz)["shown"]["reviews"] == 1


def test_undo_at_the_end_says_what_is_undone(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, ":suspend", "u", ":quit", limit=1)
    assert "mine/shown is suspended: undone." in told


def test_a_skipped_card_comes_at_the_end(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, ":skip", "0", "1", ".", "", ":quit", limit=2)
    assert told.index("What is printed?") < told.rindex("What is it?")
    assert told.count("What is it?") == 2


def test_printed_lines_may_be_empty(quiz: Quiz) -> None:
    quiz.deck(BLANK_LINES)
    gap, blank_first, only_blank = ("a", "", "b", "."), ("", "a", "."), ("", ".")
    dot = ("a", ". ", "b", ".")
    told = review(quiz, *gap, "", *blank_first, "", *only_blank, "", *dot, "", limit=4)
    assert told.count("(what is printed, line by line; a lone . ends it)") == 4
    assert "you: a\n\nb\ntorch: a\n\nb" in told
    assert "4 right, 0 wrong" in told


def test_a_lone_dot_says_that_nothing_is_printed(quiz: Quiz) -> None:
    quiz.deck(BLANK_LINES)
    told = review(quiz, ".", "", limit=1)
    assert "Wrong.\n\nthe printed lines: wrong\nyou: nothing\ntorch: a" in told


def test_printed_lines_without_their_end_are_not_graded(quiz: Quiz) -> None:
    quiz.deck(BLANK_LINES)
    assert "Nothing was answered." in review(quiz, "a", "", limit=1)
    assert states(quiz)["gap"]["reviews"] == 0


def test_what_was_answered_is_kept_when_the_input_ends(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = review(quiz, "(2, 3)", "float32")
    assert "1 right, 0 wrong" in told
    assert states(quiz)["shown"]["reviews"] == 1
    assert "Nothing was answered." in review(quiz)


def test_what_was_answered_is_kept_when_ctrl_c_ends_it(quiz: Quiz, read_decks: Path) -> None:
    quiz.deck(CARDS)
    load_library([SHIPPED_DECKS], read_decks)  # or it would be told that they are read
    with quiz.start("review", "--plain", "--topic", "mine") as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("(2, 3)\nfloat32\n")
        while "Enter: good" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert states(quiz)["shown"]["reviews"] == 1


def test_a_fault_counts_against_nobody(quiz: Quiz) -> None:
    quiz.deck(ENDLESS)
    told = review(quiz, "nothing", "", "l", limit=1)
    assert told.count("No verdict: The code ran longer than 0.2 seconds") == 2
    assert "Nothing was answered." in told
    assert states(quiz)["endless"]["reviews"] == 0


def test_ranks_are_told_of_and_what_cannot_run_is_left_out(quiz: Quiz) -> None:
    path = quiz.deck(ON_RANKS)
    told = review(quiz, "perhaps", "no", "2", "ValueError", "", ":quit")
    assert "# on 2 ranks\nimport torch.distributed as dist\n" in told
    assert "does the code hang? (yes or no)" in told
    assert "Not understood. Answer yes or no." in told
    assert "Wrong.\n\ndoes the code hang? wrong\nyou: no\ntorch: yes\n" in told
    assert told.count("1 card left out: it needs no-such-package, which is not installed.\n") == 1
    assert "What is x?" not in told
    assert "# on 2 ranks; you are asked about rank 1\n" in told
    assert "you: ValueError\ntorch: rank 1 raised ValueError: no\n" in told
    assert f'rank 1 raised:\nTraceback (most recent call last):\n  File "{path}", line' in told


def test_when_all_is_done_it_says_when_to_come_back(quiz: Quiz) -> None:
    (quiz.home / "config.toml").write_text("new_per_day = 0\n")
    told = quiz("review", "--plain")
    assert told.returncode == 0
    assert told.stdout == (
        "There is nothing to review.\nMore today:\n"
        "  quiz review --plain --more new: 10 new cards, the daily limit aside\n"
    )


def test_a_line_without_an_end_is_read_to_the_end_of_a_file(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    told = quiz("review", "--plain", "--topic", "mine", input="(2, 3)\nfloat32")  # of a file
    assert told.returncode == 0
    assert "1 right, 0 wrong" in told.stdout
