"""Good decks: what the format's fields come to."""

from __future__ import annotations

import json
import traceback
from dataclasses import replace
from pathlib import Path

import pytest

from quizapp.deck import python_source
from quizapp.deck.exercise import draws
from quizapp.deck.files import find_decks
from quizapp.deck.format import fields
from quizapp.deck.format.load import load, load_bytes, load_text
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.kinds.recall import RecallCard
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Ask, Code, Expect, Mistake, Text
from quizapp.deck.problem import Problem

CARDS = Path(__file__).parents[2] / "cards"

EXAMPLE = """\
# yaml-language-server: $schema=deck.schema.json
format: 1
topic: autograd                     # slug; the deck's id. Defaults to the file's name
title: {en: Autograd, zh: 自动求导}   # any text is either a string or {en: …, zh: …}
setup: |                            # run before every card's code, shown on demand
  import torch
  import torch.nn as nn
  import torch.nn.functional as F

cards:
  - id: power-sum-grad              # stable, unique in the deck; full id autograd/power-sum-grad
    prompt: What does `x.grad` hold?
    vary: {p: [2, 3]}               # drawn anew each time
    code: |
      x = torch.tensor([[1., 0.], [-1., 1.]], requires_grad=True)
      z = x.pow(p).sum()
      z.backward()
    ask: {value: x.grad}            # KIND: EXPRESSION, evaluated after the code
    mistakes:                       # a wrong mental model, as code
      - value: x.detach() ** p
        say: That is each term of the sum. Its derivative is `p * x**(p-1)`.
    explain: |
      Each element of the gradient depends only on its own `x`: `p * x**(p-1)`.

  - id: why-detach                  # recall: front and back, self-graded
    prompt: What does `detach()` cut, and what does it keep?
    back: It returns a tensor that shares storage and is outside the graph.
"""


def deck_of(text: str) -> Deck:
    loaded = load_text(text, "cards/ops.yaml")
    assert [str(problem) for problem in loaded.problems] == []
    assert loaded.deck is not None
    return loaded.deck


def card_of(fields: str, setup: str = "") -> Card:
    """The only card of a deck, from its fields beyond id and prompt, written at column 0."""
    indented = "".join(f"    {line}\n" for line in fields.strip("\n").split("\n"))
    text = f"topic: ops\n{setup}cards:\n  - id: card\n    prompt: What is y?\n{indented}"
    return deck_of(text).cards[0]


def predict(fields: str, setup: str = "") -> PredictCard:
    card = card_of(fields, setup)
    assert isinstance(card, PredictCard)
    return card


def test_the_examples_of_the_format_load() -> None:
    deck = deck_of(EXAMPLE)
    assert (deck.topic, deck.title) == ("autograd", Text(en="Autograd", zh="自动求导"))
    assert deck.setup == Code(
        text="import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n", line=6
    )
    power, detach = deck.cards
    assert isinstance(power, PredictCard)
    assert power.id == "autograd/power-sum-grad"
    assert power.topic == "autograd"
    assert power.line == 11
    assert power.vary == {"p": ("2", "3")}
    assert power.code.line == 15
    assert power.asks == (Ask(kind="value", expression="x.grad"),)
    assert power.mistakes == (
        Mistake(
            kind="value",
            expression="x.detach() ** p",
            say=Text(en="That is each term of the sum. Its derivative is `p * x**(p-1)`."),
        ),
    )
    assert power.level == 2
    assert power.timeout == 5
    assert isinstance(detach, RecallCard)
    assert detach.back.in_language("zh").startswith("It returns a tensor")


@pytest.mark.parametrize("path", find_decks([CARDS]), ids=lambda path: path.stem)
def test_a_shipped_deck_has_no_problems(path: Path) -> None:
    loaded = load(path)
    assert [str(problem) for problem in loaded.problems] == []
    assert loaded.deck is not None


