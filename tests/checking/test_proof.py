"""Proofs: what runs for them, what a check says of them, and which sentences want one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from quizapp.checking.claims import sentences, unproven
from quizapp.deck.exercise import exercise
from quizapp.deck.format.load import load, load_text
from quizapp.deck.phrases import proof_in_words
from tests.checking.checks import checked
from tests.trusting import trusted

DECK = """\
topic: proofs
setup: import torch
cards:
  - id: mean
    prompt: What is the shape?
    vary: {n: [2, 3]}
    code: |
      x = torch.arange(n * 3.).reshape(n, 3)
      y = x.mean(dim=1)
    ask: {shape: y}
    mistakes: [{shape: x, say: It is smaller than that.}]
    explain: |
      One is summed.
      It is never more, and `only` this.
    proof: |
      assert x.mean().shape == ()
      assert y.sum() < 9, f"the sum is {y.sum()}"
  - id: raising
    prompt: What?
    code: |
      x = torch.ones(2)
      x.view(3)
    ask: {raises: code}
    proof: |
      assert x.sum() == 2
      assert raises(NameError, "y")
      assert raises(Exception, "y")
  - id: hanging
    prompt: Does it?
    code: |
      import threading; threading.Event().wait()
    ask: {hangs: code}
    timeout: 0.3
    proof: |
      __import__("threading").Event().wait(); assert 1
  - id: back
    prompt: What?
    back: B
    proof: "assert torch.finfo(torch.float16).max == 1"
  - id: uncalled
    prompt: What?
    back: B
    proof: |
      x = torch.ones(2, 2)
      assert x.t().is_contiguous, "it is not"
      assert x.shape and (torch.is_tensor or x[0, 0])
      assert x.dim != 3 and x.dim() == 2
      assert x.dtype != "float64" and x.dtype != torch.float64
      assert not x.shape == [2, 2]
      assert f"{x}"
      assert map(int, x) and len(x) >= 0 and x.shape == x.shape and torch.equal(x, x)
      assert x.dim() == 2, "it has {x.dim()}"
  - id: not-a-text
    prompt: What?
    back: B
    proof: assert raises(RuntimeError, torch.ones(2).view(3))
  - id: gap
    prompt: Fill it.
    vary: {n: [1]}
    code: y = ____
    tests: |
      z = 1
      assert y == 3
    solution: n + 2
    wrong: ["2"]
    proof: |
      assert y == 3 and "z" not in globals()
      assert raises(NameError, "z") and not raises(ValueError, "y")
