"""Words that are computed: holes in texts, what stands in them, and what a check says of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from quizapp.deck.computed import as_written, with_words, word_looks, word_of
from quizapp.deck.drawn import NotDrawn, value_in
from quizapp.deck.exercise import draws, exercise
from quizapp.deck.format.load import load_text
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.model import Deck
from quizapp.text.holes import filled, holes
from quizapp.text.plain import plain_text
from runner.protocol.wire import Fact, Look
from tests.checking.checks import checked
from tests.trusting import trusted

DECK = """\
topic: words
setup: import torch
cards:
  - id: rows
    prompt: What is the shape of a {= n} by {= m} tensor's mean?
    hint: "It has {= n * m} elements of {= kind}; `{{=` is no hole."
    vary: {n: [2, 3], m: [2, 3], kind: [torch.float32]}
    where: n != m
    code: |
      x = torch.arange(n * m, dtype=kind).reshape(n, m)
      y = x.mean(dim=1)
    ask: {shape: y}
    mistakes:
      - shape: x.mean(dim=0)
        say: The dimension of {= m} is gone.
    explain:
      en: "{= tuple(x.shape)} becomes {= y.tolist()}: {= 1 / 3}, {= 1 / 3:.2f}, {= 'a word'}."
      zh: 平均值的形状是 `{= tuple(y.shape)}`。