def test_every_field_of_a_card_is_read() -> None:
    other, card = deck_of(
        """\
topic: ops
cards:
  - {id: other, prompt: Why?, back: So.}
  - id: card
    prompt: What is y?
    level: 3
    after: [other, autograd/sum]
    tags: [views, memory]
    see: https://docs.pytorch.org/docs/stable/tensor_view.html
    was: [old-name, views/older-name]
    hint: {en: Count., zh: 数一数。}
    explain: Two.
    digits: 4
    needs: [torch>=2.5, compiler]
    timeout: 12.5
    ranks: 3
    on_rank: 2
    device: cuda
    code: y = 2
    ask: {value: y}
    expect: {value: 2}
"""
    ).cards
    assert other.after == ()
    assert isinstance(card, PredictCard)
    assert card.level == 3
    assert card.after == ("ops/other", "autograd/sum")
    assert card.tags == ("views", "memory")
    assert card.see == ("https://docs.pytorch.org/docs/stable/tensor_view.html",)
    assert card.was == ("ops/old-name", "views/older-name")
    assert card.hint == Text(en="Count.", zh="数一数。")
    assert card.explain == Text(en="Two.")
    assert card.digits == 4
    assert card.needs == ("torch>=2.5", "compiler")
    assert card.timeout == 12.5
    assert (card.ranks, card.on_rank, card.device) == (3, 2, "cuda")
    assert card.expect == (Expect(texts=("2",)),)


def test_a_card_runs_on_one_rank_and_on_any_device_unless_it_says_so() -> None:
    card = predict("code: y = 2\nask: {value: y}")
    assert (card.ranks, card.on_rank, card.device) == (1, 0, None)


@pytest.mark.parametrize("timeout", ["0.5", "10"])
def test_whether_code_hangs_is_asked_alone_or_with_what_it_prints(timeout: str) -> None:
    card = predict(
        f"code: y = 2\nask: [{{output: stdout}}, {{hangs: code}}]\ntimeout: {timeout}\n"
        "expect: {hangs: no, output: nothing}\nmistakes: [{output: y, say: It is not printed.}]"
    )
    assert card.asks[1] == Ask(kind="hangs", expression="code")
    assert card.expect == (Expect(texts=("nothing", "no")),)


def test_every_scalar_is_text() -> None:
    card = predict("code: y = 2\nask: {bool: y}\nexpect: {bool: no}\ntags: [010, 1e3, 1:30, ~]")
    assert card.expect == (Expect(texts=("no",)),)
    assert card.tags == ("010", "1e3", "1:30", "~")


def test_topic_and_title_default_to_the_files_name() -> None:
    loaded = load_text("cards:\n  - {id: a, prompt: Why?, back: So.}\n", "decks/my-ops.yaml")
    assert loaded.deck is not None
    assert (loaded.deck.topic, loaded.deck.title.en) == ("my-ops", "my-ops")
    assert loaded.deck.cards[0].id == "my-ops/a"


def test_asks_keep_the_authors_order() -> None:
    card = predict("code: y = 2\nask: {value: y, dtype: y, shape: y}")
    assert [ask.kind for ask in card.asks] == ["value", "dtype", "shape"]


def test_a_kind_may_be_asked_twice_and_expectations_follow_the_asks() -> None:
    card = predict(
        "code: y = 2\n"
        "ask: [{value: y}, {value: y + 1, dtype: y}]\n"
        "expect: [{dtype: int64}, {value: 2}, {value: 3}]\n"
        "mistakes: [{value: y, of: 2, say: That is `y`.}]\n"
    )
    assert [ask.expression for ask in card.asks] == ["y", "y + 1", "y"]
    assert card.expect == (Expect(texts=("2", "3", "int64")),)
    assert card.mistakes[0].of == 2


def test_an_expectation_may_be_for_one_named_draw() -> None:
    card = predict(
        "code: y = n\nvary: {n: [1, 2]}\nask: {value: y}\nexpect: {draw: {n: 2}, value: two?}"
    )
    assert card.expect == (Expect(texts=("two?",), draw={"n": "2"}),)


