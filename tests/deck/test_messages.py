"""What tests say where they fail: translated like any text, and found in what torch's run gave."""

from __future__ import annotations

import pytest

from quizapp.deck.answered import TriedCard
from quizapp.deck.format.load import load_bytes
from quizapp.deck.format.translation_text import brought_up_to_date
from quizapp.deck.messages import in_other_words, messages_of
from quizapp.deck.parts import Message, Text
from quizapp.deck.problem import DeckFile, Loaded
from quizapp.deck.translation import are_chinese, units
from quizapp.deck.verdict import AttemptVerdict
from runner.protocol.wire import Outcome, Raised

ENGLISH = """\
topic: views
cards:
  - id: turn
    prompt: Turn the rows into columns.
    code: y = ____
    tests: |
      assert y.dim() == 2, f"y has {y.dim()} dims, not {2}"
      assert shares(x, y), "*y is a copy of the tensor* x"
    solution: x.t()
    wrong: [x]
"""
CHINESE = """\
format: 1
language: zh
cards:
  - id: turn
    of: {of}
    prompt: 把行变成列。
    messages:
      - 应为 {{2}} 维，而 y 有 {{y.dim()}} 维
      - "*y 是张量* x 的副本"
"""


def load(chinese: str | None = None, english: str = ENGLISH) -> Loaded:
    files = {} if chinese is None else {"zh": chinese.encode()}
    return load_bytes(english.encode(), "views.yaml", files)  # type: ignore[arg-type]


@pytest.fixture
def chinese() -> str:
    (unit,) = units(load())
    return CHINESE.format(of=unit.of)


def failed(loaded: Loaded, said: str) -> AttemptVerdict:
    assert loaded.deck is not None
    (card,) = loaded.deck.cards
    assert isinstance(card, TriedCard)
    raised = Raised("AssertionError", (), said, "views.yaml", 7)
    verdict = card.grade(["x"], Outcome((), "", "", raised, 0.0))
    assert verdict.tests is not None
    return verdict.tests


def test_who_reads_chinese_is_told_in_chinese_why_code_failed(chinese: str) -> None:
    loaded = load(chinese)
    assert loaded.problems == loaded.untranslated == ()
    why = failed(loaded, "y has 3 dims, not 2").why
    assert why == Text(en="y has 3 dims, not 2", zh="应为 2 维，而 y 有 3 维")
    assert failed(loaded, "*y is a copy of the tensor* x").why.zh == "*y 是张量* x 的副本"
    assert failed(loaded, "x is gone").why == Text(en="x is gone")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("{y.dim()}", "{open('x')}", "must compute what its English does: {y.dim()}, {2}"),
        ("{y.dim()}", "两", "must compute what its English does: {y.dim()}, {2}"),
        ("{y.dim()}", "{y.dim()", "must compute what its English does: {y.dim()}, {2}"),
        ("的副本", "的{2}", "must compute what its English does: nothing"),
        ('      - "*y 是张量* x 的副本"\n', "", "must be a list of as many texts as its English"),
    ],
)
def test_a_message_with_other_holes_is_a_problem_and_never_shown(
    chinese: str, old: str, new: str, problem: str
) -> None:
    loaded = load(chinese.replace(old, new))
    assert problem in str(loaded.problems)
    whys = failed(loaded, "y has 3 dims, not 2").why, failed(loaded, messages(ENGLISH)[1]).why
    assert None in [why.zh for why in whys]


def messages(english: str) -> list[str]:
    (unit,) = units(load(None, english))
    return [text.en for spot, text in unit.texts.items() if spot.field == "messages"]


def test_messages_are_written_out_to_be_translated_and_are_lacking_until_then(
    chinese: str,
) -> None:
    begun = brought_up_to_date(DeckFile("views.zh.yaml", ""), load(), "zh")
    assert "    messages:\n      - y has {y.dim()} dims, not {2}\n      - '*y is a cop" in begun
    lacking = {one.message for one in load(begun).untranslated}
    assert lacking == {"prompt: is not translated yet", "say: is not translated yet"}
    without = "".join(
        line for line in chinese.splitlines(True) if "messages" not in line and "- " not in line[5:]
    )
    assert "'turn': messages is not translated" in str(load(without).untranslated)


