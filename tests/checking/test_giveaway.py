"""Prompts and comments in which the answer stands already."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.checking.examined import Examined
from quizapp.checking.findings import Finding, Site
from quizapp.checking.giveaway import giveaways, solution_given
from quizapp.checking.lines_given import order_given
from quizapp.checking.plan import Plan
from quizapp.checking.report import problems
from quizapp.checking.telling_words import told_before
from quizapp.deck.format.load import load_text
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.kinds.write import WriteCard
from runner.protocol.wire import Fact, Outcome

ERROR = {"type": "RuntimeError", "bases": [], "subclasses": [], "message": "no"}

TWO = {"type": "tensor", "shape": [2], "dtype": "float32", "data": [4.0, 6.0], "text": "…"}

DECK = """\
topic: ops
cards:
  - id: one
    prompt: {prompt}
    code: |
      {code}  {comment}
    ask: {{{kind}: x}}
"""


def found(
    kind: str,
    data: object,
    *,
    prompt: str = "What?",
    code: str = "x = 1",
    comment: str = "",
    hint: str = "Hm.",
    asked: str = "x",
) -> list[str]:
    text = DECK.format(prompt=prompt, code=code, comment=comment, kind=kind)
    text = text.replace(f"{kind}: x", f"{kind}: {asked}") + f"    hint: {hint}\n"
    deck = load_text(text, "ops.yaml").deck
    assert deck is not None
    (card,) = deck.cards
    assert isinstance(card, PredictCard)
    fact = Fact(kind, data)  # type: ignore[arg-type]
    return [str(one) for one in giveaways(card, Outcome((fact,), "", "", None, 0.0))]


ALONE = {"type": "tensor", "shape": [1], "dtype": "float32", "data": [7.0], "text": "…"}


def test_the_number_alone_gives_a_tensor_of_one_element_away_as_it_is_graded_right() -> None:
    assert found("value", ALONE, hint="it is 7") == ["the hint gives the answer away: 7."]
    assert found("value", ALONE, comment="# gives 7") != []
    assert found("value", ALONE, hint="Not 7 but half of it?") == []
    assert found("value", TWO, hint="it is 4") == []


def value(data: object, text: str = "") -> dict[str, object]:
    kind = {int: "int", float: "float", str: "str"}[type(data)]
    return {"type": kind, "data": data, "text": text or repr(data)}


def test_a_truth_in_the_prompt_or_a_comment_is_found() -> None:
    assert found("shape", [2, 3], prompt="Why is it (2, 3)?") == [
        "the prompt gives the answer away: (2, 3)"
    ]
    assert found("shape", [2, 3], comment="# (2,3)") == [
        "a comment in the code gives the answer away: (2, 3)"
    ]
    assert found("shape", [2, 3], prompt='"Why is it \\\\(2, **3**\\\\)?"') != []
    assert found("grad_fn", "PowBackward0", comment="# PowBackward0") != []
    assert found("value", value(1024), prompt="Is it 1024 or more?") != []
    assert found("shape", [2, 3], comment="# is 2x3") != []
    assert found("shape", [2, 3], comment="# is 2 × 3") != []
    assert found("dtype", "float32", comment="# becomes torch.float32") != []
    assert found("bool", False, hint="'No.'") == ["the hint gives the answer away: False"]
    assert found("bool", False, hint="No copy is made.") == []
    assert found("value", TWO, comment="# gives [4, 6]") != []
    assert found("value", TWO, comment="# -> [4.0, 6.0]") != []
    assert found("value", value(4.0), comment="# 4.0") != []
    assert found("bool", True, comment="# yes") != []
    for comment in (
        "# gives 6.0",
        "# is 6",
        "# = 6.",
        "# -> 6.0",
        "# it is 6",
        "# 结果是 6",
        "# 得到 6.0",
    ):
        assert found("value", value(6.0), comment=comment) != [], comment
        assert found("value", value(7.0), comment=comment) == [], comment
        assert found("value", value(6.0), code="y = 6.0", comment=comment) == [], comment
    for comment in ("# gives 6 rows", "# is 6 times as much", "# 6 of them", "# gives each of 6"):
        assert found("value", value(6.0), comment=comment) == [], comment
    assert found("raises", ERROR, prompt="Raises a RuntimeError. Why?") != []


def test_an_answer_by_another_name_is_found() -> None:
    for text in ("It is `torch.long`.", "Why is it a `long`?", "它是 `long`。"):
        assert found("dtype", "int64", prompt=text) == ["the prompt gives the answer away: int64"]
        assert found("dtype", "int64", hint=text) == ["the hint gives the answer away: int64"]
        assert found("dtype", "int32", prompt=text) == []
    assert found("dtype", "int64", comment="# torch.long") != []
    assert found("dtype", "int64", hint="How long is it?") == []
    assert found("dtype", "float32", prompt="What becomes of a `float` or a `double`?") == []
    assert found("dtype", "float32", prompt="What is `float`?") == []
    assert found("grad_fn", "ExpBackward0", hint="It is an ExpBackward.") != []
    assert found("grad_fn", "ExpBackward0", hint="It is an Expansion.") == []


def test_an_answer_of_one_digit_that_a_hint_calls_the_answer_is_found() -> None:
    for hint in ("The answer is 7.", "It is 7", "Count. The answer is 7, not 8.", "答案是 7。"):
        assert found("value", value(7), hint=f"'{hint}'") == ["the hint gives the answer away: 7"]
        assert found("value", value(8), hint=f"'{hint}'") == []
    for hint in ("The answer is below 7.", "It is 7 times that.", "The answer is 7 or 8?"):
        assert found("value", value(7), hint=f"'{hint}'") == []
    assert found("bool", False, hint="The answer is no number.") == []


def lines_told(prompt: str, hint: str = "Hm.") -> list[str]:
    prompt = "".join(f"      {line}\n" for line in prompt.split("\n"))
    deck = load_text(
        f"topic: ops\ncards:\n  - id: one\n    prompt: |\n{prompt}    hint: {hint!r}\n"
        "    code: x = 1\n    order: |\n      y = x\n      z = y\n      w = z\n"
        "    tests: assert w == 1\n",
        "ops.yaml",
    ).deck
    assert deck is not None
    (card,) = deck.cards
    assert isinstance(card, OrderCard)
    return [str(one) for one in order_given(card)]


def test_lines_that_a_sentence_has_in_their_order_are_found() -> None:
    for text in (
        "First `y = x`, then `z = y`, then `w = z`.",
        "y = x, z = y, w = z",
        "y=x; z=y; w=z",
        "`y = x` → `z = y` → `w = z`",
        "先 `y = x`，再 `z = y`，最后 `w = z`。",
    ):
        assert lines_told(text) == ["the prompt gives the answer away: y = x"], text
        assert lines_told("What?", text) == ["the hint gives the answer away: y = x"], text
    assert lines_told("1. `y = x`\n2. `z = y`\n3. `w = z`") != []


def test_lines_in_another_order_or_not_all_of_them_are_no_giveaway() -> None:
    for text in (
        "`z = y`, `y = x`, `w = z`",
        "`y = x` comes before `w = z`.",
        "y = x + 1, z = y, w = z",
        "my = x, z = y, w = z",
    ):
        assert lines_told(text) == lines_told("What?", text) == [], text


def test_lines_that_the_prompt_shows_in_their_order_are_found() -> None:
    def told(*shown: str) -> list[str]:
        return lines_told("\n".join(("In order:", "", "```", *shown, "```")))

    assert told("y = x", "", "z = y", "w = z") == ["the prompt gives the answer away: y = x"]
    assert told("z = y", "y = x", "w = z") == told("y = x", "z = y") == []


def test_a_yes_or_no_that_is_told_in_words_is_found() -> None:
    def told(kind: str, data: bool, text: str, field: str = "prompt") -> list[str]:
        seen = data if kind == "bool" else ERROR if data else None
        return found(kind, seen, asked="code" if kind != "bool" else "x", **{field: f"'{text}'"})

    for kind, data, text in (
        ("bool", True, "Why is `x` True?"),
        ("bool", True, "`x` is true. What is `x`?"),
        ("bool", False, "`x` is False. What is it?"),
        ("bool", True, "为什么 `x` 为真？"),
        ("fails", True, "Why does this code raise?"),
        ("fails", True, "Which error does this code raise?"),
        ("fails", True, "Does it raise (yes)?"),
        ("fails", False, "Does it raise (no)?"),
        ("fails", True, "这段代码为什么会抛出异常？"),
        ("fails", True, "会抛出什么错误？"),
        ("warns", True, "Which warning is shown?"),
        ("warns", True, "会显示哪条警告？"),
    ):
        shown = {"bool": str(data)}.get(kind, "yes" if data else "no")
        assert told(kind, data, text) == [f"the prompt gives the answer away: {shown}"], text
        assert told(kind, not data, text) == [], text
    assert told("fails", True, "Yes, it raises.", "hint") != []
    assert told("fails", False, "不会，形状相同。", "hint") != []
    for kind, text in (
        ("bool", "If `x` is True, what is `y`? Is it so?"),
        ("bool", "Is `x` true or false?"),
        ("fails", "Why does it not raise?"),
        ("fails", "Which error is raised, if any?"),
        ("fails", "Why does `y.view(7)` stay as it is, and does it raise?"),
        ("fails", "会抛出什么错误吗？"),
        ("fails", "Does it raise (yes or no)?"),
        ("warns", "Is a warning shown?"),
    ):
        assert told(kind, True, text) == [], text
    assert told("fails", True, "Yes men agree.", "hint") == []


def test_what_is_stated_of_another_name_is_no_answer() -> None:
    def told(prompt: str) -> list[str]:
        return found("shape", [2, 3], prompt=prompt, code="w = 1\n      x = w")

    assert told("'`w` has the dtype int64 and the shape (2, 3). What has x?'") == []
    assert told("{en: What?, zh: w的数据类型为int64，形状是（2，3）。}") == []
    assert told("w is of shape 2 x 3, x too") == []
    assert told("w holds [1] and has shape (2, 3)") == []
    assert found("shape", [2, 3], code="w = 1  # (2, 3)\n      x = w") == []
    assert found("shape", [2, 3], code="w = 1\n      x = w", comment="# (2, 3)") != []
    assert told("w and x have the shape (2, 3)") != []
    assert told("w has three axes less than (2, 3)") != []
    assert told("The shape (2, 3) comes from w") != []


def test_a_call_that_the_code_shows_as_well_gives_nothing_away() -> None:
    code = "x = y.mean(dim=(2, 3))"
    assert found("shape", [2, 3], prompt="Of `mean(dim=(2, 3))`, what is left?", code=code) == []
    assert found("shape", [2, 3], prompt="Of `mean( (2, 3) )`, what is left?", code=code) != []
    assert found("shape", [2, 3], prompt="Is it `(2, 3)`?", code=code) != []


def test_another_sentence_that_leaves_something_open_hides_no_answer() -> None:
    assert found("raises", ERROR, prompt="It raises a RuntimeError. What is `y`, or nothing?") != []
    assert (
        found("raises", ERROR, prompt="Is it a RuntimeError for want of a grad or a graph?") != []
    )


def test_it_is_found_in_chinese_too() -> None:
    assert found("dtype", "float32", prompt="{en: What?, zh: 为何是float32呢}") != []
    assert found("raises", ERROR, prompt="{en: What?, zh: 抛出RuntimeError？}") != []
    assert found("value", value(12.625), prompt="{en: What?, zh: 为何是12.625呢}") != []
    assert found("shape", [2, 3], prompt="{en: What?, zh: 形状是（2，3）吗}") != []
    assert found("shape", [2, 3], prompt="{en: What?, zh: 即2×3}") != []
    assert found("value", value(12.625), prompt="{en: What?, zh: 为何是12.6251呢}") == []


@pytest.mark.parametrize(
    ("kind", "data", "prompt"),
    [
        ("shape", [2, 3], "Why is it (2, 3, 4)?"),
        ("value", value(2), "What are the 2 values?"),
        ("value", value(1024), "Is it 10245?"),
        ("value", value(1024), "Is it 0.1024?"),
        ("dtype", "float32", "What do float32 and float16 give?"),
        ("dtype", "float32", "Which one of bfloat16 is it?"),
        ("raises", ERROR, "Is it a RuntimeError or an IndexError?"),
        ("raises", ERROR, "Does it raise a RuntimeError, or nothing?"),
        ("raises", ERROR, "Does it raise a RuntimeError or not?"),
        ("raises", ERROR, "Is it a RuntimeError, or is it fine?"),
        ("raises", ERROR, "{en: What?, zh: 会抛出RuntimeError还是什么也不抛出？}"),
        ("raises", ERROR, "{en: What?, zh: 会抛出RuntimeError，还是没有异常？}"),
        ("grad_fn", "ExpBackward0", "Is it an ExpBackward0, or None?"),
        ("grad_fn", None, "What is None here?"),
    ],
)
def test_what_stands_there_by_chance_is_no_giveaway(kind: str, data: object, prompt: str) -> None:
    assert found(kind, data, prompt=prompt) == []


def test_a_computed_word_tells_a_whole_number_with_its_point_and_without() -> None:
    text = DECK.format(prompt='"{= 2 * n}, {= 4.0 * n}"', code="x = 1", comment="", kind="value")
    deck = load_text(f"{text}    vary: {{n: [2, 3]}}\n", "ops.yaml").deck
    assert deck is not None
    for told, truth in (("4", value(4.0)), ("8.0", value(8))):
        found = told_before(deck.cards[0], {"n": "2"}, [Fact("value", truth)])
        assert [str(one) for one in found] == [f"the prompt gives the answer away: {told}"]


def test_what_only_some_draws_of_a_card_give_away_is_chance(tmp_path: Path) -> None:
    text = DECK.format(prompt="What?", code="x = 1", comment="", kind="value")
    (tmp_path / "ops.yaml").write_text(text)
    deck = load_text(text, str(tmp_path / "ops.yaml")).deck
    assert deck is not None
    (card,) = deck.cards
    assert isinstance(card, PredictCard)
    plan = Plan(deck=deck, card=card, draws=({"n": "1"}, {"n": "2"}))
    telling = Finding(Site("prompt"), "the prompt gives the answer away", "123")
    often, seldom = Examined((), suspected=(telling,)), Examined(())
    for by_draw, told in (([often, often], 1), ([often, seldom], 0), ([seldom, often], 0)):
        assert len(list(problems([plan], [by_draw]))) == told


def test_a_comment_that_tells_is_named_with_its_own_line() -> None:
    text = """topic: ops