def test_draws_may_be_listed_as_rows_in_place_of_combinations() -> None:
    rows = [{"n": "1", "m": "2"}, {"n": "1", "m": "3"}]
    card = predict("code: y = n\nvary: [{n: 1, m: 2}, {n: 1, m: 3}]\nask: {value: y}")
    combined = predict("code: y = n\nvary: {n: [1], m: [2, 3]}\nask: {value: y}")
    assert (list(card.rows), list(draws(card))) == (rows, rows)
    assert card.vary == combined.vary
    other = predict("code: y = n\nvary: [{n: 1, m: 2}, {n: 2, m: 3}]\nask: {value: y}")
    assert other.content_hash != card.content_hash


def test_a_range_may_hold_one_number() -> None:
    assert list(draws(predict("vary: {n: {from: 2, to: 2}}\ncode: y = n\nask: {value: y}"))) == [
        {"n": "2"}
    ]


def test_values_to_draw_are_python_source() -> None:
    card = predict(
        """
vary:
  n: {from: -1, to: 2}
  dtype: [torch.float16, torch.int8]
  reduction: ["'mean'", "'sum'"]
  size: [[2, 3], [4], "(1, 2)"]
  keep: [True, None]
code: y = n
ask: {value: y}
"""
    )
    assert card.vary == {
        "n": ("-1", "0", "1", "2"),
        "dtype": ("torch.float16", "torch.int8"),
        "reduction": ("'mean'", "'sum'"),
        "size": ("[2, 3]", "[4]", "(1, 2)"),
        "keep": ("True", "None"),
    }


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("code: raise KeyError", 5),
        ("code:\n  raise KeyError", 6),
        ("code: 'raise KeyError'", 5),
        ('code: "raise KeyError"', 5),
        ("code: |\n  raise KeyError", 6),
        ("code: |-  # why\n  x = 1\n\n  raise KeyError", 8),
        ("code: |\n\n  # why\n  x = 1\n  raise KeyError", 9),
        ("code: |4\n    if True:\n      raise KeyError", 7),
        ("code: >\n  raise KeyError", 6),
        ("# a remark\n\ncode:   # another\n  |+\n  x = [1,\n    2]\n  raise KeyError\n\n", 11),
    ],
)
def test_a_traceback_names_the_decks_line(code: str, line: int) -> None:
    text = "topic: ops\ncards:\n  - id: card\n    prompt: Why?\n"
    text += "".join(f"    {part}\n" for part in f"{code}\nask: {{raises: code}}".split("\n"))
    loaded = load_text(text, "cards/ops.yaml")
    assert loaded.deck is not None
    card = loaded.deck.cards[0]
    assert isinstance(card, PredictCard)
    padded = "\n" * (card.code.line - 1) + card.code.text
    with pytest.raises(KeyError) as caught:
        exec(compile(padded, "cards/ops.yaml", "exec"), {})
    (frame,) = [f for f in traceback.extract_tb(caught.tb) if f.filename == "cards/ops.yaml"]
    assert frame.lineno == line
    assert "raise KeyError" in text.split("\n")[line - 1]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_do_not_move_a_line(end: str) -> None:
    loaded = load_text(EXAMPLE.replace("\n", end), "cards/autograd.yaml")
    assert loaded.deck == replace(deck_of(EXAMPLE), path="cards/autograd.yaml")


def test_a_byte_order_mark_is_no_problem() -> None:
    assert load_bytes(EXAMPLE.encode("utf-8-sig"), "a.yaml").deck is not None


def test_explaining_differently_keeps_the_hash() -> None:
    before = predict("code: y = 2\nask: {value: y}\nexplain: Two.")
    after = predict("code: y = 2\nask: {value: y}\nexplain: It is two.\nhint: Count.\nlevel: 1")
    assert before.content_hash == after.content_hash
    assert len(before.content_hash) == 16
    int(before.content_hash, 16)


