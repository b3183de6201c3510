"""`quiz check --advice`: what is no problem, and could teach better."""

from __future__ import annotations

import json

import pytest
import torch

from tests.cli.conftest import Quiz

CARDS = """\
  - id: sound
    prompt: What are the shape and the sum of these ones?
    vary: {n: [2, 3]}
    code: x = torch.ones(n, 2)
    ask: [{shape: x}, {value: x.sum()}]
    mistakes: [{value: x.numel() / 2, say: Those are the rows.}]
    explain: Every element counts.
  - id: constant
    prompt: What are the dtype and the shape of these ones?
    vary: {n: [2, 3], k: [n, n + 1]}
    code: y = torch.ones(n)
    ask: [{dtype: y}, {shape: y}, {device: y}]
    mistakes: [{device: torch.device('meta'), say: It has numbers.}]
    explain: '{n} ones are floats, `{n}` too.'
  - id: guessed
    prompt: And now?
    code: z = torch.ones(2).T
    ask: {bool: z.is_contiguous()}
  - id: as-sound
    prompt: What are the shape and the sum of these tens?
    vary: {k: [4, 5]}
    code: t = torch.ones(k, 2)
    ask: [{shape: t}, {value: t.sum()}]
    explain: Every element counts.
  - id: imports
    prompt: What does this print in all, line by line?
    level: 1
    code: |
      import pandas
      import numpy as np
{lines}
      print(1)
    needs: pandas
    ask: {output: stdout}
    explain: It prints.
  - id: imports-more
    prompt: What does this print in all, line by line?
    code: |
      def nobody(): import pandas, os.path
      print(2)
    ask: {output: stdout}
    explain: It prints.
""".replace("{lines}", "\n".join(f"      a{n} = {n}" for n in range(12)))


def test_each_piece_of_advice_is_given_once_and_is_no_problem(quiz: Quiz) -> None:
    deck = quiz.deck(CARDS)
    run = quiz("check", str(deck), "--advice", "--json")
    told = json.loads(run.stdout)
    assert (run.returncode, told["problems"]) == (0, [])
    assert [(each["card"].removeprefix("mine/"), each["message"]) for each in told["advice"]] == [
        ("constant", "'dtype of y' has the same answer in every draw"),
        ("constant", "`{n}` is shown as it stands; `{= n}` tells what it comes to"),
        ("constant", "nothing that is run or shown reads k"),
        ("guessed", "there is no `explain`: the learner never hears why"),
        ("guessed", "the prompt says nothing that the asks do not say"),
        ("guessed", "a yes or no that never varies is guessed, and then remembered"),
        ("as-sound", "no `mistakes` say what is wrong with a likely wrong value"),
        ("as-sound", "the code is that of mine/sound but for names"),
        ("imports", "15 lines of code are much to read at level 1"),
        ("imports-more", "`needs: pandas` is missing: not every machine has it"),
    ]
    guessed = ("check", str(deck), "--advice", "--card", "guessed")
    lines = quiz(*guessed).stdout.splitlines()
    assert lines[0].startswith(f"advice: {deck}:19:")
    assert "3 of advice" in lines[-1]
    assert quiz(*guessed, "--format", "github").stdout.startswith("::warning")


def test_without_being_asked_check_gives_no_advice(quiz: Quiz) -> None:
    told = quiz("check", str(quiz.deck(CARDS)), "--json", "--card", "guessed").stdout
    assert "advice" not in json.loads(told)


IN_PLACE = """\
  - id: before-another
    prompt: What do these two come to, in their order?
    code: x = torch.ones(2)
    ask: [{value: x.add_(1)}, {value: x}]
    mistakes: [{value: torch.ones(2), say: It works in place.}]
    explain: It works in place.
  - id: before-a-word
    prompt: Of what shape is `x` once it is turned?
    code: x = torch.ones(n, 1)
    vary: {n: [2, 3]}
    ask: {shape: x.t_()}
    explain: It becomes {= tuple(x.shape)}.
  - id: on-its-own
    prompt: What do these three come to, in their order?
    code: |
      x = torch.zeros(2)
      y = torch.ones(1)
    ask: [{value: y}, {fails: x.add_(1)}, {value: x.clone().add_(1)}, {value: x.mul_(2)}]
    mistakes: [{value: torch.ones(2), say: It works in place.}]
    explain: It works in place.
"""


