"""`quiz try`: one card, run and graded without being logged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quizapp.commands import progress
from tests.cli.conftest import Conversation, Quiz, conversation_with

CARDS = """\
  - id: cubes
    prompt: p
    vary: {p: [2, 3], mode: ["'sum'", "'mean'"], dtype: [torch.float32, torch.float64]}
    code: |
      x = torch.tensor([1., 2.], dtype=dtype) ** p
      y = getattr(x, mode)()
    ask: {value: y, dtype: y}
    mistakes: [{value: x, say: That is before the sum.}]
    explain: It adds up.
  - id: third
    prompt: p
    code: x = torch.tensor([1 / 3])
    ask: {value: x}
  - id: rows
    prompt: p
    vary: {row: [[1, 2], [1., 2.]]}
    code: x = torch.tensor(row)
    ask: {dtype: x}
  - id: listed
    prompt: p
    vary: [{n: 1, m: 2}, {n: 2, m: 4}]
    code: x = n * m
    ask: {value: x}
  - id: twice
    prompt: p
    code: print("one\\ntwo")
    ask: [{value: 1 + 1}, {value: 1 + 2}, {output: stdout}]
  - id: broken
    prompt: p
    code: |
      x = torch.ones(2)
      y = x @ torch.ones(3)
    ask: {raises: code, shape: x, value: y}
  - id: not-finite
    prompt: p
    code: x = torch.tensor([float("nan"), float("inf")])
    ask: {value: x}
  - id: endless
    prompt: p
    timeout: 0.2
    code: |
      import threading
      threading.Event().wait()
    ask: {raises: code}
  - id: forger
    prompt: p
    code: |
      import runner.observed.observe
      forged = {"type": "tensor", "shape": [1], "dtype": "int64", "data": ["nan"], "text": ""}
      runner.observed.observe.FACTS["value"] = lambda _: forged
    ask: {value: forged}
  - id: by-heart
    prompt: p
    back: b
  - id: hangs
    prompt: p
    vary: {everybody: [False, True]}
    ranks: 2
    timeout: 1
    code: |
      import torch.distributed as dist
      if rank == 0 or everybody:
          dist.barrier()
    ask: {hangs: code}
  - id: fails
    prompt: p
    vary: {leaf: [True, False]}
    code: x = torch.ones(2, requires_grad=leaf)
    ask: {fails: x.add_(1)}
  - id: fails-on-rank-1
    prompt: p
    ranks: 2
    on_rank: 1
    code: |
      if rank == 1:
          raise ValueError("no")
    ask: {raises: code}
  - id: unmet
    prompt: p
    needs: no-such-package
    code: x = 1
    ask: {value: x}