"""


def test_what_does_not_hold_is_told_with_its_line(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    found = checked(tmp_path, lent_runner, DECK)
    told = [f"{p.line}:{p.column} {p.card} {p.message}" for p in found.problems]
    assert told == [
        "17:7 proofs/mean this does not hold: the sum is 12.0 (n = 3); "
        "what it is to prove is said at line 11, 14",
        "27:7 proofs/raising the proof raises: NameError: name 'y' is not defined",
        "34:5 proofs/hanging the proof was stopped: "
        "The code ran longer than 0.3 seconds and was stopped; "
        "`timeout` gives it up to 60 seconds",
        "39:5 proofs/back this does not hold: torch.finfo(torch.float16).max == 1",
        "52:7 proofs/uncalled a message with braces has no `f` before it: it has {x.dim()}",
        "50:7 proofs/uncalled an assertion always holds: f'{x}' is always true",
        "51:7 proofs/uncalled an assertion always holds: map(int, x) and len(x) >= 0 and "
        "(x.shape == x.shape) and torch.equal(x, x) is always true",
        "45:7 proofs/uncalled an assertion always holds: x.t().is_contiguous is not called",
        "46:7 proofs/uncalled an assertion always holds: torch.is_tensor is not called",
        "47:7 proofs/uncalled an assertion always holds: `x.dim` is of type "
        "builtin_function_or_method, neither true nor false (did you mean `x.dim()`?)",
        "48:7 proofs/uncalled an assertion always holds: `x.dtype != 'float64'` compares a dtype "
        "with a text, which are never equal (did you mean `torch.float64`?)",
        "49:7 proofs/uncalled an assertion always holds: `x.shape == [2, 2]` compares a tuple "
        "with a list, which are never equal (did you mean `list(x.shape)`?)",
        "56:5 proofs/not-a-text the proof raises: RuntimeError: shape '[3]' is invalid for input "
        "of size 2; the code is to be a text: `raises(RuntimeError, 'torch.ones(2).view(3)')`",
    ]
    assert found.runs == 8


IDLE = """\
topic: idle
setup: import torch
cards:
  - id: proven
    prompt: What is the shape?
    vary: {n: [1, 2]}
    code: x = torch.ones(n)
    ask: {shape: x}
    proof: |
      assert (n == 3, "no")
      if n == 1:
          assert x.sum() == 1; assert "ü" and n == 1
      else: assert x.sum() == 2
      def never():
          assert n == 3
      for _ in ():
          assert n == 3
      try:
          assert n == 3, (
              "ü")
      except AssertionError:
          pass
      else:
          assert False
      if torch.__version__ < "1":
          assert n == 3
      assert (1 or n) and n
      assert n and 1 or None
      assert (one > 3 for one in x)
      def nobody_calls_it():
          assert False
      assert all(one > 3 for one in []) and not any([])
      assert x.sum() == 6 or n != 6 or not x.sum() == 6
      assert isinstance(x, object)
  - id: shows-something
    prompt: What is the shape?
    code: x = torch.ones(2)
    ask: {shape: x}
    proof: |
      def refuse(*given): assert False, "it is called"
      def refuse_by_its_text(): assert False
      x.register_hook(refuse) if x.requires_grad else None
      assert raises(AssertionError, "refuse_by_its_text()")
      assert all(one == 1 for one in [*x]) and [] == list(x[2:])
      assert x.sum() == 2 or x.sum() != x.numel()
      assert not any(x > 3) and isinstance(x, torch.Tensor)
      assert raises(AttributeError, "x.foo()") and raises(Exception, "x.view(3)")
      assert raises(Exception, "torch.nn.Linear(2, None)")
  - id: tried
    prompt: Ones?
    code: x = ____
    tests: |
      if n := x.sum() > 2:
          assert n
      assert [x.sum() == 2]
      assert x.sum() == 2
      x.sum() == 2
      if n: torch.equal(x, x)
    solution: torch.ones(2)
    wrong: [torch.ones(3)]
  - id: of-nan
    prompt: 0 for NaN?
    code: |
      d = {"a": torch.tensor(float("nan"))}
      y = ____
    tests: |
      assert y == y, "NaN is left for {a} in {'a': …}"
      assert y == 0
    solution: d["a"].nan_to_num(0.)
    wrong: ['d["a"]']
