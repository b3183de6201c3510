"""Cards that are tried or chosen, and are wrong all the same: only live torch can tell."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from quizapp.checking.another_question import of_another_name, of_another_thing
from quizapp.checking.check import Checked, check
from quizapp.checking.plan import plan_check
from quizapp.checking.shuffled import of_places
from quizapp.deck.exercise import exercise
from quizapp.deck.format.load import load, load_text
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.predict import PredictCard
from runner.client import Runner
from tests.deck.kinds import KINDS
from tests.trusting import trusted

Check = Callable[..., list[Checked]]
LONG = pytest.mark.long


@pytest.fixture
def checked(tmp_path: Path, lent_runner: Sequence[str]) -> Check:
    """What is found in each deck, in the card of an id or in all."""

    async def run(*decks: tuple[str, str]) -> list[Checked]:
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            found = []
            for text, id in decks:
                path = tmp_path / "kinds.yaml"
                path.write_text(text)
                deck = trusted(load(path).deck)
                cards = [(deck, card) for card in deck.cards if card.id.endswith(id)]
                found.append(await check(plan_check(cards, random.Random(0)), runner, hello))
            return found

    return lambda *decks: asyncio.run(run(*decks))


# What is changed in the good deck, and what must be found then, beside the card's id.
CHANGES = {
    "a choice of one with two that hold": (
        '{text: "No", holds: false}',
        '{text: "No", holds: "1 == 1"}',
        "one-of-two just one option is to hold without `choose: many`: options 1, 2 hold",
    ),
    "a choice of one where none holds": (
        '{text: "Yes", holds: true}',
        '{text: "Yes", holds: "1 > 2"}',
        "one-of-two just one option is to hold without `choose: many`: none holds",
    ),
    "another option than the author expects": (
        "expect: 1",
        "expect: 2",
        "one-of-two torch disagrees with expect: expected option 2, torch says option 1",
    ),
    "an option that raises": (
        'holds: "shares(x, x.clone())"',
        'holds: "shares(x, 1 / 0)"',
        "views `holds` raises, and is to be true or false of what the code made: "
        "ZeroDivisionError: division by zero (n = 4, and 1 more draw)",
    ),
    "an option that holds in any case": (
        'holds: "shares(x, x.clone())"',
        'holds: "shares(x, x)"',
        "views it is true whatever ran: shares(x, x) (n = 4, and 1 more draw)",
    ),
    "an option that works in place": (
        'holds: "n == 4"',
        'holds: "x.add_(n)[0] == 4"}\n      - {text: It begins with 0, holds: "x[0] == 0"',
        "views it changes what another expression sees: `x[0] == 0`: True before it, "
        "False after it; let it work on a copy, such as `x.clone()` (n = 4)",
    ),
    "a solution that fails": (
        "solution: x.t()",
        "solution: x",
        "transpose the solution does not pass: y has shape (2, 3)",
    ),
    "options whose code is tried in each other's place": (
        """x.view(2, -1)`", holds: "shares(x, x.view(2, -1))"}
      - {text: "`x.clone()`", holds: "shares(x, x.clone())\"""",
        """x.view(2, -1)`", holds: "shares(x, x.clone())"}
      - {text: "`x.clone()`", holds: "shares(x, x.view(2, -1))\"""",
        "views `holds` is about option 2, and not about this (n = 4, and 1 more draw)",
    ),
    "an option with the code of another": (
        'holds: "shares(x, x.clone())"',
        'holds: "shares(x, x.view(2, -1))"',
        "views `holds` is about option 1, and not about this (n = 4, and 1 more draw)",
    ),
    "an assertion of what is never equal": (
        "assert y[0, 1] == 3",
        "assert y.dtype != 'float64'",
        "transpose an assertion always holds: `y.dtype != 'float64'` compares a dtype with a "
        "text, which are never equal (did you mean `torch.float64`?)",
    ),
    "tests with a slip": (
        "assert y[0, 1] == 3",
        "assert y.shap[0] == 3",
        "transpose the solution does not pass: AttributeError: 'Tensor' object has no attribute "
        "'shap'. Did you mean: 'shape'? (line 26 of the deck)",
    ),
    "a solution that the prompt says": (
        "prompt: Turn `x` round.",
        "prompt: Turn `x` round, by `x.t()`.",
        "transpose the prompt gives the answer away: x.t()",
    ),
    "something wrong that passes": (
        '"x.view(3, 2)"',
        "x.mT",
        "transpose what is given as wrong passes the tests",
    ),
    "something wrong that fails by a slip": (
        '"x.view(3, 2)"',
        "y.view(3, 2)",
        "transpose it fails for a name that nothing gives a value, a slip perhaps: "
        "NameError: name 'y' is not defined (line 2 of your code)",
    ),
    "something wrong that fails by an attribute": (
        '"x.view(3, 2)"',
        "x.veiw(3, 2)",
        "transpose it fails for an attribute that is not there, a slip perhaps: AttributeError: "
        "'Tensor' object has no attribute 'veiw'. Did you mean: 'view'? (line 2 of your code)",
    ),
    "a test that nobody hears of": (
        "assert y[0, 1] == 3",
        """if True:
        try:
          assert y.stride() == (1, 3)
        except (ValueError, AssertionError):
          pass""",
        "transpose where an assertion fails, the `except` after it takes that silently: "
        "assert y.stride() == (1, 3)",
    ),
    "nothing wrong that comes to the tests": (
        "starter: |\n      for _ in range(n):\n          (w * 2).sum().backward()",
        "starter: w.view(7)\n    wrong: [w.view(8)]",
        "mend whatever is given as wrong raises by itself, so that nothing shows what the "
        "tests do: add what runs and is wrong (n = 2, and 1 more draw)",
    ),
    "a starter that passes": (
        "for _ in range(n):\n          (w",
        "if n:\n          (w",
        "mend the starter passes the tests as it is (n = 2, and 1 more draw)",
    ),
    "an order that does not pass": (
        "assert x == 1,",
        "assert x == 0,",
        "in-order the order written does not pass: x is 1",
    ),
    "an assertion of what nobody calls": (
        "assert y[0, 1] == 3",
        "assert y.is_contiguous",
        "transpose an assertion always holds: y.is_contiguous is not called",
    ),
    "tests that any order passes": (
        "assert x == 1,",
        "assert x < 10,",
        "in-order any order passes the tests",
    ),
    "an answer that never varies": (
        'holds: "n == 4"',
        "holds: false",
        "views the answer is the same in every draw",
    ),
}