def test_a_file_from_before_gets_the_messages_and_is_no_older(chinese: str) -> None:
    english = ENGLISH.replace(', f"y has {y.dim()} dims, not {2}"', "")
    english = english.replace(', "*y is a copy of the tensor* x"', "")
    (unit,) = units(load(None, english))
    before = CHINESE.format(of=unit.of)
    before = before[: before.index("    messages")]
    after = brought_up_to_date(DeckFile("views.zh.yaml", before), load(), "zh")
    assert chinese[chinese.index("  - id") : chinese.index("    messages")] in after
    assert after.endswith("- '*y is a copy of the tensor* x'\n")
    assert "Older" not in after


def test_english_messages_make_no_chinese_deck_one_to_be_translated() -> None:
    english = ENGLISH.replace("Turn the rows into columns.", "把行变成列。")
    assert are_chinese(units(load(None, english)))


@pytest.mark.parametrize(
    ("tests", "said"),
    [
        ('assert x, "it is {not} so"', ["it is {{not}} so"]),
        ('assert x, f"for {x!r:>{w}} it is {{no}}"', ["for {x!r:>{w}} it is {{no}}"]),
        ('assert x, (f"{x=} " "is it")', ["x={x!r} is it"]),
        ("assert x, f\"{ {'}': 1}[x]} it is\"", ["{ {'}': 1}[x]} it is"]),
        ('of = f"of {x} "\nassert x, f"{of}it is {y}"', ["of {x} it is {y}"]),
        ('of = "of two"\nn = 2\nassert x, f"{of}, {n} dims"', ["of two, {n} dims"]),
        ('for of in "ab":\n    of = "b"\n    assert x, f"{of} it is"', ["{of} it is"]),
        ('def f():\n  raise AssertionError("not so")\nassert x, "so"', ["not so", "so"]),
        ('assert x, "one"\nif y:\n    assert y, "two"\nassert x, "one"', ["one", "two"]),
        ('assert x, f"{x}: {y}"', []),
        ('assert x, f"it is {x' + " + x" * 900 + '}"', []),
        ("assert x, str(x)\nassert x\nraise AssertionError(x)", []),
    ],
)
def test_messages_are_read_as_they_are_written_in_the_tests(tests: str, said: list[str]) -> None:
    assert [message.say.en for message in messages_of(tests)] == said


def found(said: str, *told: tuple[str, str]) -> str | None:
    return in_other_words([Message(say=Text(en=en, zh=zh)) for en, zh in told], said)


def test_what_stood_in_a_hole_is_told_only_where_it_is_certain() -> None:
    pair = "{a} is {b}", "{b} 即 {a}"
    assert found("1 is 2", *[pair]) == "2 即 1"
    assert found("{b} is {x.y}", *[pair]) == "{x.y} 即 {b}"
    assert found("1 is 2 is 3", *[pair]) is None
    assert found("1 was 2", *[pair]) is None
    assert found("1 is 1", ("{a} is {a}", "{a} 同 {a}")) == "1 同 1"
    assert found("1 is 2", ("{a} is {a}", "{a} 同 {a}")) is None
    assert found("aaa", ("aa{x}aa", "{x}")) is None
    assert found("it {is}", ("it {{is}}", "它{{是}}")) == "它{是}"
    assert found("", *[pair]) is None


def test_of_several_messages_that_fit_the_one_with_the_most_words_is_meant() -> None:
    told = [("y is {y}", "y 是 {y}"), ("y is {y}, not {x}", "y 是 {y}，不是 {x}")]
    assert found("y is 1, not 2", *told) == "y 是 1，不是 2"
    assert found("y is 1", *told) == "y 是 1"
    assert found("1 is 2", ("{a} is 2", "一"), ("1 is {b}", "二")) is None