cards:
  - id: one
    prompt: What?
    code: |
      a = 1  # not yet
      x = 2
      # 1024 then
    ask: {value: x}
"""
    deck = load_text(text, "ops.yaml").deck
    assert deck is not None
    (card,) = deck.cards
    assert isinstance(card, PredictCard)
    (told,) = giveaways(card, Outcome((Fact("value", value(1024)),), "", "", None, 0.0))
    assert told.site == Site("code", 8)


def test_code_itself_gives_nothing_away() -> None:
    assert found("value", value(1), comment="") == []


def places(card: str, path: Path, runner_facts: list[Fact]) -> list[tuple[int, str]]:
    path.write_text(f"topic: ops\ncards:\n  - id: one\n{card}", encoding="utf-8")
    loaded = load_text(path.read_text(encoding="utf-8"), str(path))
    assert loaded.deck is not None, loaded.problems
    (card_read,) = loaded.deck.cards
    if isinstance(card_read, PredictCard):
        found = giveaways(card_read, Outcome(tuple(runner_facts), "", "", None, 0.0))
    else:
        assert isinstance(card_read, WriteCard)
        found = solution_given(card_read)
    told = problems(
        [Plan(deck=loaded.deck, card=card_read, draws=({},))], [[Examined(tuple(found))]]
    )
    return sorted((one.line, one.source_line[one.column - 1 :]) for one in told)


def test_what_gives_an_answer_away_is_told_at_its_own_line(tmp_path: Path) -> None:
    path = tmp_path / "ops.yaml"
    asked = """\
    prompt: |
      What is there?

      Think. Why is it (2, 3)?
    code: x = 1
    ask: {shape: x}
    hint: |
      Count.
      It is (2, 3).
