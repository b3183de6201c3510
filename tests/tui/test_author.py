"""The live preview: what an author sees on every save."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

import pytest
from textual.widgets import Static

from quizapp.commands import author as command
from quizapp.commands.listening import listen
from quizapp.deck.gone import NOTHING_ANSWERED, Answered
from quizapp.library.library import Library
from quizapp.library.trust import Authored, TrustedDecks
from quizapp.machine.settings import load_settings, places
from quizapp.memory.log import ReviewLog
from quizapp.study.opening import all_decks
from quizapp.study.study import Study
from quizapp.tui.author.app import AuthorApp
from quizapp.tui.kinds.order import OrderRows
from tests.deck.kinds import KINDS
from tests.memory.conftest import review_maker
from tests.trusting import trust
from tests.tui.conftest import Gate
from tests.tui.learner import START, Clock, Learner, at_the_keys

REFUSED = """
topic: refused
setup: import torch
cards:
  - {id: raises, prompt: p, code: x = torch.onse(2), ask: {value: x}}
  - {id: ask-raises, prompt: p, code: x = 1, ask: {value: y}}
  - {id: needs, prompt: p, code: x = 1, needs: nosuch, ask: {value: x}}
  - {id: too-large, prompt: p, code: "x = torch.zeros(65, 64)", ask: {value: x}}
  - {id: raises-not-hangs, prompt: p, code: x = 1 / 0, ask: {hangs: code}}
  - id: undecided
    prompt: p
    choices: [{text: a, holds: y}, {text: b, holds: false}]
"""
LOOKED_ON = 0.15  # seconds
MOST_OF_A_CORE = 0.3
"""What an app may use that nobody touches; one that draws without end takes all of a core."""


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm: Callable[[Path], None]) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    warm(home)
    monkeypatch.setenv("QUIZ_HOME", str(home))
    path = tmp_path / "kinds.yaml"
    path.write_text(KINDS)
    return path


@asynccontextmanager
async def author(
    deck: Path,
    size: tuple[int, int] = (110, 34),
    answered: Answered = NOTHING_ANSWERED,
    *,
    trusting: bool = True,
) -> AsyncIterator[Learner]:
    if trusting:
        trust(places().data, deck)
    log = ReviewLog.open(places().data / "trial.db")
    settings = load_settings(places().config_file)
    with Study(places(), settings, Library(()), log) as study:
        authored = Authored(TrustedDecks(places().trusted_decks))
        app = AuthorApp(deck, study, authored, Clock(START), answered=answered, listen=listen)
        async with at_the_keys(app, size) as someone:
            yield someone


def edit(deck: Path, old: str, new: str) -> None:
    """Save as many editors do: a new file takes the old one's place."""
    text = deck.read_text()
    assert text.count(old) == 1
    draft = deck.with_suffix(".tmp")
    draft.write_text(text.replace(old, new))
    draft.replace(deck)


