"""Cards that are tried or chosen, and are wrong all the same: only live torch can tell."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from quizapp.checking.check import Checked, check
from quizapp.checking.plan import plan_check
from quizapp.deck.format.load import load
from runner.client import Runner
from tests.deck.kinds import KINDS


def checked(folder: Path, *texts: str) -> list[Checked]:
    async def main() -> list[Checked]:
        async with Runner() as runner:
            hello = await runner.ready()
            assert hello is not None
            found = []
            for text in texts:
                path = folder / "kinds.yaml"
                path.write_text(text)
                deck = load(path).deck
                assert deck is not None
                plans = plan_check([(deck, card) for card in deck.cards], random.Random(0))
                found.append(await check(plans, runner, hello))
            return found

    return asyncio.run(main())


# What is changed in the good deck, and what must be found then, beside the card's id.
CHANGES = {
    "a choice of one with two that hold": (
        '{text: "No", holds: false}',
        '{text: "No", holds: "1 == 1"}',
        "one-of-two just one option is to hold: options 1, 2 hold",
    ),
    "a choice of one where none holds": (
        '{text: "Yes", holds: true}',
        '{text: "Yes", holds: "1 > 2"}',
        "one-of-two just one option is to hold: none holds",
    ),
    "another option than the author expects": (
        "expect: 1",
        "expect: 2",
        "one-of-two torch disagrees with expect: expected option 2, torch says option 1",
    ),
    "an option that raises": (
        'holds: "shares(x, x.clone())"',
        'holds: "shares(x, 1 / 0)"',
        "views cannot be decided: ZeroDivisionError: division by zero (n = 4, and 1 more draw)",
    ),
    "a solution that fails": (
        "solution: x.t()",
        "solution: x",
        "transpose the solution does not pass: y has shape (2, 3)",
    ),
    "something wrong that passes": (
        '"x.view(3, 2)"',
        "x.mT",
        "transpose what is given as wrong passes the tests",
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


def test_a_good_deck_gives_no_problems(tmp_path: Path) -> None:
    (found,) = checked(tmp_path, KINDS)
    assert found.problems == ()
    assert found.runs == 8


def test_each_thing_wrong_is_found_at_its_place(tmp_path: Path) -> None:
    texts = []
    for old, new, _ in CHANGES.values():
        assert KINDS.count(old) == 1, old
        texts.append(KINDS.replace(old, new))
    for what, found in zip(CHANGES, checked(tmp_path, *texts), strict=True):
        told = {f"{_name(p.card)} {p.message}": p.source_line for p in found.problems}
        assert CHANGES[what][2] in told, (what, told)
        assert all(line.strip() for line in told.values())


def test_a_truth_that_changes_from_run_to_run_is_found(tmp_path: Path) -> None:
    by_chance = "{text: Perhaps, holds: \"__import__('os').urandom(1)[0] % 2\"}"
    text = f"""
topic: chance
cards:
  - {{id: one, prompt: Which?, choose: many, choices: [{{text: Never, holds: false}}, {by_chance}]}}
"""
    found = checked(tmp_path, *[text] * 30)
    messages = {problem.message for each in found for problem in each.problems}
    assert "the truth changes from run to run: option 2, then none" in messages | {
        message.replace("none, then option 2", "option 2, then none") for message in messages
    }


def _name(card: str | None) -> str:
    return (card or "").partition("/")[2]
