"""A deck while it is being written: read on every save, only what changed is run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from quizapp.checking.workbench import Reading, Workbench
from quizapp.library.trust import Authored, TrustedDecks
from runner.client import Runner
from tests.deck.kinds import KINDS

Readings = Callable[..., list[Reading]]

RAISES = """
format: 1
topic: kinds
cards:
  - id: raises
    prompt: What is x?
    code: x = 1 / 0
    ask: {value: x}
"""


@pytest.fixture
def readings(tmp_path: Path, lent_runner: Sequence[str]) -> Readings:
    """What is read of a deck after each save, each made of the text before it."""
    path = tmp_path / "kinds.yaml"

    async def main(*saves: Callable[[str], str]) -> list[Reading]:
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            bench = Workbench(path, runner, Authored(TrustedDecks(path.with_name("trusted.json"))))
            bench.own()
            found, text = [], KINDS
            for save in saves:
                text = save(text)
                path.write_text(text)
                bench.load()
                found.append(await bench.check(hello))
            return found

    return lambda *saves: asyncio.run(main(*saves))


def names(cards: tuple[str, ...]) -> list[str]:
    return [card.partition("/")[2] for card in cards]


def test_only_the_cards_that_changed_are_run_again(readings: Readings) -> None:
    first, same, moved, one, setup = readings(
        lambda text: text,
        lambda text: text,
        lambda text: text.replace("cards:\n", "cards:\n\n  # a remark\n"),
        lambda text: text.replace("solution: x.t()", "solution: x.mT"),
        lambda text: text.replace("setup: import torch", "setup: import torch, math"),
    )
    assert len(first.changed) == 6
    assert (same.changed, moved.changed) == ((), ())
    assert names(one.changed) == ["transpose"]
    assert len(setup.changed) == 6
    assert not any(reading.problems for reading in (first, same, moved, one, setup))


def test_what_was_found_keeps_to_its_line(readings: Readings) -> None:
    wrong, moved, mended = readings(
        lambda text: text.replace("expect: 1", "expect: 2"),
        lambda text: text.replace("cards:\n", "cards:\n\n\n"),
        lambda text: text.replace("expect: 2", "expect: 1"),
    )
    ((before,), (after,)) = wrong.problems, moved.problems
    assert after.line == before.line + 2
    assert after.source_line == before.source_line == "    expect: 2"
    assert wrong.of_card("kinds/one-of-two") == [before]
    assert mended.problems == ()
    assert names(mended.changed) == ["one-of-two"]


def test_a_line_of_code_that_raises_is_told_where_it_stands_now(readings: Readings) -> None:
    wrong, moved = readings(
        lambda _: RAISES,
        lambda text: text.replace("cards:\n", "cards:\n\n\n"),
    )
    ((before,), (after,)) = wrong.problems, moved.problems
    assert after.line == before.line + 2


def test_a_line_of_a_proof_is_told_where_it_stands_now(readings: Readings) -> None:
    wrong, moved, apart = readings(
        lambda _: RAISES.replace("1 / 0", "1") + "    proof: |\n      assert 1 == 2\n",
        lambda text: text.replace("cards:\n", "cards:\n\n\n"),
        lambda text: text.replace("    proof:", "    # a remark\n    proof:"),
    )
    ((before,), (after,), (then,)) = wrong.problems, moved.problems, apart.problems
    assert (after.line, then.line) == (before.line + 2, before.line + 3)


def test_a_card_that_does_not_load_does_not_keep_the_others_from_being_run(
    readings: Readings,
) -> None:
    broken, gone, back = readings(
        lambda text: text.replace("choose: many", "choose: some"),
        lambda _: "cards: [",
        lambda _: KINDS,
    )
    assert [problem.message for problem in broken.problems] == ["choose: must be 'one' or 'many'"]
    assert len(broken.changed) == 5
    assert gone.deck is None
    assert gone.problems
    assert names(back.changed) == ["views"]


def test_the_truths_of_every_draw_are_there(readings: Readings) -> None:
    (reading,) = readings(lambda text: text)
    truths = reading.truths["kinds/views"]
    assert [draw for draw, _ in truths] == [{"n": "4"}, {"n": "6"}]
    facts = [[fact.data for fact in examined.truth or ()] for _, examined in truths]  # type: ignore[union-attr]
    assert facts == [[True, False, True, True], [True, False, True, False]]


def test_a_card_that_cannot_run_here_says_why(readings: Readings) -> None:
    (reading,) = readings(
        lambda text: text.replace("    solution: x.t()", "    solution: x.t()\n    needs: nosuch"),
    )
    assert reading.skipped == {"kinds/transpose": "needs nosuch, which is not installed"}
    assert len(reading.changed) == 5


def test_what_only_all_decks_can_say_is_told(readings: Readings, tmp_path: Path) -> None:
    (tmp_path / "ideas.yaml").write_text("ideas:\n  copies: It copies.\n")
    (tmp_path / "views.yaml").write_text("cards:\n  - {id: base, prompt: p, back: b}\n")
    idea = "mistakes: [{value: x + 1, idea: copies, say: No.}]"
    card = f"    prompt: What is x?\n    code: x = 1\n    ask: {{value: x}}\n    {idea}\n"
    card = f"cards:\n  - id: speaks\n    after: [views/base]\n{card}"
    sound, wrong = readings(
        lambda text: text.replace("cards:\n", card),
        lambda text: text.replace("idea: copies", "idea: copes").replace("/base", "/bsae"),
    )
    assert sound.problems == ()
    assert [problem.message for problem in wrong.problems] == [
        "after: there is no card 'views/bsae' (did you mean 'views/base'?)",
        "idea: no idea is named 'copes' (did you mean 'copies'?)",
    ]


def test_slips_that_show_without_running_are_told_as_well(readings: Readings) -> None:
    (reading,) = readings(
        lambda _: (
            RAISES.replace("x = 1 / 0", "x = 1")
            + "    hint: |\n      It is so.\n      level: 2\n"
            + "    explain: {en: One., zh: '{= x}。'}\n"
        )
    )
    told = [problem.message for problem in reading.problems]
    assert "zh: it computes something else than its English" in told
    assert "zh: it has no Chinese, as other texts of the card have" in told
    assert any(message.startswith("a key of the card stands in a text") for message in told)