def test_a_good_deck_gives_no_problems(checked: Check) -> None:
    (found,) = checked((KINDS, ""))
    assert found.problems == ()
    assert found.runs == 8


def test_a_choice_of_a_deck_without_any_code_is_sound(checked: Check) -> None:
    choice = "{id: a, prompt: Is it?, choices: [{text: A, holds: true}, {text: B, holds: false}]}"
    (found,) = checked((f"topic: bare\ncards:\n  - {choice}\n", ""))
    assert found.problems == ()


def test_each_thing_wrong_is_found_at_its_place(checked: Check) -> None:
    decks = []
    for old, new, message in CHANGES.values():
        assert KINDS.count(old) == 1, old
        decks.append((KINDS.replace(old, new), message.partition(" ")[0]))
    for what, found in zip(CHANGES, checked(*decks), strict=True):
        told = {f"{_name(p.card)} {p.message}": p.source_line for p in found.problems}
        assert CHANGES[what][2] in told, (what, told)
        assert all(line.strip() for line in told.values())


def test_a_truth_that_changes_from_run_to_run_is_found(checked: Check) -> None:
    numbers = range(8)  # so that two runs hardly ever agree
    options = [f"{{text: '{n}', holds: \"urandom(1)[0] % 2\"}}" for n in numbers]
    text = f"""
topic: chance
setup: from os import urandom
cards:
  - {{id: one, prompt: Which?, choose: many, choices: [{", ".join(options)}]}}
"""
    found = checked(*[(text, "one")] * 3)
    messages = " ".join(problem.message for each in found for problem in each.problems)
    held = r"(none|options? \d(, \d)*)"
    assert re.search(f"the truth changes from run to run: {held}, then {held}", messages)