def test_the_deck_is_shown_with_its_truths(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            text = await at.sees("0 problems", "6 cards run")
            assert "n = 4  holds: 1, 3, 4" in text
            assert "n = 6  holds: 1, 3" in text
            assert all(f"✓ {card}" in text for card in ("views", "transpose", "in-order"))
            ticks = [timer._callback for timer in at.app.screen._timers if timer._callback]
            assert ticks and len(ticks) == len(set(ticks)), "mounted twice"

    asyncio.run(main())


@pytest.mark.long
def test_a_file_of_chinese_beside_the_deck_is_read_on_its_saves_and_named(deck: Path) -> None:
    async def main() -> None:
        async with author(deck, (140, 40)) as at:
            await at.sees("0 problems", "run, ")
            beside = deck.with_name(f"{deck.stem}.zh.yaml")
            beside.write_text(
                "format: 1\nlanguage: zh\ncards:\n  - {id: zz, of: abcdef, prompt: 什么？}\n"
            )
            await at.sees("1 problem", f"{beside.name}:4", "no card 'zz'")
            beside.unlink()
            await at.sees("0 problems", "no card had to be run, ")

    asyncio.run(main())


@pytest.mark.long
def test_keys_of_ones_own_act_here_too(deck: Path) -> None:
    with places().config_file.open("a") as config:
        config.write('[keys]\n"home.drill" = "t"\n"author.card.1" = "z"\n')

    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            await at.press("escape")
            await at.sees("z next card")
            await at.press("z")
            await at.sees("kinds/one-of-two")

    asyncio.run(main())


IN_BRACES = """
topic: kinds
setup: import torch
cards:
  - {id: one, prompt: What is it?, code: x = 1, ask: {value: x}}
  - {prompt: "What is `y`?", id: two, code: y = 2, ask: {value: y}}
"""


@pytest.mark.long
def test_a_card_that_is_no_yaml_for_the_moment_stays(deck: Path) -> None:
    deck.write_text(IN_BRACES)

    async def main() -> None:
        async with author(deck) as at:
            await at.sees("2 cards run")
            for sound, broken in (
                ("prompt: What is it?", "prompt: `x` is what?"),
                ('prompt: "What is `y`?"', "prompt: `y`?"),
            ):
                edit(deck, sound, broken)
                text = await at.sees(
                    "✗ line", "needs quotes", "✗ one" if "x" in broken else "✗ two"
                )
                assert "no longer in this deck" not in text
                edit(deck, broken, sound)
                await at.sees("0 problems", "✓ one", "✓ two")

    asyncio.run(main())


@pytest.mark.long
def test_a_card_that_has_another_id_is_told_what_keeps_its_answers(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            edit(deck, "id: transpose", "id: turned")
            text = await at.sees("transpose: no longer in this deck.", "kinds/turned")
            told = "If that is turned now, `was: [transpose]` in it keeps what was answered."
            assert told in " ".join(text.replace("│", " ").split())
            edit(deck, "id: turned", "id: turned\n    was: transpose")
            told_below = at.app.screen.query_one("#report", Static)
            await at.finds(lambda: "no longer in" in str(told_below.render()), False)
            edit(deck, "id: turned\n    was: transpose", "id: other\n    was: transpose")
            text = await at.sees("kinds/other")
            assert "no longer in" not in text  # nobody can have answered what was just written
            edit(deck, "topic: kinds", "topic: forms")
            await at.sees("kinds/views, kinds/", "no longer in this deck.")

    asyncio.run(main())


@pytest.mark.long
def test_a_card_that_was_moved_to_another_deck_keeps_its_answers_by_its_full_id(
    deck: Path,
) -> None:
    moved = "cards:\n  - {id: transpose, prompt: What?, back: It is.}\n"
    beside = deck.with_name("forms.yaml")

    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            told_below = at.app.screen.query_one("#report", Static)
            edit(deck, "id: transpose", "id: turned\n    was: other")
            told = "transpose: no longer in this deck. Where a card has another id now, `was: "
            told += "[transpose]` in it keeps what was answered; in another deck it is `was: "
            await at.finds(lambda: f"{told}[kinds/transpose]`." in str(told_below.render()), True)
            beside.write_text(moved)
            edit(deck, "was: other", "was: another")
            told = "If that is forms/transpose now, `was: [kinds/transpose]` in it keeps what was"
            await at.finds(lambda: told in str(told_below.render()), True)
            beside.write_text(moved.replace("prompt", "was: kinds/transpose, prompt"))
            edit(deck, "was: another", "was: other")
            await at.finds(lambda: "no longer in" in str(told_below.render()), False)

    asyncio.run(main())


IN_ORDER = """
topic: kinds
setup: import torch
cards:
  - {id: first, prompt: What is it?, code: x = 1, ask: {value: x}}
  - id: steps
    prompt: PROMPT
    code: |
      w = torch.ones(1, requires_grad=True)
      optimizer = torch.optim.SGD([w], lr=0.1)
      x, y = torch.ones(4), torch.zeros(4)
    order: |
      optimizer.zero_grad()
      loss = ((w * x - y) ** 2).mean()
      loss.backward()
      before = w.item()
      optimizer.step()
      after = w.item()
      a = 1
      b = 2
      c = 3
    tests: |
      assert w.grad.item() == 2, f"w.grad is {w.grad.item()}"
      assert before == 1, f"before is {before}"
      assert after < 1
""".replace("PROMPT", "Put one training step in order, so that it is as usual. " * 3)


@pytest.mark.long
def test_the_prompt_of_rows_that_come_next_is_in_sight_where_a_card_was_taken_away(
    deck: Path,
) -> None:
    deck.write_text(IN_ORDER)
    first = next(line for line in IN_ORDER.splitlines() if "id: first" in line)

    async def main() -> None:
        async with author(deck, (100, 30)) as at:
            await at.sees("2 cards run")
            edit(deck, f"{first}\n", "")
            await at.sees("put these in order", "no card had to be run")
            await at.rest()
            question = at.app.screen.query_one("#question")
            assert question.max_scroll_y > 0
            assert question.scroll_offset.y == 0
            edit(deck, "c = 3", "c = 4")
            await at.sees("1 card run")
            await at.rest()
            assert question.scroll_offset.y == 0

    asyncio.run(main())


@pytest.mark.long
def test_answers_of_before_whose_cards_are_gone_are_told_of_as_the_author_comes(deck: Path) -> None:
    ids = [f"kinds/{id}" for id in ("views", "one-of-two", "block", "mend", "in-order")]
    lost = ("kinds/turned", "other/at-all", "other/views", "other/transpose")
    answered = Answered(frozenset([*ids, *lost]), lost)

    async def main() -> None:
        async with author(deck, answered=answered) as at:
            text = await at.sees("turned, other/transpose: answered before, and in no deck now.")
            assert "at-all" not in text and "other/views" not in text
            edit(deck, "id: transpose", "id: transpose\n    was: other/transpose")
            text = await at.sees("· turned: answered before, and in no deck now.")

    asyncio.run(main())


@pytest.mark.long
def test_a_card_that_cannot_be_read_is_not_told_as_gone(deck: Path) -> None:
    edit(deck, "solution: x.t()", "solution: [x.t()] or")
    answered = Answered(frozenset(["kinds/transpose"]), ("kinds/transpose",))

    async def main() -> None:
        async with author(deck, answered=answered) as at:
            text = await at.sees("1 problem of other cards:", "needs quotes")
            assert "in no deck now" not in text

    asyncio.run(main())


@pytest.mark.long
def test_only_answers_to_cards_of_no_deck_are_those_of_before(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apps: list[AuthorApp] = []
    monkeypatch.setattr(command, "require_terminal", lambda: None)
    monkeypatch.setattr(command, "background_asked", lambda theme: nullcontext())
    monkeypatch.setattr(command, "run", apps.append)
    command.author_deck(deck)
    shipped = next(iter(all_decks(places()).cards))
    with ReviewLog.open(places().database) as log:
        answered = review_maker()
        for card in ("kinds/turned", "kinds/other", shipped):
            log.append(answered(card=card))
    command.author_deck(deck)
    before, now = [app._answered for app in apps]
    assert {app._listen for app in apps} == {listen}
    assert before == NOTHING_ANSWERED
    assert now.ids == {"kinds/turned", "kinds/other", shipped}
    assert now.lost == ("kinds/other", "kinds/turned")


@pytest.mark.long
def test_what_torch_refutes_of_a_cards_words_is_told_from_save_to_save(deck: Path) -> None:
    asked = "prompt: Which share memory with `x`?"

    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            edit(deck, asked, f"{asked}\n    explain: '`x` has shape (2, 2).'")
            await at.sees("0 problems", "line 6", "says x: shape (2, 2); torch", "(4,)")
            edit(deck, "setup: import torch", "setup: import torch\n\n")
            await at.sees("line 8", "says x: shape (2, 2); torch")
            edit(deck, "has shape (2, 2)", "has a shape")
            assert "says x" not in await at.sees("0 problems", "1 card run")
            edit(deck, "The first four elements of itself", "`x.dim()` is 2")
            await at.sees("1 problem", "✗ views", "it holds, and its text says x.dim(): 2; torch")

    asyncio.run(main())


@pytest.mark.long
def test_of_an_order_card_it_is_told_how_many_orders_pass(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            edit(deck, "assert x == 1,", "assert x in (1, -3),")
            told = "3 of 6 orders pass the tests, such as x += 1 / x -= 2 / if x: …"
            await at.sees("kinds/in-order", told)
            await at.press("escape", "n")
            assert told not in await at.sees("kinds/views")
            await at.press("b")
            await at.sees("kinds/in-order", told)

    asyncio.run(main())


def test_a_save_shows_the_card_that_was_edited_and_what_is_wrong_with_it(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            edit(deck, "solution: x.t()", "solution: x")
            text = await at.sees("kinds/transpose", "1 problem", "1 card run")
            assert "Turn x round." in text
            assert "the solution does not pass: y has shape (2, 3)" in text
            assert "✗ transpose" in text
            edit(deck, "solution: x\n", "solution: x.mT\n")
            await at.sees("0 problems", "✓ transpose", "solution  passes")
            edit(deck, "choose: many", "choose: some")
            text = await at.sees("1 problem", "choose: must be 'one' or 'many'")
            assert "line 8" in text

    asyncio.run(main())


MANY = """
topic: many
setup: import torch
cards:
  - {id: sound, prompt: p, code: x = 41 + 1, ask: {value: x}}
  - {id: wrong, prompt: p, code: "x = torch.ones(2)", ask: {value: x}, expect: {value: 5}}
""" + "".join(
    f"  - {{id: raises-{n}, prompt: p, code: x = torch.onse({n}), ask: {{value: x}}}}\n"
    for n in range(9)
)


@pytest.mark.long
def test_what_is_told_of_the_card_under_the_eye_stands_before_what_is_wrong_with_others(
    deck: Path,
) -> None:
    deck.write_text(MANY)

    async def main() -> None:
        async with author(deck) as at:
            text = await at.sees("11 cards run", "42", "10 problems of other cards:")
            told = text[text.index("problems and truths") :]
            assert told.index("42") < told.index("of other cards:") < told.index("✗")

    asyncio.run(main())


@pytest.mark.long
def test_problems_and_truths_are_scrolled_by_keys_and_begin_anew_with_another_card(
    deck: Path,
) -> None:
    deck.write_text(MANY)

    async def main() -> None:
        async with author(deck) as at:
            await at.sees("11 cards run", "10 problems of other cards:")
            pane = at.app.screen.query_one("#report-pane")
            await at.press("escape", "J")
            assert 0 < pane.scroll_y < pane.max_scroll_y
            edit(deck, "prompt: p, code: x = 41", "prompt: q, code: x = 41")
            await at.sees("1 card run")
            assert pane.scroll_y > 0
            await at.press("shift+down", *"JJJJJJJJ")
            assert pane.scroll_y == pane.max_scroll_y
            await at.press("K")
            assert 0 < pane.scroll_y < pane.max_scroll_y
            await at.press("n")
            await at.sees("many/wrong", "expect: ")
            assert pane.scroll_y == 0
            await at.press("J")
            assert pane.scroll_y > 0
            edit(deck, "torch.onse(8)", "torch.once(8)")
            await at.sees("many/raises-8", "1 card run")
            assert pane.scroll_y == 0

    asyncio.run(main())


@pytest.mark.long
def test_the_keys_that_scroll_what_is_told_move_lines_where_there_are_such(deck: Path) -> None:
    deck.write_text(IN_ORDER)

    async def main() -> None:
        async with author(deck, (110, 22)) as at:
            await at.sees("2 cards run")
            await at.press("escape", "n")
            await at.sees("put these in order")
            pane = at.app.screen.query_one("#report-pane")
            rows = at.app.screen.query_one(OrderRows)
            assert pane.max_scroll_y > 0
            await at.press("J")
            assert (rows.touched, pane.scroll_y) == (True, 0)
            await at.press("escape", *["pagedown"] * 4)  # what is asked scrolls first
            await at.finds(lambda: pane.scroll_y > 0, True)

    asyncio.run(main())


@pytest.mark.long
def test_of_a_deck_that_is_gone_no_line_is_told(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            deck.unlink()
            text = await at.sees("✗ kinds.yaml cannot be read: No such file or directory")
            assert "line 1 " not in text

    asyncio.run(main())


@pytest.mark.long
def test_a_card_that_no_longer_loads_stays_under_the_eye_with_what_is_wrong(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            edit(deck, "solution: x.t()", "solution: [x.t()] or")
            text = await at.sees("kinds/transpose", "1 problem", "✗ transpose", "needs quotes")
            assert "Turn x round." in text and text.index("one-of-two") < text.index("✗ transpose")
            edit(deck, "solution: [x.t()] or", "solution: x.mT")
            await at.sees("0 problems", "✓ transpose", "solution  passes")

    asyncio.run(main())


@pytest.mark.long
def test_a_deck_that_is_a_link_to_itself_for_a_while_is_read_again(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            whole = deck.read_text()
            deck.unlink()
            deck.symlink_to(deck)
            await at.sees("1 problem")
            assert "went wrong" not in await at.sees("1 problem")
            deck.unlink()
            deck.write_text(whole.replace("solution: x.t()", "solution: x.mT"))
            await at.sees("0 problems", "run, ")

    asyncio.run(main())


@pytest.mark.long
def test_a_deck_whose_folder_is_made_anew_is_read_again(deck: Path) -> None:
    inner = deck.parent / "inner" / deck.name
    inner.parent.mkdir()
    deck.rename(inner)

    async def main() -> None:
        async with author(inner) as at:
            await at.sees("6 cards run")
            shutil.rmtree(inner.parent)
            await at.sees("✗ kinds.yaml cannot be read: No such file or directory")
            inner.parent.mkdir()
            inner.write_text(KINDS.replace("solution: x.t()", "solution: x.mT"))
            await at.sees("0 problems", "1 card run")

    asyncio.run(main())


@pytest.mark.long
def test_a_deck_by_a_link_of_another_name_is_read_on_its_saves(deck: Path) -> None:
    link = deck.parent / "elsewhere" / "link.yaml"
    link.parent.mkdir()
    link.symlink_to(deck)

    async def main() -> None:
        async with author(link) as at:
            await at.sees("6 cards run")
            edit(deck, "solution: x.t()", "solution: x")
            await at.sees("1 problem", "✗ transpose")
            deck.write_text(KINDS)
            await at.sees("0 problems", "✓ transpose")

    asyncio.run(main())


@pytest.mark.long
def test_where_the_card_under_the_eye_is_deleted_the_next_is_shown(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            await at.press("escape", "n")
            await at.sees("kinds/one-of-two")
            whole = deck.read_text()
            begins, ends = (whole.index(f"  - id: {id}\n") for id in ("one-of-two", "transpose"))
            edit(deck, whole[begins:ends], "")
            await at.sees("kinds/transpose", "Turn x round.", "✓ in-order")

    asyncio.run(main())


@pytest.mark.long
def test_who_has_left_the_field_goes_on_by_commands_whatever_is_saved(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            await at.press("escape")
            whole = deck.read_text()
            edit(deck, "Turn `x` round.", "Turn `x` about.")
            await at.sees("kinds/transpose", "Turn x about.")
            deck.write_text("cards: [")
            await at.sees("1 problem")
            deck.write_text(whole)
            await at.sees("0 problems", "Turn x round.")
            await at.press("n")
            await at.sees("kinds/block")

    asyncio.run(main())


@pytest.mark.long
def test_what_each_wrong_attempt_fails_on_is_shown(deck: Path) -> None:
    async def main() -> None:
        async with author(deck, (110, 70)) as at:
            await at.sees("6 cards run")
            await at.press("escape", "n", "n")
            await at.sees("tests", "assert y[0, 1] == 3", "wrong 1   fails: y has shape (2, 3)")

    asyncio.run(main())


@pytest.mark.long
def test_of_a_deck_that_does_not_load_at_all_the_cards_stay_and_what_is_wrong_is_told(
    deck: Path,
) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            whole = deck.read_text()
            deck.write_text("cards: [")
            await at.sees("1 problem", "? views", "? transpose", "Which share memory with")
            deck.write_text(whole)
            await at.sees("0 problems", "✓ views", "Which share memory with")

    asyncio.run(main())


ONE = """
topic: kinds
cards:
  - id: one
    prompt: What is it?
    code: x = 1
    ask: {value: x}
"""
TO_PICK = """
  - id: one-of-two
    prompt: Is it?
    choices: [{text: "Yes", holds: true}, {text: "No", holds: false}]
"""


def test_answers_are_tried_out_as_often_as_one_likes(deck: Path) -> None:
    deck.write_text(ONE + TO_PICK)

    async def main() -> None:
        async with author(deck) as at:
            await at.sees("2 cards run")
            await at.press("escape", "n")
            await at.sees("kinds/one-of-two", "Is it?")
            text = await at.sees("pick one", "Yes")
            (number,) = re.findall(r"(\d)  Yes", text)
            await at.press("i", number, "enter")
            text = await at.sees("✓ right")
            assert "undo" not in text
            await at.press("5", "z", "u", "3")
            await at.sees("kinds/one-of-two", "pick one")

    asyncio.run(main())


@pytest.mark.long
def test_a_save_leaves_what_is_typed_where_it_is(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            await at.sees("6 cards run")
            await at.press("escape", "n", "n")
            await at.sees("kinds/transpose", "Turn x round.")
            await at.press("i")
            await at.type("x.mT")
            edit(deck, "Turn `x` round.", "Turn `x` over.")
            assert "x.mT" in await at.sees("Turn x over.")
            edit(deck, "id: transpose", "id: turned")
            assert "x.mT" in await at.sees("kinds/turned", "Turn x over.")
            await at.press("enter")
            await at.sees("✓ right")
            edit(deck, "Turn `x` over.", "Transpose `x`.")
            assert "x.mT" in await at.sees("Transpose x.", "in place of ____")
            await at.press("escape", "n")
            assert "x.mT" not in await at.sees("kinds/block", "Fill x in place.")

    asyncio.run(main())


@pytest.mark.parametrize(
    ("card", "shown"),
    [
        pytest.param(
            *("choices: [{text: Odd, holds: true}, {text: Even, holds: false}]", "pick one"),
            marks=pytest.mark.long,
        ),
        pytest.param("code: x = 1\n    ask: {bool: x > 0}", "x > 0", marks=pytest.mark.long),
        (
            "code: x = ____\n    solution: '1'\n    wrong: ['2']\n    tests: assert x == 1",
            "in place of ____",
        ),
    ],
    ids=["to pick", "yes or no", "to write"],
)
def test_what_is_typed_is_let_go_where_the_card_becomes_another_kind(
    deck: Path, card: str, shown: str
) -> None:
    deck.write_text(ONE)

    async def main() -> None:
        async with author(deck) as at:
            await at.sees("1 card run")
            await at.press("i")
            await at.type("[7]")
            edit(deck, ONE[ONE.index("What is") :], f"Another?\n    {card}\n")
            assert "[7]" not in await at.sees("Another?", shown)

    asyncio.run(main())


@pytest.mark.long
def test_the_draws_are_gone_through_one_by_one(deck: Path) -> None:
    async def main() -> None:
        async with author(deck) as at:
            assert "n = 4" in await at.sees("6 cards run", "│ 1  n = ")
            await at.press("escape", "d")
            await at.sees("│ 1  n = 6")
            await at.press("d")
            await at.sees("│ 1  n = 4")

    asyncio.run(main())


async def is_idle() -> bool:
    """Whether the app, which nobody touches, leaves the core alone."""
    began, used = time.monotonic(), time.process_time()
    await asyncio.sleep(LOOKED_ON)
    return time.process_time() - used < MOST_OF_A_CORE * (time.monotonic() - began)


@pytest.mark.long
def test_what_is_refused_costs_nothing_and_keys_still_act(
    deck: Path, without_seccomp: Sequence[str]
) -> None:
    deck.write_text(REFUSED)
    cards = re.findall(r"id: ([a-z-]+)", REFUSED)
    places().config_file.write_text(f"runner.command = {json.dumps(without_seccomp)}\n")
    trusted = TrustedDecks(places().trusted_decks)

    async def main() -> None:
        async with author(deck, trusting=False) as at:
            text = await at.sees("left out:", "is not trusted", "1 problem so far", "? raises")
            assert "✓" not in text
            assert await is_idle()
            await at.press("ctrl+t", "escape")
            await at.sees("5 cards run")
            for card in cards:
                await at.sees(f"refused/{card} ", "left out: This card", f"✗ {cards[0]}")
                assert await is_idle()
                await at.press("n")
            await at.sees(f"refused/{cards[0]} ")
            edit(deck, "torch.onse(2)", "torch.ones(2)")  # and is trusted as it is now
            assert "not trusted" not in await at.sees("✓ raises", "1 card run")
            assert trusted.judge(deck, deck.read_bytes()) == "trusted"

    asyncio.run(main())


def test_what_has_not_been_run_is_not_said_to_be_sound(deck: Path, gate: Gate) -> None:
    async def main() -> None:
        gate.holds = lambda snippet: True
        async with author(deck) as at:
            text = await at.sees("0 problems so far", "running, 0 of 6 cards", "? views", "? not")
            assert "✓" not in text
            gate.open()
            await at.sees("0 problems  6 cards run", "✓ views", "n = 4  holds: 1, 3, 4")
            gate.close()
            edit(deck, "n == 4", "n < 5")
            await at.sees("? views", "✓ transpose", "before this save:", "n = 4  holds: 1, 3, 4")

    asyncio.run(main())


@pytest.mark.long
def test_what_is_found_is_told_while_a_slower_card_still_runs(deck: Path, gate: Gate) -> None:
    deck.write_text(KINDS.replace("solution: x.t()", "solution: x"))

    async def main() -> None:
        gate.holds = lambda snippet: any("x[1] = 2" in one.text for one in snippet.sources)
        async with author(deck) as at:
            await at.sees("1 problem so far", "? block", "✗ transpose", "✓ views", "5 of 6 cards")
            gate.open()
            await at.sees("1 problem ", "✓ block")

    asyncio.run(main())


ENDLESS = """
topic: endless
cards:
  - id: loop
    prompt: p
    timeout: 0.25
    code: |
      import time
      while True: time.sleep(1)
    ask: {value: time}
"""


def test_of_a_card_out_of_time_that_is_told_before_it_is_known_whether_it_ever_ends(
    deck: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck.write_text(ENDLESS)
    monkeypatch.setattr("quizapp.tui.author.screen.LONG", 0.0)

    async def main() -> None:
        gate.holds = lambda snippet: snippet.timeout == 1.5
        async with author(deck) as at:
            await at.sees("running, 0 of 1 card, for ", "it has run for 0.25 s, its `timeout`")

    asyncio.run(main())