def test_an_ask_that_works_in_place_is_told_where_something_else_is_looked_at_later(
    quiz: Quiz,
) -> None:
    told = json.loads(quiz("check", str(quiz.deck(IN_PLACE)), "--advice", "--json").stdout)
    what = "it changes `x`, which is looked at once more: let the code do that"
    advice = [(one["card"].removeprefix("mine/"), one["message"]) for one in told["advice"]]
    assert [one for one in advice if "changes" in one[1]] == [
        ("before-another", what),
        ("before-a-word", what),
    ]


SLIPS = """\
  - id: options
    prompt: Which of these are views of the tensor `x`?
    code: |
      x = torch.arange(6)
      x == x + 1
      torch.no_grad()
      torch.autocast("cpu", dtype=torch.bfloat16)
      torch.set_grad_enabled(True)
    choose: many
    choices:
      - {text: "`x[1:]`", holds: "shares(x, x[[1]])"}
      - {text: "`x.reshape(2, 3)`", holds: true}
      - {text: "`x.view(3, 2)`", holds: "(lambda t: shares(x, t.view(3, 2)))(x)"}
    explain: It has the shape { = tuple(x.shape)}, or {x.shape}, {such as it is}.
  - id: no-block
    prompt: Does the result `y` require a gradient here?
    code: |
      torch.no_grad()
      y = torch.ones(n, requires_grad=True) * 2
    vary: {n: [2, 3]}
    ask: {shape: y}
    explain: It takes a `with` to enter it.
"""


def test_advice_tells_what_is_written_down_and_could_be_run(quiz: Quiz) -> None:
    told = json.loads(quiz("check", str(quiz.deck(SLIPS)), "--advice", "--json").stdout)
    assert [each["message"] for each in told["advice"]] == [
        "`{ = tuple(x.shape)}` is shown as it stands; `{= tuple(x.shape)}` tells what it comes to",
        "`{x.shape}` is shown as it stands; `{= x.shape}` tells what it comes to",
        "its `holds` does not run its code",
        "its `holds` does not run its code",
        "the line does nothing: x == x + 1",
        "the line does nothing: torch.no_grad()",
        "the line does nothing: torch.autocast('cpu', dtype=torch.bfloat16)",
    ]


TOLD = """\
  - id: told
    prompt: {en: 'Here `x.shape` is `(4,)`. Its sum?', zh: '这里 `x.shape` 是 `(2,)`。和是多少？'}
    code: |
      x = torch.arange(3)
      y = x[:2]
    ask: {value: x.sum()}
    mistakes: [{value: 7, say: {en: As `x.dtype` is float32., zh: 因为它不是。}}]
    explain: {en: '`y.numel()` gives `2`, if all goes well `3`; `abs` raises.', zh: 它是 3。}
  - id: some-draws
    prompt: What is the sum here, once all is said and done?
    vary: {n: [2, 3]}
    code: x = torch.arange(n)
    ask: {value: x.sum()}
    mistakes:
      - {value: 3, when: n == 2, say: It is 1 as `x.numel()` gives `2`.}
      - {value: 1, when: n == 3, say: It is 3 as `x.numel()` gives `3`.}
    explain: Never does `x.numel()` give 4. As `x[0]` is `{= x[0]}`, `x.numel() * 0` gives `5`.
  - id: told-on-the-back
    prompt: And the dtype of `torch.tensor(2)`?
    hint: "Not `torch.nn.Linaer`, `F.rellu(x)`; `torch.nn.Linear.weight`, `F.relu` are there."
    back: "`torch.tensor(2).dtype` is `torch.int32`; `foo.bar()` gives `3`."
"""