def test_a_truth_that_depends_on_the_seed_is_not_called_the_same_in_every_draw(
    checked: Check,
) -> None:
    deck = """\
topic: chance
setup: import torch
cards:
  - {id: one, prompt: p, vary: {n: [2, 3]}, code: x = torch.rand(3), ask: {value: x}, explain: e}
"""
    (found,) = checked((deck, ""))
    assert [problem.message.partition(":")[0] for problem in found.problems] == [
        "the truth depends on the seed, the clock, the machine or memory addresses"
    ]


def _name(card: str | None) -> str:
    return (card or "").partition("/")[2]


def test_an_answer_that_is_true_in_any_case_is_told(checked: Check) -> None:
    deck = """\
topic: own
setup: import torch
cards:
  - {id: same, prompt: p, code: x = torch.ones(2), ask: {bool: "torch.equal(x, x)"}, explain: e}
  - {id: called, prompt: p, code: x = torch.ones(2), ask: {bool: "x.equal(x)"}, explain: e}
  - {id: other, prompt: p, code: x = torch.ones(2), ask: {bool: "torch.equal(x, x.T)"}, explain: e}
  - {id: nan, prompt: p, code: x = torch.tensor(torch.nan), ask: {bool: "x == x"}, explain: e}
  - {id: random, prompt: p, code: x = torch.ones(2), ask: {bool: "x.size(0) == x.dim() + 1"}}
  - id: shown
    prompt: Which hold?
    code: x = torch.tensor(torch.nan)
    choose: many
    choices:
      - {text: "`x == x`", holds: x == x}
      - {text: "`x is x`", holds: x is x}
      - {text: "It is itself.", holds: x is x}
"""
    (found,) = checked((deck, ""))
    told = [f"{_name(problem.card)} {problem.message}" for problem in found.problems]
    assert told == [
        "same it is true whatever ran: torch.equal(x, x)",
        "called it is true whatever ran: x.equal(x)",
        "shown it is true whatever ran: x is x",
    ]


def test_options_that_read_the_same_in_one_language_are_told(checked: Check) -> None:
    deck = """\
topic: own
setup: import torch
cards:
  - id: alike
    prompt: {en: Which one?, zh: 哪个？}
    code: x = torch.ones(2)
    choices:
      - {text: {en: One, zh: 克隆}, holds: "shares(x, x)  and x.sum() == 2"}
      - {text: {en: Two, zh: 克隆}, holds: x.sum() == 3}
    explain: e
"""
    (found,) = checked((deck, ""))
    assert [problem.message for problem in found.problems] == ["reads the same as option 1: 克隆"]


def test_digits_that_the_truth_has_not_are_told_with_what_to_do(checked: Check) -> None:
    deck = """\
topic: own
setup: import torch
cards:
  - id: fine
    prompt: What is the mean?
    code: x = torch.tensor([1.0, 2.0, 2.0])
    ask: {value: x.mean()}
    digits: 12
    explain: e
"""
    (found,) = checked((deck, ""))
    assert [problem.message for problem in found.problems] == [
        "the truth, typed as it is shown, is not graded right: 1.66666663. Give at least 12 "
        "significant digits; the truth is shown with fewer: make `digits` smaller"
    ]


def test_options_that_differ_in_backticks_or_a_stop_alone_read_the_same(checked: Check) -> None:
    def deck(one: str, other: str) -> tuple[str, str]:
        text = f"""\
topic: own
setup: import torch
cards:
  - id: alike
    prompt: Which one?
    code: x = torch.ones(2)
    choices:
      - {{text: {one!r}, holds: "x.dtype == torch.float32"}}
      - {{text: {other!r}, holds: "x.dtype == torch.int64"}}
    explain: e
"""
        return text, ""

    found = checked(
        deck("It is float32.", "It is `float32`"),
        deck("`x`, it is.", "x, it is."),
        deck("`2.`", "`2`"),
        deck("2.", "2"),
        deck("It is `true`.", "It is `True`."),
    )
    assert [[problem.message for problem in one.problems] for one in found] == [
        ["reads the same as option 1: It is `float32`"],
        ["reads the same as option 1: x, it is."],
        *([], [], []),
    ]