"""


def deck_of(text: str) -> Deck:
    loaded = load_text(text, "words.yaml")
    assert [str(problem) for problem in loaded.problems] == []
    return trusted(loaded.deck)


def test_a_hole_may_hold_brackets_quotes_colons_and_a_form() -> None:
    found = holes("""{= x[1:2]} {={'}': ":"}['}']} {= n:>+8.2f} {{= {= a\n  + b}""")
    assert [(hole.expression, hole.form) for hole in found] == [
        ("x[1:2]", ""),
        ("""{'}': ":"}['}']""", ""),
        ("n", ">+8.2f"),
        ("a + b", ""),
    ]


@pytest.mark.parametrize(
    ("text", "word", "told"),
    [
        ("It is {= x}.", "2", "It is `2`."),
        ("It is `f({= x})`, {= x}.", "2", "It is `f(2)`, `2`."),
        ("```\n{= x}\n```\n{= x}", "2", "    2\n\n`2`"),
        ("| {= x|x} |\n|-|\n| `{= x}` |", "a|b", "`a|b`: `a|b`"),
        ("*{= x}* and {= x}*2*{= x}", "*a* [b](https://c)", None),
        ("It is {= x}.", "a`b", "It is `` a`b ``."),
        ("As {{= x} and {= x}", "2", "As {= x} and `2`"),
    ],
)
def test_a_word_stands_as_code_unless_code_stands_around_it(
    text: str, word: str, told: str | None
) -> None:
    code = f"`{word}`"
    shown = told or f"{code} and {code}*2*{code}"
    assert plain_text(filled(text, lambda hole: word)) == shown


def test_prompt_and_hint_speak_of_the_draw_and_need_no_runner() -> None:
    deck = deck_of(DECK)
    [card] = deck.cards
    assert [dict(draw) for draw in draws(card)] == [
        {"n": "2", "m": "3", "kind": "torch.float32"},
        {"n": "3", "m": "2", "kind": "torch.float32"},
    ]
    shown = exercise(deck, card, next(draws(card))).card
    assert plain_text(shown.prompt.en) == "What is the shape of a `2` by `3` tensor's mean?"
    assert shown.hint is not None
    assert plain_text(shown.hint.en) == "It has `6` elements of `torch.float32`; `{=` is no hole."
    written = as_written(card.prompt)
    assert plain_text(written.en) == "What is the shape of a `n` by `m` tensor's mean?"


def test_words_that_are_not_known_stand_as_their_expressions_or_wait() -> None:
    deck = deck_of(DECK)
    [card] = deck.cards
    draw = next(draws(card))
    seen = {Look("value", "y.tolist()"): Fact("value", {"type": "object", "text": "\x1b[1m"})}
    told = with_words(card, draw, seen)
    assert isinstance(told, PredictCard)
    assert told.explain is not None
    assert plain_text(told.explain.en) == (
        "`tuple(x.shape)` becomes `\\x1b[1m`: `0.3333`, `0.33`, `a word`."
    )
    assert plain_text(told.mistakes[0].say.en) == "The dimension of `3` is gone."
    waiting = with_words(card, draw, {}, pending=True).explain
    assert waiting is not None
    assert waiting.zh is not None
    assert plain_text(waiting.zh) == "平均值的形状是 `…`。"


def test_each_expression_is_looked_at_once_and_before_what_mistakes_may_change() -> None:
    deck = deck_of(DECK)
    run = exercise(deck, deck.cards[0], next(draws(deck.cards[0])))
    looks = run.snippet().looks
    assert looks[1:-1] == word_looks(deck.cards[0])
    assert len(set(looks)) == len(looks)
    assert Look("text", "format(1 / 3, '.2f')") in looks


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ({"type": "float", "data": 12345.678, "text": "12345.678"}, "1.235e+04"),
        ({"type": "str", "data": "rises", "text": "'rises'"}, "rises"),
        ({"type": "str", "data": "", "text": "''"}, "''"),
        ({"type": "bool", "data": True, "text": "True"}, "True"),
    ],
)
def test_words_are_shown_as_truths_are_to_four_digits(data: object, word: str) -> None:
    assert word_of(Fact("value", data)) == word


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9",
        "'%999999999d' % n",
        "'a' * 10**9",
        "(1).__class__",
        "t.format(n)",
        "[i for i in t]",
        "f'{n:>999999999}'",
        "open('x')",
        "max(t, key=print)",
        "n" + " + n" * 200,
    ],
)
def test_an_expression_of_a_draw_reaches_nothing_and_takes_no_time(expression: str) -> None:
    with pytest.raises(NotDrawn):
        value_in({"n": "2", "t": "'text'"}, expression)


def test_what_is_drawn_does_not_double_without_end() -> None:
    draw = {"v0": "[1, 2]"} | {f"v{n}": f"[v{n - 1}, v{n - 1}]" for n in range(1, 8)}
    assert value_in(draw, "len(v6)") == 2
    with pytest.raises(NotDrawn):
        value_in(draw, "len(v7)")


def test_what_is_drawn_may_speak_of_what_was_drawn_before() -> None:
    draw = {"n": "2", "m": "n + 1", "kind": "torch.int64", "rule": "'ij->ji'"}
    assert value_in(draw, "1 < n < m and kind in (torch.int64, torch.uint8)") is True
    assert value_in(draw, "rule[0] if len(rule) > 3 else max(n, m)") == "i"


PROBLEMS = """\
topic: kinds
setup: import torch
cards:
  - id: given
    prompt: A tensor of {= n} rows, `{= 2 * n}` in all.
    vary: {n: [2, 3]}
    code: x = torch.ones(n, 2)
    ask: {value: x.numel()}
    mistakes:
      - value: x.sum().item() + 1
        say: |
          It is
          {= x.wrong()}.
    explain: Much {= torch.zeros(500)}, nothing {= ""}, chance {= torch.rand(1)}.
  - id: alike
    prompt: Which?
    code: x = torch.ones(3)
    choices:
      - {text: "{= x.sum()}", holds: true}
      - {text: "`3.`", holds: false}
  - id: gap
    prompt: Fill it.
    code: y = ____
    tests: assert y == 3
    solution: 1 + 2
    wrong: ["2"]
    explain: It is {= yy}.
  - id: back
    prompt: What?
    back: It is {= nothing}.
  - id: well
    prompt: Fill it.
    vary: {n: [2, 3]}
    code: y = ____
    tests: assert y == n
    solution: n
    wrong: ["0"]
    explain: It is {= y}{= "" if n == 2 else "!"}, {= torch.tensor(1.5):.1f} and {= torch.float16}.
"""


def test_words_that_cannot_be_told_or_tell_too_much_are_problems_with_their_places(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    found = checked(tmp_path, lent_runner, PROBLEMS)
    told = [f"{p.line}:{p.column} {p.message.split(' (')[0][:80]}" for p in found.problems]
    assert told == [
        "14:19 a word is too long for a sentence: tensor([0., 0., 0., 0., 0., 0., 0., 0., … has",
        "14:49 a word comes to nothing: an empty text",
        "13:11 a word cannot be computed: AttributeError: 'Tensor' object has no attribute 'wro",
        "14:64 the truth depends on the seed, the clock, the machine or memory addresses: `torc",
        "5:38 the prompt gives the answer away: 4",
        "20:9 reads the same as option 1: `3.`",
        "27:20 a word cannot be computed: NameError: name 'yy' is not defined",
        "30:17 a word cannot be computed: NameError: name 'nothing' is not defined",
    ]
    assert found.runs == 2 + 1 + 1 + 1 + 2


def test_the_author_s_words_do_not_change_what_a_card_asks() -> None:
    plain = deck_of(DECK.replace("{= n * m} elements", "many elements")).cards[0]
    assert plain.content_hash == deck_of(DECK).cards[0].content_hash


def test_a_hole_of_a_megabyte_of_blanks_is_told_at_once() -> None:
    card = f"  - {{id: one, prompt: 'What? {{= a{' ' * 900_000}}}', back: b}}\n"
    [problem] = load_text(f"topic: own\ncards:\n{card}", "own.yaml").problems
    assert problem.message == "prompt: a `{=` is longer than 1000 characters"


def test_a_text_has_room_for_a_thousand_holes() -> None:
    card = f"  - {{id: one, back: b, prompt: '{'{=1}' * 1_001}'}}\n"
    [problem] = load_text(f"topic: own\ncards:\n{card}", "own.yaml").problems
    assert problem.message == "prompt: more than 1000 words of a text cannot be computed"


def test_a_deck_that_would_take_for_ever_is_read_all_the_same() -> None:
    many = "vary: {a: {from: 1, to: 64}, b: {from: 1, to: 64}}"
    card = f"  - {{id: one, prompt: p, code: x = a, ask: {{value: x}}, {many}, where: a < b}}\n"
    [problem] = load_text(f"topic: own\ncards:\n{card}", "own.yaml").problems
    assert problem.message == "where: has 4,096 draws to judge; 512 is the most"
    words = "{= a ** 2} " * 200
    cards = "".join(
        f"  - {{id: c{n}, prompt: '{words}', code: x = a, ask: {{value: x}}, {many}}}\n"
        for n in range(12)
    )
    deck = deck_of(f"topic: words\ncards:\n{cards}")
    assert len(deck.cards) == 12