@pytest.mark.long
def test_what_torch_refutes_in_every_draw_or_has_not_is_told(quiz: Quiz) -> None:
    run = quiz("check", str(quiz.deck(TOLD)), "--advice", "--json")
    told = [
        (each["card"].removeprefix("mine/"), each["message"])
        for each in json.loads(run.stdout)["advice"]
    ]
    short = ".".join(torch.__version__.split(".")[:2])
    assert told == [
        ("told-on-the-back", "torch here has no torch.nn.Linaer"),
        ("told-on-the-back", "torch here has no F.rellu"),
        ("told", f"says x.shape: (4,); torch {short}: (3,)"),
        ("told", f"says x.shape: (2,); torch {short}: (3,)"),
        ("told", f"says x.dtype: float32; torch {short}: int64"),
        ("some-draws", f"says x.numel() * 0: 5; torch {short}: 0"),
        ("told-on-the-back", f"says torch.tensor(2).dtype: torch.int32; torch {short}: int64"),
    ]


IN_SOME_DRAWS = """\
  - id: drawn
    prompt: How many are there in all?
    vary: {n: [2, 3]}
    code: y = torch.ones(n, 2)
    ask: {value: y.numel()}
    mistakes: [{value: n, say: "There `y.shape[0]` is 2."}]
    explain: "`y` has the shape (2, 2). Both are sizes. With `n` of 2, `y.sum()` is 4."
"""


def test_a_sentence_that_is_false_in_some_draws_alone_is_told_with_one_of_them(quiz: Quiz) -> None:
    run = quiz("check", str(quiz.deck(IN_SOME_DRAWS)), "--advice", "--json")
    short = ".".join(torch.__version__.split(".")[:2])
    assert [each["message"] for each in json.loads(run.stdout)["advice"]] == [
        f"says y: shape (2, 2); torch {short}: (3, 2) (n = 3); "
        "`{= …}` tells what it comes to in each draw"
    ]


IN_COMMENTS = """\
  - id: commented
    prompt: What does the last line print?
    code: |
      x = torch.zeros(5, 3)   # shape: (4, 3)
      y = x.long()            # float32
      z = x.sum(0)            # shape: (3,)
      flag = x.any()          # True is the default
      print(x.numel())        # 15, and no more
      print(z.numel())        # 4
    ask: {output: stdout}
    explain: All are counted.
  - id: drawn
    prompt: What is the shape of these?
    vary: {n: [2, 3]}
    code: |
      x = torch.ones(n, 2)   # shape: (2, 2)
      y = x.T                # shape: (2, n)
    ask: {shape: y}
    explain: It is turned.
"""


def test_a_comment_in_the_code_that_torch_refutes_is_told_at_its_line(quiz: Quiz) -> None:
    deck = quiz.deck(IN_COMMENTS)
    told = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    lines = deck.read_text(encoding="utf-8").splitlines()
    short = ".".join(torch.__version__.split(".")[:2])
    assert [
        (lines[one["line"] - 1].split()[0], one["message"])
        for one in told
        if one["message"].startswith("says")
    ] == [
        ("x", f"says shape: (4, 3); torch {short}: (5, 3)"),
        ("y", f"says float32; torch {short}: int64"),
        ("print(z.numel())", f"says 4; torch {short}: 3"),
        ("x", f"says shape: (2, 2); torch {short}: (3, 2) (n = 3)"),
    ]