def test_an_option_of_code_whose_holds_is_about_another_name_is_told(checked: Check) -> None:
    def deck(code: str, holds: str) -> str:
        return f"""\
topic: own
setup: import torch
cards:
  - id: views
    prompt: Which is a view of `x`?
    code: |
      x = torch.ones(2, 2)
      y = x.view(4)
      z = x.clone()
      {code}
    choose: many
    choices:
      - {{text: "`y`", holds: "shares(x, y)"}}
      - {{text: "`z`", holds: "{holds}"}}
    explain: e
"""

    found = checked(
        (deck("", "shares(x, y)"), ""),
        (deck("w = z", "shares(x, w)"), ""),
        (deck("z.add_(1)", "x.sum() == 4"), ""),
    )
    assert [[problem.message for problem in one.problems] for one in found] == [
        ["`holds` does not read `z`, which the option is about"],
        [],
        [],
    ]


def asking(prompt: str, ask: str, code: str = "y = x.view(4)") -> tuple[str, str]:
    """A deck of one card that asks something of that code."""
    head = "topic: own\nsetup: import torch\ncards:\n  - id: one\n    code: |\n"
    card = f"      x = torch.ones(2, 2)\n      {code}\n    ask: {ask}\n    prompt: {prompt}\n"
    return head + card, ""


def asked_beside(deck: tuple[str, str]) -> list[str]:
    """What a check tells of the question of a deck's one card, for which it runs nothing."""
    loaded = trusted(load_text(deck[0], "own.yaml").deck)
    (card,) = loaded.cards
    assert isinstance(card, PredictCard)
    run = exercise(loaded, card, {})
    return [str(found) for found in (*of_another_name(card), *of_another_thing(run, card))]


def test_a_question_about_what_is_not_asked_is_told(checked: Check) -> None:
    told = [
        (asking("What is the shape of `z`?", "{shape: y}"), "it asks about `z`, which is nowhere"),
        (
            asking("Which exception is it?", "{fails: code}", "y = x.view(3)"),
            "the prompt asks for the exception",
        ),
        (
            asking("What is raised?", "{raises: code}", "y = X.view(3)"),
            "it fails for a name that nothing gives a value, a slip perhaps",
        ),
    ]
    fine = asking("What?", "{raises: code}\n    expect: {raises: NameError}", "y = X.view(3)")
    found = checked(*(deck for deck, _ in told), fine)
    messages = [[problem.message for problem in one.problems] for one in found]
    assert [[one.partition(":")[0] for one in some] for some in messages] == [
        *([message] for _, message in told),
        [],
    ]
    for prompt, message in {
        "What does `grad` hold?": "it asks about `grad`, which is nowhere",
        "What is the dtype of `y`?": "the prompt asks for the dtype",
    }.items():
        assert asked_beside(asking(prompt, "{shape: y}")) == [message]
    for prompt, ask in {
        "What is the shape of `y`, and its dtype?": "{shape: y}",
        "Which dtype does it have, and how often?": "{value: y}",
        "What does `view` of `x` give, `z` aside?": "{shape: y}",
    }.items():
        assert asked_beside(asking(prompt, ask)) == []


def test_a_gap_behind_its_name_and_a_solution_in_a_message_are_told(checked: Check) -> None:
    def deck(solution: str, message: str) -> tuple[str, str]:
        return (
            "topic: own\nsetup: import torch\ncards:\n  - id: one\n    prompt: Twice `x`.\n"
            f"    code: |\n      x = torch.ones(2)\n      y = ____\n    solution: {solution}\n"
            f"    wrong: [x]\n    tests: |\n      assert y.sum() == 4, {message}\n",
            "",
        )

    found = checked(
        deck("y = x * 2", "'no'"), deck("x * 2", "'write x * 2'"), deck("x * 2", "f'{y.sum()}'")
    )
    assert [[problem.message for problem in one.problems] for one in found] == [
        ["the gap stands behind `y =` already"],
        ["a message of the tests gives the answer away: x * 2"],
        [],
    ]