"""


def test_assertions_that_always_hold_or_that_nothing_comes_to_are_told(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    found = checked(tmp_path, lent_runner, IDLE)
    assert [f"{p.line} {p.message.partition(' (n = 1,')[0]}" for p in found.problems] == [
        "10 an assertion always holds: (n == 3, 'no') is always true",
        "29 an assertion always holds: (one > 3 for one in x) is always true",
        "32 an assertion always holds: all((one > 3 for one in [])) and "
        "(not any([])) is always true",
        "33 an assertion always holds: x.sum() == 6 or n != 6 or (not x.sum() == 6) is always true",
        "34 an assertion always holds: isinstance(x, object) is always true",
        "15 an assertion is never reached",
        "17 an assertion is never reached",
        "19 an assertion fails, and that is caught",
        "31 an assertion is never reached",
        "57 it asks nothing without `assert` before it: x.sum() == 2",
        "58 it asks nothing without `assert` before it: torch.equal(x, x)",
        "55 an assertion always holds: [x.sum() == 2] is always true",
        "54 an assertion is never reached",
    ]


def test_code_that_fails_before_the_proof_is_told_where_it_is(
    tmp_path: Path, lent_runner: Sequence[str]
) -> None:
    text = DECK.partition("  - id: raising")[0].replace("x.mean(dim=1)", "x.mean(dim=n)")
    found = checked(tmp_path, lent_runner, text)
    assert {(p.line, p.message.partition(":")[0]) for p in found.problems} == {
        (9, "the code raises, and no ask is `raises"),
        (9, "the code raises before the proof"),
    }


def test_a_proof_is_shown_behind_the_code_and_counted() -> None:
    deck = trusted(load_text(DECK, "proofs.yaml").deck)
    mean, *_, back, _, _, gap = deck.cards
    assert proof_in_words(mean) == "2 assertions stand behind this"
    assert proof_in_words(back) == "1 assertion stands behind this"
    assert exercise(deck, gap, {"n": "1"}).proof_code.startswith("n = 1\ny = n + 2\n\nassert y")
    assert exercise(deck, back, {}).instead("assert 1").sources[-1].text == "assert 1"


def test_a_point_within_code_or_a_number_ends_no_sentence() -> None:
    text = "It gives 3.5, as `a. only b` does. Only\nmode, e.g. {= x. y}? 总是这样。每个也是。"
    assert sentences(text) == [
        "It gives 3.5, as `a. only b` does.",
        "Only\nmode, e.g. {= x. y}?",
        "总是这样。",
        "每个也是。",
    ]


@pytest.mark.parametrize("sign", ["`", "~", "`~", "`a"])
def test_a_long_run_of_signs_is_read_in_no_time(sign: str) -> None:
    assert len(sentences(sign * 100_000)) == 1


def test_items_rows_and_paragraphs_end_sentences_and_an_address_is_none() -> None:
    text = """Two

- *one*
- only [a](https://b.c/never.d)
  e

| any |
|-----|
| f   |

~~~
always. x
~~~
"""
    assert sentences(text) == [
        *(
            "Two",
            "- *one*",
            "- only [a](https://b.c/never.d)\n  e",
            "| any |",
            "|-----|",
            "| f   |",
        ),
        "~~~\nalways. x\n~~~",
    ]


CLAIMS = """\
topic: claims
cards:
  - id: claims
    prompt: Is it always so?
    code: x = 1
    ask: {value: x}
    mistakes: [{value: x + 1, say: "It never is. `only` now."}]
    explain:
      en: |
        So it is here. Any other
        would be less than that.
      zh: 这里如此。它总是这样。
  - id: proven
    prompt: In
    code: x = 1
    ask: {value: x}
    explain: It is always so.
    proof: assert x == 1
  - id: plain
    prompt: In
    back: |
      The first is 1. Its gradient is None.
      The canonical way of a [many-headed](https://any.all/) one.

      ```
      only = all + any
      ```
  - id: of-others
    prompt: In
    back: |
      No. If only it were so. It drops all ten, all 10 of them. So all is well.
      Some colleagues hold that it is always so. Many a model has none.
      With reduction 'none' there is one for each, with "all" and ‘any’ too.
  - id: chinese
    prompt: 问
    back: 只要如此，雅可比矩阵比较简单。它总是这样。
  - id: of-none
    prompt: In
    back: None is not 0. None means that there is a leaf; None isn't False.
  - id: of-none-of-them
    prompt: In
    back: None is shared.
"""


def test_sentences_that_generalise_want_a_proof(tmp_path: Path) -> None:
    path = tmp_path / "claims.yaml"
    path.write_text(CLAIMS, encoding="utf-8")
    deck = trusted(load(path).deck)
    found = list(unproven([(deck, card) for card in deck.cards]))
    assert [(p.line, p.column, p.card, p.message.partition("'")[2][:5]) for p in found] == [
        (10, 24, "claims/claims", "Any' "),
        (7, 37, "claims/claims", "never"),
        (32, 50, "claims/of-others", "none'"),
        (36, 26, "claims/chinese", "总是' s"),
        (42, 11, "claims/of-none-of-them", "None'"),
    ]