"""
    assert places(asked, path, [Fact("shape", [2, 3])]) == [
        (7, "Why is it (2, 3)?"),
        (12, "It is (2, 3)."),
    ]
    true = """\
    prompt: |
      Look.

      Why is `x` true?
    code: x = True
    ask: {bool: x}
    hint: |

      Yes.
"""
    assert places(true, path, [Fact("bool", True)]) == [(7, "Why is `x` true?"), (12, "Yes.")]
    written = """\
    prompt: Make it.
    code: y = ____
    solution: x.sum()
    wrong: [x.mean()]
    tests: |
      assert y.dim() == 0, "it is a scalar"
      assert y == 3, (
          "it should be x.sum()"
      )
"""
    assert places(written, path, []) == [(11, '"it should be x.sum()"')]


def test_a_number_that_would_be_graded_right_is_the_answer_given_away() -> None:
    loss = value(1.3862943611)
    assert found("value", loss, prompt='"Predict `x`, which is about 1.386."')
    assert found("value", loss, prompt='"Predict `x`, which is 1.3863"')
    assert found("value", loss, hint='"It is 1.386, nearly."')
    assert found("value", loss, comment="# gives 1.386")
    assert found("value", value(0.70710678), comment="# 0.7071")
    thirds = {**TWO, "data": [0.33333334, 0.6666667]}
    assert found("value", thirds, prompt='"What is `x` which is [0.333, 0.667]?"')
    assert found("value", thirds, hint='"(0.333, 0.667)"')


def test_a_number_of_few_digits_or_of_something_else_gives_nothing_away() -> None:
    half = value(0.5004)
    assert not found("value", half, prompt='"A rate of 0.5 makes what of `x`?"')
    assert not found("value", value(1.3862943611), hint='"Of torch 1.386.2."')
    assert not found("value", value(1.3862943611), hint='"Not 1.387, nor 1.4"')
    assert not found("value", {**TWO, "data": [0.25, 0.333]}, hint='"It ends with 0.333."')