def test_an_option_that_speaks_of_its_place_is_told(checked: Check) -> None:
    def deck(option: str) -> tuple[str, str]:
        choices = f"[{{text: 'One', holds: 'x == 1'}}, {{text: '{option}', holds: 'x == 2'}}]"
        head = "topic: own\ncards:\n  - id: one\n    prompt: Which hold?\n    code: x = 1\n"
        return f"{head}    choices: {choices}\n", ""

    placed = [
        *("None of the above.", "Both options 1 and B", "Two (correct)", "以上都不对"),
        *("Both A and B", "A 和 B", "Neither A nor C."),
    ]
    others = [
        *("None of these", "Above the limit, both times", "3 个以上", "Two (right-most)"),
        *("Both `A` and `B`", "Both A and Bs"),
    ]
    speaks = "it speaks of its place, or of its worth; options are shuffled"
    (found,) = checked(deck(placed[0]))
    assert [problem.message.partition(":")[0] for problem in found.problems] == [speaks]
    for option in (*placed, *others):
        loaded = load_text(deck(option)[0], "own.yaml").deck
        assert loaded is not None
        (card,) = loaded.cards
        assert isinstance(card, ChoiceCard)
        told = [one.what for one in of_places(card)]
        assert told == [speaks] * (option in placed), option


def test_a_text_that_speaks_of_the_place_of_an_option_is_told() -> None:
    def told(text: str, prompt: str = "A tensor is made. Which hold?") -> list[str]:
        deck = load_text(
            f"topic: own\ncards:\n  - id: one\n    prompt: {prompt!r}\n    code: x = 1\n"
            f"    explain: {text!r}\n"
            "    choices: [{text: Ones, holds: x == 1}, {text: Twos, holds: x == 2}]\n",
            "own.yaml",
        ).deck
        assert deck is not None
        (card,) = deck.cards
        assert isinstance(card, ChoiceCard)
        return [str(one) for one in of_places(card)]

    for text, said in {
        "Option 1 is right.": "Option 1",
        "The rest, and the second option, is wrong.": "second option",
        "`x` is 1, and so is (b).": "(b)",
        "It is the first answer.": "is the first answer",
        "As with the option above.": "option above",
        "Both A and B hold.": "Both A and B",
        "The second one is wrong, `x` is 1.": "second one is wrong",
        "It is 1, so A is right.": "A is right",
        "第二个不对。": "第二个不对",
        "只有 A 正确。": "A 正确",
        "选项 B 也一样。": "选项 B",
        "第二个选项不对。": "第二个选项",
        "和上面的选项一样。": "上面的选项",
    }.items():
        assert told(text) == [f"it speaks of the place of an option; options are shuffled: {said}"]
    for text in (
        "Both options have one.",
        "bfloat16 is the first choice.",
        "(a) `x` is 1. (b) It stays so, unlike (a).",
        "f(b) is like `(b)`.",
        "选项一般不止一个。",
        "None of the options above is a copy.",
        "It is the first option that people reach for.",
        "The last option of `torch.sum` is `dtype`.",
        "The first call keeps it; the second one is wrong.",
        "The first one is right of the second.",
        "The first one is a copy.",
        "第一个调用保留它，第二个不对。",
        "A is rightly named so.",
    ):
        assert told(text) == []
    assert told("Both A and B hold.", "Of sets A and B, which hold?") == []
    assert told("A is right.", "Of sets A and B, which is right?") == []
    assert told("Option 1 copies.", "Option 1 is `x`, option 2 `y`. Which hold?") == []


def test_a_hint_that_names_an_option_by_its_place_alone_is_told() -> None:
    def told(hint: str) -> list[str]:
        deck = load_text(
            f"topic: own\ncards:\n  - id: one\n    prompt: Which?\n    code: x = 1\n"
            f"    hint: {hint}\n"
            "    choices: [{text: Ones, holds: x == 1}, {text: Twos, holds: x == 2}]\n",
            "own.yaml",
        ).deck
        assert deck is not None
        (card,) = deck.cards
        assert isinstance(card, ChoiceCard)
        return [one.detail for one in of_places(card)]

    for hint in (
        "The first one.",
        "It's the second one",
        "The answer is the last one.",
        "第二个。",
    ):
        assert told(hint) == [hint]
    for hint in ("The first one is kept.", "Look at the first one.", "第二个调用。"):
        assert told(hint) == []