def test_a_translation_keeps_the_hash() -> None:
    assert card_of("back: So.").content_hash == card_of("back: {en: So., zh: 是。}").content_hash


def test_whatever_is_asked_is_in_the_hash() -> None:
    cards = [
        card_of("code: y = 2\nask: {value: y}"),
        card_of("code: y = 3\nask: {value: y}"),
        card_of("code: y = 2\nask: {shape: y}"),
        card_of("code: y = 2\nask: {value: y}\nvary: {n: [1, 2]}"),
        card_of("code: y = 2\nask: {value: y}\nvary: {n: [1, 3]}"),
        card_of("code: y = 2\nask: {value: y}", setup="setup: import torch\n"),
        card_of("code: y = 2\nask: {value: y}\nranks: 2"),
        card_of("code: y = 2\nask: {value: y}\nranks: 3"),
        card_of("code: y = 2\nask: {value: y}\nranks: 3\non_rank: 1"),
        card_of("code: y = 2\nask: {value: y}\ndevice: cuda"),
        card_of("back: So."),
        card_of("back: No."),
    ]
    assert len({card.content_hash for card in cards}) == len(cards)


@pytest.mark.parametrize("usual", ["", "\nranks: 1"])
def test_what_is_usual_keeps_the_hash_of_a_card_that_does_not_mention_it(usual: str) -> None:
    card = predict(f"code: y = 2\nask: {{value: y}}{usual}")
    assert card.content_hash == "b185eb0f001b71dc"  # as in logs since the first version


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path) -> None:
    path = tmp_path / "ops.yaml"
    path.touch()
    assert [str(problem) for problem in load(path).problems] == [f"{path}:1:1: the file is empty"]


def test_a_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    loaded = load(tmp_path / "none.yaml")
    assert loaded.deck is None
    assert "cannot be read: No such file or directory" in str(loaded.problems[0])


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as file:
        file.truncate(2**40)
    assert [problem.message for problem in load(path).problems] == ["larger than 1 MiB"]


def test_a_file_of_too_many_values_is_refused() -> None:
    loaded = load_text("cards: [" + "a, " * 60_000 + "]", "ops.yaml")
    assert loaded.deck is None
    assert [p.message for p in loaded.problems] == ["the file holds more than 50,000 values"]


@pytest.mark.parametrize("bracket", ["[", "{", "- ", "? "])
def test_a_deeply_nested_file_is_refused_at_once(bracket: str) -> None:
    loaded = load_text(bracket * 200_000, "ops.yaml")
    assert loaded.deck is None
    assert [p.message for p in loaded.problems] == ["nested more than 40 levels deep"]


def test_code_that_would_break_the_compiler_is_a_problem() -> None:
    text = f"topic: ops\ncards:\n  - id: a\n    prompt: Why?\n    code: y = {'(' * 10_000}\n"
    loaded = load_text(text + "    ask: {value: y}\n", "ops.yaml")
    assert [p.card for p in loaded.problems] == ["ops/a"]


LONG = {
    "{code: %s, ask: {value: y}}": "code: is longer than 20000 characters",
    "{back: b, proof: %s}": "proof: is longer than 20000 characters",
    "{order: %s, tests: assert x}": "order: is longer than 20000 characters",
    "{code: x = ____, solution: %s, wrong: ['2'], tests: assert x}": (
        "solution: is longer than 20000 characters"
    ),
    "{code: y = 1, ask: {value: %s}}": "ask: value: is longer than 5000 characters",
}