"""


@pytest.fixture(scope="module")
def conversation(
    tmp_path_factory: pytest.TempPathFactory, warm: Callable[[Path], None]
) -> Iterator[Conversation]:
    quiz = Quiz(tmp_path_factory.mktemp("try") / "home")
    warm(quiz.home)
    with conversation_with(quiz, quiz.deck(CARDS)) as conversation:
        yield conversation
    assert not (quiz.home / "quiz.db").exists()


def test_without_answers_the_outcome_is_told(conversation: Conversation) -> None:
    told = conversation.try_card("cubes")
    assert told["card"] == "mine/cubes"
    assert told["draw"] == {"p": "2", "mode": "'sum'", "dtype": "torch.float32"}
    value, dtype = told["outcome"]["asks"]
    assert (value["kind"], value["expression"]) == ("value", "y")
    assert value["value"]["data"] == 5.0
    assert dtype == {"kind": "dtype", "expression": "y", "dtype": "float32"}
    assert told["outcome"]["raised"] is None
    assert told["outcome"]["seconds"] > 0
    assert told["verdict"] is told["fault"] is None


@pytest.mark.parametrize(
    ("draw", "drawn", "truth"),
    [
        ({"p": 3}, {"p": "3"}, "9."),
        ({"p": "3"}, {"p": "3"}, "9."),
        ({"mode": "mean"}, {"mode": "'mean'"}, "2.5"),
        ({"mode": "'mean'"}, {"mode": "'mean'"}, "2.5"),
        ({"dtype": "torch.float64"}, {"dtype": "torch.float64"}, "5."),
    ],
)
def test_a_draw_is_a_value_or_its_source(
    draw: dict[str, Any], drawn: dict[str, str], truth: str, conversation: Conversation
) -> None:
    told = conversation.try_card("cubes", draw=draw, answers={"value": "0", "dtype": "int"})
    assert told["draw"] | drawn == told["draw"]
    assert told["verdict"]["asks"][0]["truth"] == truth


def test_what_is_not_said_of_a_draw_comes_from_a_row_that_has_the_rest(
    conversation: Conversation,
) -> None:
    assert conversation.try_card("listed", draw={"m": 4})["draw"] == {"n": "2", "m": "4"}


@pytest.mark.parametrize(
    ("row", "dtype"),
    [([1, 2], "int64"), ("[1,2]", "int64"), ([1.0, 2.0], "float32"), ("[1.,2.]", "float32")],
)
def test_a_draw_is_told_by_its_type_and_not_by_its_spaces(
    row: object, dtype: str, conversation: Conversation
) -> None:
    [ask] = conversation.try_card("rows", draw={"row": row})["outcome"]["asks"]
    assert ask["dtype"] == dtype


def test_answers_are_graded_ask_by_ask(conversation: Conversation) -> None:
    told = conversation.try_card("cubes", answers={"dtype": "int", "value": "5"})["verdict"]
    assert told["right"] is False
    value, dtype = told["asks"]
    assert value == {"kind": "value", "answer": "5", "truth": "5.", "right": True, "why": ""}
    assert dtype["right"] is False
    assert dtype["why"] == "`int` means int32 in torch."
    told = conversation.try_card("cubes", answers=[["value", "5"], ["dtype", "float"]])
    assert told["verdict"]["right"] is True


def test_a_known_mistake_is_named(conversation: Conversation) -> None:
    told = conversation.try_card("cubes", answers={"value": "[1, 4]", "dtype": "float32"})
    assert told["verdict"]["asks"][0]["why"].endswith("That is before the sum.")


def test_an_answer_that_would_be_asked_again_is_neither_right_nor_wrong(
    conversation: Conversation,
) -> None:
    told = conversation.try_card("cubes", answers={"value": "[1,", "dtype": "float32"})
    assert told["verdict"]["right"] is None
    assert told["verdict"]["asks"][0]["right"] is None
    assert "A [ is not closed." in told["verdict"]["asks"][0]["why"]
    told = conversation.try_card("cubes", answers={"value": "[1,", "dtype": "int8"})
    assert told["verdict"]["right"] is False
    told = conversation.try_card("third", answers={"value": "[0.33]"})
    assert told["verdict"]["right"] is None
    assert told["verdict"]["asks"][0]["why"] == "Give at least 3 significant digits at [0]."


def test_a_kind_asked_twice_is_answered_with_pairs(conversation: Conversation) -> None:
    pairs = [["value", "2"], ["output", "one\ntwo"], ["value", "3"]]
    told = conversation.try_card("twice", answers=pairs)
    assert told["verdict"]["right"] is True
    assert told["outcome"]["stdout"] == "one\ntwo\n"


def test_what_raised_is_told_with_the_line_of_the_deck(conversation: Conversation) -> None:
    outcome = conversation.try_card("broken")["outcome"]
    line = conversation.deck.read_text().splitlines().index("      y = x @ torch.ones(3)") + 1
    raised = outcome["raised"]
    assert raised.keys() == {"type", "message", "path", "line", "rank"}
    assert (raised["type"], raised["path"]) == ("RuntimeError", str(conversation.deck))
    assert raised["line"] == line
    by_kind = {ask["kind"]: ask for ask in outcome["asks"]}
    assert by_kind["raises"]["raises"]["type"] == "RuntimeError"
    assert by_kind["shape"]["shape"] == [2]
    assert by_kind["value"]["raised"]["type"] == "NameError"


def test_whether_code_hangs_is_answered_by_yes_or_no(conversation: Conversation) -> None:
    told = conversation.try_card("hangs", answers={"hangs": "yes"})
    assert told["outcome"]["asks"] == [{"kind": "hangs", "expression": "code", "hangs": True}]
    assert told["verdict"]["right"] is True
    told = conversation.try_card("hangs", answers={"hangs": "y"}, draw={"everybody": True})
    [graded] = told["verdict"]["asks"]
    assert (graded["right"], graded["truth"]) == (False, "no")


def test_what_raised_is_told_with_its_rank(conversation: Conversation) -> None:
    told = conversation.try_card("fails-on-rank-1", answers={"raises": "ValueError"})
    assert (told["outcome"]["raised"]["type"], told["outcome"]["raised"]["rank"]) == (
        "ValueError",
        1,
    )
    assert told["verdict"]["asks"][0]["truth"] == "rank 1 raised ValueError: no"


def test_numbers_that_json_has_not_are_words(conversation: Conversation) -> None:
    outcome = conversation.try_card("not-finite")["outcome"]
    assert outcome["asks"][0]["value"]["data"] == ["nan", "inf"]


def test_a_fault_is_no_verdict(conversation: Conversation) -> None:
    told = conversation.try_card("endless", answers={"raises": "nothing"})
    assert told["outcome"] is told["verdict"] is None
    assert told["fault"]["kind"] == "timeout"
    assert "0.2 seconds" in told["fault"]["message"]


def test_a_card_that_forges_its_truth_is_a_fault_and_the_next_is_answered(
    conversation: Conversation,
) -> None:
    told = conversation.try_card("forger", answers={"value": "[nan]"})
    assert told["fault"]["kind"] == "internal"
    told = conversation.try_card("rows", answers={"dtype": "int64"})
    assert told["verdict"]["right"] is True


def test_a_shipped_card_goes_by_its_id(conversation: Conversation) -> None:
    told = conversation.say('{"card": "autograd/power-sum-grad"}')
    assert told["card"] == "autograd/power-sum-grad"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("nonsense", "the request is not JSON"),
        ('{"card": NaN}', "the request is not JSON: NaN is not JSON"),
        ("[" * 100_000, "the request is not JSON"),
        ('{"card": "' + "x" * (1 << 20) + '"}', "the request is longer than 1,048,576 bytes"),
        ("[1]", "the request must be an object, not a list"),
        ("{}", "the request names no card"),
        ('{"card": null}', "'card' must be a string, not null"),
        ('{"card": "x", "answer": {}}', "unknown key 'answer'; there are card, answers, choose"),
        ('{"card": "x", "card": "y"}', "the key 'card' is given twice"),
        ('{"card": "x", "choose": "1"}', "'choose' must be a list of whole numbers"),
        ('{"card": "x", "choose": [1.0]}', "'choose' must be a list of whole numbers"),
        ('{"card": "x", "choose": [true]}', "'choose' must be a list of whole numbers"),
        ('{"card": "x", "code": ["x"]}', "'code' must be a string, not a list"),
        ('{"card": "autograd/power-sum"}', "did you mean 'autograd/power-sum-grad'"),
        ('{"card": "nowhere.yaml::x"}', "there is no deck nowhere.yaml"),
        (r'{"card": "\u0000::x"}', r"there is no deck \x00"),
    ],
)
def test_a_wrong_line_is_answered_and_the_next_is_read(
    line: str, error: str, conversation: Conversation
) -> None:
    told = conversation.say(line)
    assert told.keys() == {"error"}
    assert error in told["error"]


@pytest.mark.parametrize(
    ("id", "request_", "error"),
    [
        ("cube", {}, "has no card 'cube' (did you mean 'cubes'?)"),
        ("", {}, "::cubes: it has cubes, third, rows, listed, twice and "),
        ("by-heart", {}, "mine/by-heart is a recall card: it has no code to run"),
        ("unmet", {}, "mine/unmet cannot run here: it needs no-such-package"),
        ("cubes", {"draw": {"p": 4}}, "p is never 4; its values: 2, 3"),
        ("cubes", {"draw": {"p": True}}, "p is never true; its values: 2, 3"),
        (
            "cubes",
            {"draw": {"q": 4}},
            "'q' does not vary in mine/cubes; what varies there: p, mode",
        ),
        ("twice", {"draw": {"q": 4}}, "what varies there: nothing"),
        ("listed", {"draw": {"n": 1, "m": 4}}, "no draw of mine/listed has n = 1, m = 4"),
        ("cubes", {"draw": [2]}, "'draw' must be an object, not a list"),
        ("cubes", {"answers": {"value": "5"}}, "no answer for 'dtype' of y; mine/cubes asks for"),
        ("cubes", {"answers": {"shape": "()"}}, "no answer for 'value' of y"),
        (
            "cubes",
            {"answers": [["value", "5"], ["dtype", "int"], ["shape", "()"]]},
            "the card has no ask for the answer to 'shape'",
        ),
        ("hangs", {"answers": {"bool": "y"}}, "no answer for 'hangs'; mine/hangs asks for 'hangs'"),
        ("cubes", {"answers": {"value": 5}}, "'answers' must hold strings, not a number"),
        ("cubes", {"answers": ["5"]}, "'answers' must be an object"),
    ],
)
def test_what_a_card_cannot_do_is_said(
    id: str, request_: dict[str, Any], error: str, conversation: Conversation
) -> None:
    assert error in conversation.try_card(id, **request_)["error"]


def test_of_a_deck_the_cards_are_told_of_which_one_can_be_tried(quiz: Quiz) -> None:
    deck = quiz.deck("  - {id: one, prompt: p, back: b}\n  - {id: two, prompt: p, back: b}\n")
    told = quiz("try", str(deck))
    assert told.returncode == 2
    assert told.stderr == f"quiz: name a card of the deck, as in {deck}::one: it has one, two\n"
    assert "there is no deck nowhere.yaml" in quiz("try", "nowhere.yaml").stderr


def test_a_renamed_card_goes_by_its_former_id_too(quiz: Quiz) -> None:
    deck = quiz.deck("  - {id: uno, was: [one], prompt: p, back: b}\n")
    for name in ("mine/one", f"{deck}::one", f"{deck}::mine/one"):
        told = quiz("try", name)
        assert "mine/uno is a recall card: it has no code to run" in told.stderr


@pytest.mark.usefixtures("full_sandbox")
def test_a_deck_is_read_anew_each_time(conversation: Conversation, tmp_path: Path) -> None:
    deck = tmp_path / "draft.yaml"
    request = json.dumps({"card": f"{deck}::a"})
    for number in (1, 2):
        deck.write_text(f"cards: [{{id: a, prompt: p, code: x = {number}, ask: {{value: x}}}}]\n")
        assert conversation.say(request)["outcome"]["asks"][0]["value"]["data"] == number
    deck.write_text("cards: [{id: a, prompt: p, code: x = 1, ask: {valu: x}}]\n")
    assert conversation.say(request)["error"].startswith(f"{deck}:1:")


def test_people_read_what_torch_saw_and_why(quiz: Quiz) -> None:
    told = quiz(
        *("try", f"{quiz.deck(CARDS)}::cubes", "--draw", "p=3", "--draw", "mode=mean"),
        *("--answer", "value=[1, 8]", "--answer", "dtype=float32"),
    )
    assert told.returncode == 1
    assert "p = 3\nmode = 'mean'\n" in told.stdout
    assert "value of y: 4.5\ndtype of y: float32\n" in told.stdout
    assert "✗ wrong: value of y\n  you    [1, 8]\n  torch  4.5\n" in told.stdout
    assert "✓ right: dtype of y" in told.stdout
    assert told.stdout.endswith("It adds up.\n")


def test_people_read_further_lines_below_the_first(quiz: Quiz) -> None:
    told = quiz(
        "try",
        f"{quiz.deck(CARDS)}::twice",
        *("--answer", "value=2"),
        *("--answer", "value=3", "--answer", "output=one\ntwo"),
    )
    assert "  you    one\n         two\n  torch  one\n         two\n" in told.stdout
    assert "the printed lines: one\ntwo\n" in told.stdout
    assert "printed:" not in told.stdout, "said once is enough"


def test_people_read_a_traceback_that_names_the_deck(quiz: Quiz) -> None:
    deck = quiz.deck(CARDS)
    told = quiz("try", f"{deck}::broken")
    line = deck.read_text().splitlines().index("      y = x @ torch.ones(3)") + 1
    assert f'File "{deck}", line {line}' in told.stdout
    assert "    y = x @ torch.ones(3)" in told.stdout


def test_what_the_app_would_leave_out_is_not_graded(conversation: Conversation) -> None:
    answers = {"raises": "RuntimeError", "shape": "2", "value": "None"}
    told = conversation.try_card("broken", answers=answers)
    assert told["verdict"] is None
    assert told["fault"]["message"].startswith("This card fails here: RuntimeError: inconsistent")


def test_whether_anything_is_raised_is_answered_by_yes_or_no(conversation: Conversation) -> None:
    told = conversation.try_card("fails", answers={"fails": "no"})
    (seen,) = told["outcome"]["asks"]
    assert seen["fails"]["type"] == "RuntimeError"
    (ask,) = told["verdict"]["asks"]
    assert ask["right"] is False
    assert ask["truth"] == f"yes, RuntimeError: {seen['fails']['message']}"
    told = conversation.try_card("fails", answers={"fails": "n"}, draw={"leaf": False})
    assert told["outcome"]["asks"][0]["fails"] is None
    assert told["verdict"]["right"] is True


def test_people_read_whether_the_code_hangs(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::hangs", "--answer", "hangs=no")
    assert told.returncode == 1
    assert "# on 2 ranks\neverybody = False\n" in told.stdout
    assert "does the code hang? yes\n" in told.stdout
    assert "✗ wrong: does the code hang?\n  you    no\n  torch  yes\n" in told.stdout


def test_people_read_it_in_their_language(quiz: Quiz) -> None:
    deck = quiz.deck(
        "  - id: fine\n    prompt: {en: Does it raise?, zh: 会抛出异常吗？}\n"
        "    code: x = 1\n    ask: {fails: code}\n"
        "    explain: {en: It adds up., zh: 算得通。}\n"
    )
    told = quiz("--lang", "zh", "try", f"{deck}::fine", "--answer", "fails=是")
    assert told.returncode == 1
    assert "\n\n会抛出异常吗？\n\n" in told.stdout
    assert "✗ 错：代码会抛出异常吗？\n  你     是\n  torch  否\n" in told.stdout
    assert told.stdout.endswith("算得通。\n")
    deck = quiz.deck(
        "  - id: one\n    prompt: {en: Which?, zh: 哪个？}\n    code: x = 1\n    choices:\n"
        "      - {text: {en: One, zh: 一}, holds: x == 1}\n"
        "      - {text: {en: Two, zh: 二}, holds: x == 2}\n"
    )
    assert "1. 一: 成立\n2. 二: 不成立\n" in quiz("--lang", "zh", "try", f"{deck}::one").stdout


def test_people_read_which_rank_raised(quiz: Quiz) -> None:
    deck = quiz.deck(CARDS)
    told = quiz("try", f"{deck}::fails-on-rank-1")
    assert "what the code raises: rank 1 raised ValueError: no\n" in told.stdout
    assert f'rank 1 raised:\nTraceback (most recent call last):\n  File "{deck}"' in told.stdout


def test_a_right_answer_as_json_exits_with_0(quiz: Quiz) -> None:
    told = quiz("try", f"{quiz.deck(CARDS)}::not-finite", "--answer", "value=[nan, inf]", "--json")
    assert told.returncode == 0
    assert json.loads(told.stdout)["verdict"]["right"] is True


def test_what_takes_long_is_said_to_be_on_its_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)

    async def run(seconds: float) -> None:
        with progress.told_when_long(seconds):
            for _ in range(2):
                await asyncio.sleep(0)

    asyncio.run(run(60.0))
    assert capsys.readouterr().err == ""
    asyncio.run(run(0.0))
    assert capsys.readouterr().err == "Still running; ctrl+c stops it.\n"