def test_a_prompt_that_counts_the_options_that_hold_otherwise_is_told(checked: Check) -> None:
    def deck(prompt: str) -> tuple[str, str]:
        texts = ("x > 0", "x == 1", "x < 9")
        listed = "".join(f"      - {{text: '`{text}`', holds: '{text}'}}\n" for text in texts)
        head = f"topic: own\ncards:\n  - id: one\n    prompt: {prompt}\n    code: x = 1\n"
        return f"{head}    choose: many\n    choices:\n{listed}", ""

    wrong = [
        "Which two hold?",
        "Pick one.",
        "Choose exactly four.",
        "{en: Which hold?, zh: 选出两项}",
    ]
    right = ["Which three hold?", "Which of these hold of two numbers?", "Which hold, one by one?"]
    found = checked(*map(deck, (*wrong, *right)))
    messages = [problem.message for one in found for problem in one.problems]
    counted = ["Which two", "Pick one", "Choose exactly four", "选出两"]
    assert messages == [f"it says '{told}': options 1, 2, 3 hold" for told in counted]


def test_an_option_that_torch_decides_otherwise_than_its_holds_is_told(checked: Check) -> None:
    def deck(choices: Mapping[str, str]) -> tuple[str, str]:
        listed = "\n".join(
            f'      - {{text: "`{text}`", holds: "{holds}"}}' for text, holds in choices.items()
        )
        head = "topic: own\nsetup: import torch\ncards:\n  - id: one\n    prompt: Which hold?\n"
        return (
            f"{head}    code: x = torch.ones(2, 3)\n    choose: many\n    choices:\n{listed}\n",
            "",
        )

    mistyped, negative, of_a_dtype, of_another = checked(
        deck({"x.dim() == 2": "x.ndim == 3", "not x.sum() == 6": "x.sum() != 6", "x > 0": "True"}),
        deck({"x.dim() == 2": "x.ndim != 2", "x.sum() == 5": "x.sum() != 5"}),
        deck({"x > 0": "(x > 0).dtype is torch.bool", "x.dim() == 3": "(x.dim() == 3) is True"}),
        deck({"(3, 2)": "x.shape == (2, 3)", "float32": "x.dtype == torch.float64"}),
    )
    assert [problem.message for problem in mistyped.problems] == [
        "its text is True where `holds` is False"
    ]
    assert not negative.problems and not of_a_dtype.problems
    assert [problem.message for problem in of_another.problems] == [
        "its `holds` is about (2, 3)",
        "its `holds` is about torch.float64",
    ]


def _which_share(prompt: str, **options: str) -> tuple[str, str]:
    listed = "\n".join(
        f"      - {{text: {json.dumps(text)}, holds: {json.dumps(holds)}}}"
        for text, holds in options.items()
    )
    return (
        f"topic: own\nsetup: import torch\ncards:\n  - id: one\n    prompt: {json.dumps(prompt)}\n"
        f"    code: x = torch.arange(6.).view(2, 3)\n    choose: many\n    choices:\n{listed}\n",
        "",
    )


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Which share memory with `x`?", True),
        pytest.param("Here is `x`. Which of these share their memory with `x`?", True, marks=LONG),
        pytest.param("Which are views of `x`?", True, marks=LONG),
        pytest.param("Which of the following expressions is a view of `x`?", True, marks=LONG),
        pytest.param("以下哪些与 `x` 共享内存？", True, marks=LONG),
        ("下面哪些是 `x` 的视图？", True),
        ("Which do not share memory with `x`?", False),
        ("Which share memory with `x` and are contiguous?", False),
        pytest.param("Which contiguous tensors share memory with `x`?", False, marks=LONG),
        pytest.param(
            "Which share memory with `x`? Tell only what is contiguous.", False, marks=LONG
        ),
        ("哪些不与 `x` 共享内存？", False),
        ("Which hold?", False),
    ],
)
def test_an_option_that_shares_memory_otherwise_than_its_holds_says_is_told(
    checked: Check, prompt: str, told: bool
) -> None:
    (found,) = checked(
        _which_share(
            prompt,
            **{
                "`x[:, [0, 1]]`": "torch.equal(x[:, [0, 1]], x[:, :2])",
                "`x[0]`": "x[0] is x",
                "`x.T`.": "x.T._base is x",
                "`x + 1`": "shares(x, x + 1)",
                "`x.chunk(2)`": "len(x.chunk(2)) == 2",
                "A copy of `x[0]`": "x[0] is x.clone()",
            },
        )
    )
    expected = [
        "`shares(x, x[:, [0, 1]])` is False where `holds` is True",
        "`shares(x, x[0])` is True where `holds` is False",
        "`shares(x, x.T)` is True where `holds` is False",
    ]
    assert [problem.message for problem in found.problems] == (expected if told else [])