@pytest.mark.parametrize("card", LONG)
def test_code_that_would_take_python_minutes_is_a_problem_before_it_is_read(
    card: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(text: str, *_: object, **__: object) -> None:
        assert len(text) < 1_000

    monkeypatch.setattr(python_source, "check_python", parse)
    monkeypatch.setattr(fields, "check_python", parse)
    monkeypatch.setattr(fields, "parsed", parse)
    long = json.dumps("y = 1;" * 150_000)
    written = card.replace("{", "{id: a, prompt: p, ", 1) % long
    loaded = load_text(f"topic: ops\ncards:\n  - {written}\n", "ops.yaml")
    assert [(p.line, p.message) for p in loaded.problems] == [(3, LONG[card])]


def test_wrong_code_of_a_gap_is_not_compiled_without_end() -> None:
    wrong = ", ".join(["'2'"] * 20_000)
    card = f"{{id: a, prompt: p, code: y = ____, solution: '1', tests: assert y, wrong: [{wrong}]}}"
    [problem] = load_text(f"topic: ops\ncards:\n  - {card}\n", "ops.yaml").problems
    assert problem.message == (
        "wrong: are together, each with the code around it, longer than 100000 characters"
    )


def test_conditions_are_judged_as_long_as_a_reader_waits() -> None:
    card = "{prompt: p, vary: {x: {from: 1, to: 512}}, where: x > 1, code: y = x, ask: {value: y}"
    cards = "".join(f"  - {card}, id: a{n}}}\n" for n in range(60))
    loaded = load_text(f"topic: ops\ncards:\n{cards}", "ops.yaml")
    assert loaded.deck is not None
    assert len(loaded.deck.cards) + len(loaded.problems) == 60
    assert {p.message for p in loaded.problems} == {
        "where: has too many draws to judge, with those of the cards before"
    }


def test_a_card_is_not_kept_waiting_for_a_broken_one() -> None:
    loaded = load_text(
        "topic: ops\ncards:\n"
        "  - {id: a, prompt: Why?, back: So., level: 9}\n"
        "  - {id: b, prompt: Why?, back: So., after: a}\n",
        "ops.yaml",
    )
    assert [problem.card for problem in loaded.problems] == ["ops/a"]
    assert loaded.deck is not None
    assert [(card.id, card.after) for card in loaded.deck.cards] == [("ops/b", ())]


def test_a_file_is_given_up_at_the_twentieth_card_that_is_not_yaml() -> None:
    good, broken = "  - {id: a, prompt: Why?, back: So.}\n", "  - {a: 'b' c}\n"
    for lost, kept in ((19, 1), (20, 0), (21, 0)):
        loaded = load_text(f"topic: ops\ncards:\n{broken * lost}{good}", "ops.yaml")
        assert len(loaded.problems) == min(lost, 20)
        assert len(loaded.deck.cards if loaded.deck else ()) == kept


@pytest.mark.parametrize("sign", ["\u2060", "\u206f", "\U000e0061"])
def test_signs_that_nobody_sees_do_not_belong_in_a_deck(sign: str) -> None:
    loaded = load_text(f"topic: ops\ntitle: a{sign}b\n", "ops.yaml")
    message = f"the control character U+{ord(sign):04X} does not belong in a deck"
    assert [(p.line, p.column, p.message) for p in loaded.problems] == [(2, 9, message)]


def test_a_problem_is_shown_with_a_caret_below_wide_signs() -> None:
    problem = Problem(
        path="cards/ops.yaml",
        line=3,
        column=12,
        card=None,
        message="ask: is empty",
        source_line="\t求导: {ask: }",
    )
    assert problem.with_source().split("\n") == [
        "cards/ops.yaml:3:12: ask: is empty",
        "        求导: {ask: }",
        " " * 20 + "^",
    ]


def test_a_line_with_controls_is_shown_spelt_out_with_the_caret_in_its_place() -> None:
    problem = load_text("topic: ops\ntitle: \x1b]52;c;aGk=\x07 \u202e\n", "ops.yaml").problems[0]
    shown, caret = problem.with_source().split("\n")[1:]
    assert shown == r"title: \x1b]52;c;aGk=\x07 \u202e"
    assert caret == " " * 7 + "^"
