"""What a misspelt word may have meant."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quizapp.text.spelling import did_you_mean, nearest

KNOWN = ["code", "prompt", "value", "x-grad", "y-grad", "z-grad"]


@pytest.mark.parametrize(
    ("word", "remark"),
    [
        ("kode", " (did you mean 'code'?)"),
        ("vaule", " (did you mean 'value'?)"),
        ("ocde", " (did you mean 'code'?)"),
        ("something-else", ""),
        ("", ""),
    ],
)
def test_the_nearest_word_is_named(word: str, remark: str) -> None:
    assert did_you_mean(word, KNOWN) == remark


def test_no_more_words_are_named_than_are_wanted() -> None:
    assert did_you_mean("a-grad", KNOWN).count("-grad") == 1
    assert did_you_mean("a-grad", KNOWN, most=2).count("-grad") == 2
    everything = did_you_mean("a-grad", KNOWN, most=9)
    assert everything == " (did you mean 'z-grad' or 'y-grad' or 'x-grad'?)"


@pytest.mark.parametrize(
    ("card", "meant"),
    [("msgs/itsel", []), ("msgs/tetx", ["msgs/text"]), ("mgss/text", ["msgs/text"])],
)
def test_a_topic_that_is_shared_makes_no_card_near(card: str, meant: list[str]) -> None:
    assert nearest(card, ["msgs/text", "msgs/code"]) == meant


def test_a_start_without_a_complaint_loads_no_difflib() -> None:
    code = "import sys, quizapp.study.study; print('difflib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