def test_what_is_the_tensor_itself_may_be_called_a_view_of_it_or_not(checked: Check) -> None:
    options = {
        "`x`": "False",
        "`x.detach()`": "False",
        "`x.contiguous()`": "False",
        "`x[0]`": "True",
    }
    views, shared = checked(
        _which_share("Which are views of `x`?", **options),
        _which_share("Which share memory with `x`?", **options),
    )
    assert not views.problems
    assert len(shared.problems) == 3


def test_an_ask_about_what_the_question_does_not_name_is_told(checked: Check) -> None:
    def deck(prompt: str, *code: str, ask: str = "value: x") -> tuple[str, str]:
        lines = "".join(f"      {line}\n" for line in code)
        card = f"  - id: a\n    prompt: {prompt!r}\n    ask: {{{ask}}}\n    code: |\n{lines}"
        return f"topic: own\nsetup: import torch\ncards:\n{card}", ""

    told = deck("What is `w`?", "w = torch.ones(2)", "x = torch.ones(3)")
    (found,) = checked(told)
    assert [problem.message for problem in found.problems] == asked_beside(told)
    assert asked_beside(told) == ["it does not read what the prompt asks about: `w`"]
    for fine in (
        deck("What is `x`?", "w = torch.ones(2)", "x = torch.ones(3)"),
        deck("Here is `x`. What is it beside `w`?", "w = torch.ones(2)", "x = torch.ones(3)"),
        deck("What is a view of `w`?", "w = torch.ones(2)", "x = w.view(2)"),
        deck("What becomes of `w`?", "w = torch.ones(2)", "x = []", "x.append(w)"),
        deck("May `w` require it?", "w = 1", ask="fails: code"),
    ):
        assert asked_beside(fine) == []


def test_a_name_of_the_solution_alone_that_tests_read_is_told(checked: Check) -> None:
    def write(prompt: str, starter: str) -> tuple[str, str]:
        card = (
            f"  - id: one\n    prompt: {prompt}\n    code: x = 1\n    starter: {starter}\n"
            "    tests: assert twice(x) == 2\n    solution: 'twice = lambda x: 2 * x'\n"
        )
        return f"topic: own\ncards:\n{card}", ""

    untold, named, given = checked(
        write("Write what doubles.", "pass"),
        write("Write `twice(x)`.", "pass"),
        write("Mend it.", "twice = None"),
    )
    assert [problem.message for problem in untold.problems] == [
        "the tests read what the learner is not told to write: `twice`"
    ]
    assert not named.problems and not given.problems


def test_options_that_are_no_code_python_can_read_are_texts(checked: Check) -> None:
    deep = "-" * 9000 + "1"
    choices = f"[{{text: '{{{{}}}}', holds: x == 1}}, {{text: '`{deep}`', holds: x == 2}}]"
    card = f"  - {{id: a, prompt: Which?, code: x = 1, choices: {choices}}}\n"
    (found,) = checked((f"topic: own\ncards:\n{card}", ""))
    assert found.problems == ()