IN_COMMON_WORDS = """\
  - id: frozen
    prompt: How many are trained?
    code: n = 1 + 1
    ask: {value: n}
    explain: Both parameters are frozen, so `n` is 0. The value is 2.
  - id: turned
    prompt: Which shape and dtype are these?
    code: y = torch.ones(3, 2)
    ask: {shape: y, dtype: y}
    explain: {en: "It turns. The shape is (2, 3).", zh: "它转过来了，所以形状是 `(2, 3)`。"}
    mistakes: [{shape: y.T, say: "The shape is (2, 3)."}]
  - id: two-shapes
    prompt: Which shapes are these?
    code: y = torch.ones(3, 2)
    ask: [{shape: y}, {shape: y.T}]
    explain: The shape is (1, 3), and the strides are (1, 2).
  - id: weight
    prompt: What is left of it?
    code: w = torch.zeros(1)
    ask: {value: w}
    explain: |
      `w` is 0.9. The value is 0.

      If all goes well, it is more. The value is 3.
  - id: near
    prompt: How far is it?
    code: loss = torch.tensor(0.5)
    ask: {value: loss}
    explain: They are near, so that the loss is 0.
"""


@pytest.mark.long
def test_what_is_asked_for_is_meant_by_what_it_is_in_an_explanation(quiz: Quiz) -> None:
    deck = quiz.deck(IN_COMMON_WORDS)
    told = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    lines = deck.read_text(encoding="utf-8").splitlines()
    assert [
        (one["message"].partition(";")[0], lines[one["line"] - 1][one["column"] - 1 :][:8])
        for one in told
        if one["message"].startswith("says")
    ] == [
        ("says n: 0", "`n` is 0"),
        ("says y: shape (2, 3)", "is (2, 3"),
        ("says y: shape (2, 3)", "形状是 `(2,"),
        ("says w: 0.9", "`w` is 0"),
        ("says loss: 0", "is 0."),
    ]


PLACED = """\
  - id: placed
    prompt: What is the shape of `z`?
    code: z = torch.ones(3, 4)
    ask: {shape: z}
    hint: {en: Look., zh: "`z.dim()` 返回 `3`。"}
    explain: |
      Here `z.shape` is `(3, 4)`, and so

      `z` has dtype float64. It is that
      `z` has
      the shape (5, 3). So `z` is a view of `z.T`, and `z.T` is a copy of `z`.
"""


@pytest.mark.long
def test_a_refuted_sentence_is_told_where_it_stands_and_not_where_its_name_does(quiz: Quiz) -> None:
    deck = quiz.deck(PLACED)
    told = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    lines = deck.read_text(encoding="utf-8").splitlines()
    places = [(one["line"], lines[one["line"] - 1][one["column"] - 1 :][:12]) for one in told]
    assert places == [
        (9, "`z.dim()` 返回"),
        (13, "`z` has dtyp"),
        (14, "`z` has"),
        (15, "`z.T` is a c"),
    ]


MISSPELT = """\
  - id: misspelt
    prompt: What is the shape of `y`, as `ones()` has it?
    code: |
      def rehape(x): return x
      x = torch.ones(2, 3)
      y = rehape(x)
    ask: [{shape: y}]
    hint: Look at `y.numell()`.
    mistakes: [{shape: x.T, say: "That is `x.transpos(0, 1)`; `relu()`, and `my_own(x)`."}]
    explain: |
      It is as `rehape(x)` has it.

      There is no `x.reshap(3)`, and nor was there ever a `torch.inverse_all`.
      `x.squeez()` raises an AttributeError. You might use `retain_grads()`.
  - id: options
    prompt: Which of these is a way to have ones?
    code: x = torch.ones(2, 3)
    choices:
      - {text: "As `one_like(x)` has them.", holds: x.sum() == 6}
      - {text: "As `zero_like(x)` has them.", holds: x.sum() == 7}
    explain: {en: Ones are ones., zh: 用 `zeros_lik(x)` 也行。}
"""


@pytest.mark.long
def test_what_is_called_and_is_almost_a_name_of_torch_is_told_in_every_text(quiz: Quiz) -> None:
    deck = quiz.deck(MISSPELT)
    told = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    assert sorted((one["line"], one["message"]) for one in told) == [
        (12, "torch here has no numell (did you mean `numel`?)"),
        (13, "torch here has no transpos (did you mean `transpose`?)"),
        (18, "torch here has no retain_grads (did you mean `retain_grad`?)"),
        (23, "torch here has no one_like (did you mean `ones_like`?)"),
        (25, "torch here has no zeros_lik (did you mean `zeros_like`?)"),
    ]