def test_tests_that_pass_whatever_is_written_are_told(checked: Check) -> None:
    def deck(tests: str, wrong: str, gap: str = "y = ____") -> tuple[str, str]:
        return (
            "topic: own\nsetup: import torch\ncards:\n  - id: one\n    prompt: Twice `x`.\n"
            f"    code: |\n      x = torch.ones(3)\n      {gap}\n    solution: x * 2\n"
            f'    wrong: ["{wrong}"]\n    tests: |\n      {tests}\n',
            "",
        )

    told = [
        deck("y = x * 2; assert y.sum() == 6", "x.view(7)"),
        deck("assert x.sum() == 3", "x.view(7)"),
        deck("assert x.sum() == 3", "x.view(7)", "____"),
    ]
    fine = [
        deck("assert y.sum() == 6", "x.view(7)"),
        deck("assert y is not x", "x"),
        deck("assert y.shape == (3,)", "x[0]"),
    ]
    found = checked(*told, *fine)
    messages = [[problem.message for problem in one.problems] for one in found]
    assert messages[:3] == [["they pass whatever is written: `None`, `object()`"]] * 3
    assert messages[3:] == [[]] * 3


def test_tests_that_do_not_read_what_the_gap_makes_are_told(checked: Check) -> None:
    def deck(tests: str, gap: str = "y = ____") -> tuple[str, str]:
        return (
            "topic: own\nsetup: import torch\ncards:\n  - id: one\n    prompt: Turn `x`.\n"
            f"    code: |\n      x = torch.arange(6).view(2, 3)\n      {gap}\n"
            f'    solution: x.t()\n    wrong: ["x.unsqueeze_(0)"]\n'
            f"    tests: |\n      assert x.shape == (2, 3)\n      {tests}\n",
            "",
        )

    told = [deck("assert x.sum() == 15"), deck("assert x.dim() == 2", "y = ____  # turned")]
    fine = [
        deck("assert y.shape == (3, 2)"),
        deck("assert globals()['y'] is not x"),
        deck("assert z is None or z.shape", "y = z = ____"),
    ]
    found = checked(*told, *fine)
    messages = [[problem.message for problem in one.problems] for one in found]
    assert messages[:2] == [["they do not read what the gap makes: `y`"]] * 2
    assert messages[2:] == [[]] * len(fine)


def test_a_question_whether_it_raises_warns_or_hangs_is_told_where_another_is_asked(
    checked: Check,
) -> None:
    told = [
        (asking("Does this raise an exception?", "{warns: code}"), "whether it raises"),
        (asking("Does it warn?", "{fails: code}"), "whether it warns"),
        (asking("Does this hang?", "{fails: code}"), "whether it hangs"),
        (asking("这段代码会抛出异常吗？", "{warns: code}"), "whether it raises"),
        (asking("会发出警告吗？", "{fails: code}"), "whether it warns"),
        (asking("程序会卡住吗？", "{fails: code}"), "whether it hangs"),
        (asking("'`y` 的形状是什么？'", "{dtype: y}"), "for the shape"),
        (asking("{en: Which is it?, zh: '`y` 是什么形状？'}", "{dtype: y}"), "for the shape"),
    ]
    fine = [
        asking("Does this raise an exception?", "{fails: code}"),
        asking("Does this raise, or warn?", "{warns: code}"),
        asking("Does `y` hold what a view would raise?", "{shape: y}"),
        asking("会抛出异常吗？", "{fails: code}"),
        asking("'`y` 的形状是什么，它的 dtype 呢？'", "{shape: y}"),
    ]
    (found,) = checked(told[0][0])
    assert [problem.message for problem in found.problems] == asked_beside(told[0][0])
    for deck, what in told:
        assert asked_beside(deck) == [f"the prompt asks {what}"]
    for deck in fine:
        assert asked_beside(deck) == []


def test_a_name_that_is_asked_about_in_chinese_is_held_against_the_ask() -> None:
    def deck(prompt: str, ask: str = "{value: y}") -> tuple[str, str]:
        head = "topic: own\nsetup: import torch\ncards:\n  - id: one\n    code: |\n"
        card = f"      y = torch.ones(2)\n      z = y + 1\n    ask: {ask}\n    prompt: {prompt}\n"
        return head + card, ""

    unread = "it does not read what the prompt asks about: `z`"
    assert asked_beside(deck("'`z` 的值是什么？'")) == [unread]
    assert asked_beside(deck("'`w` 的值是什么？'")) == ["it asks about `w`, which is nowhere"]
    assert asked_beside(deck("{en: What is `y`?, zh: '`z` 的值是什么？'}")) == [unread]
    assert asked_beside(deck("'`z` 的值是什么？'", "{value: z}")) == []