NOT_ASKED = """\
  - id: works
    prompt: Does the last line work?
    code: x = torch.ones(2)
    ask: {raises: x.view(3)}
    explain: Of two there are no three.
  - id: which
    prompt: Does the last line work, or which exception does it raise?
    code: |
      x = torch.ones(2)
      x.view(5)
    ask: {raises: code}
    explain: Of two there are no five.
"""


def test_a_yes_or_no_that_is_to_be_answered_by_an_exception_is_told(quiz: Quiz) -> None:
    told = json.loads(quiz("check", str(quiz.deck(NOT_ASKED)), "--advice", "--json").stdout)
    assert [(each["card"], each["message"]) for each in told["advice"]] == [
        (
            "mine/works",
            "the prompt asks yes or no; `fails` asks that, `raises` for an exception's name",
        )
    ]


def test_an_idea_that_no_card_is_about_is_told(quiz: Quiz) -> None:
    deck = quiz.deck(NOT_ASKED.partition("  - id: works")[0] + CARDS.partition("  - id: const")[0])
    ideas = "ideas:\n  unmet: All is one.\n  met: All is two.\n  beside: All is three.\n"
    text = deck.read_text().replace("cards:\n", f"{ideas}cards:\n")
    deck.write_text(text.replace("say: Those are the rows.", "idea: met, say: Those are the rows."))
    quiz.deck(WITH_AN_IDEA, name="other")
    told = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)
    assert told["problems"] == []
    assert [(each["line"], each["message"]) for each in told["advice"]] == [
        (5, "ideas: no card is about 'unmet'")
    ]


WITH_AN_IDEA = """\
  - id: other
    prompt: What is the sum of these ones?
    code: x = torch.ones(3).sum()
    ask: {value: x}
    mistakes: [{value: x + 1, idea: beside, say: That is one more.}]
    explain: There are three.
"""


FENCED = """\
  - id: fenced
    prompt: What does `y` hold?
    vary: {n: [2, 3]}
    code: y = torch.ones(2) * n
    ask: {value: y}
    mistakes: [{value: y * 2, say: Once.}]
    explain: |
      It is so:

      ```python
      y.sum()  # tensor(99.)
      y.shape  # torch.Size([2])
      y.dtype  # float64 is another
      ```

      ```
      >>> z = y - n
      >>> z.sum()
      tensor(99.)
      >>> z.shape
      torch.Size([2])
      >>> y.max()
      tensor({= n}.)
      ```
  - id: for-one-draw
    prompt: What does `y` hold?
    vary: {n: [2, 3]}
    code: y = torch.full((2,), n)
    ask: {value: y}
    mistakes: [{value: y * 2, say: Once.}]
    explain: |
      With `n` of 2:

      ```python
      y.sum()  # tensor(4)
      ```
  - id: told
    prompt: What is the sum of three ones?
    back: |
      Three:

      ~~~python
      x = torch.ones(3)
      assert x.sum() == 3
      assert x.sum() == 99
      ~~~
"""


@pytest.mark.long
def test_a_result_beside_fenced_code_that_torch_refutes_is_told_at_its_line(quiz: Quiz) -> None:
    deck = quiz.deck(FENCED)
    told = json.loads(quiz("check", str(deck), "--advice", "--json").stdout)["advice"]
    lines = deck.read_text(encoding="utf-8").splitlines()
    short = ".".join(torch.__version__.split(".")[:2])
    assert [(one["message"], lines[one["line"] - 1].strip()) for one in told] == [
        (f"says tensor(99.); torch {short}: tensor(4.)", "y.sum()  # tensor(99.)"),
        (f"says tensor(99.); torch {short}: tensor(0.)", "tensor(99.)"),
        (f"says assert x.sum() == 99; torch {short}: tensor(False)", "assert x.sum() == 99"),
    ]
