"""What `quiz translate` puts into a file, and that nothing which stands there is broken by it."""

from __future__ import annotations

import re

import pytest

from quizapp.deck.format.load import load_bytes
from quizapp.deck.format.translation_text import NotUpdated, brought_up_to_date
from quizapp.deck.problem import DeckFile, Loaded
from quizapp.library.shipped import SHIPPED_DECKS

ENGLISH = """\
topic: views
title: Views of tensors
about: What shares its numbers with what.
ideas: {copies: A view copies the numbers that it shows.}
cards:
  - id: half
    prompt: What does `y` hold here?
    hint: Think of all of its halves.
    code: y = torch.tensor([2., 4.]) / 2
    ask: {value: y}
    mistakes:
      - {value: y * 4, say: That is twice as much.}
      - {value: y * 2, say: That is not the half of it.}
    explain: Division is done element by element.
  - id: which
    prompt: Which of these are views?
    choices:
      - {text: The transposed one of them, holds: true, say: It does copy nothing.}
      - {text: The sum of two of them, holds: false}
      - {text: The slice of one of them, holds: true}
"""
HEAD = "format: 1\nlanguage: zh\n"


def load(english: str = ENGLISH, chinese: str | None = None) -> Loaded:
    files = {} if chinese is None else {"zh": chinese.encode()}
    return load_bytes(english.encode(), "views.yaml", files)  # type: ignore[arg-type]


def updated(chinese: str, english: str = ENGLISH, *done: str) -> str:
    """The file brought up to date, which a second time changes nothing more of."""
    english_alone = load(english)
    assert english_alone.problems == ()
    file = DeckFile("views.zh.yaml", chinese)
    after = brought_up_to_date(file, english_alone, "zh", lambda unit: unit.id in done)
    assert brought_up_to_date(DeckFile("views.zh.yaml", after), english_alone, "zh") == after
    assert load(english, after).problems == ()
    return after


def lacks(chinese: str, english: str = ENGLISH) -> set[str]:
    return {one.message for one in load(english, chinese).untranslated}


def translated(english: str) -> str:
    """A file that has other words for each text of a deck."""
    text = updated("", english)
    for said in ("Views of", "What shares", "A view", "What does", "Think", "That is", "Division"):
        text = text.replace(said, f"译：{said}")
    for said in ("Which of", "The transposed", "It does", "The sum", "The slice"):
        text = text.replace(said, f"译：{said}")
    assert lacks(text, english) == set()
    return text


@pytest.mark.parametrize(
    ("begun", "kept"),
    [
        (f"{HEAD}title: 视图\n", "title: 视图\n"),
        (f"{HEAD}about: 共享。\n", "about: 共享。\n"),
        (f"title: 视图  # mine\n{HEAD}", "title: 视图  # mine\n"),
        (f"title: 视图\nof:\n{HEAD}", "title: 视图\n"),
        (f"{HEAD}ideas:\n- id: copies\n  text: 复制。\n", "- id: copies\n  of: "),
        (f"{HEAD}cards:\n  - id: half\n    prompt: 值？\n", "    prompt: 值？\n"),
        (
            f"{HEAD}cards:\n  - id: half\n    explain: |\n      除\n\n      法\n",
            "\n      法\n    prompt: ",
        ),
        (
            f"{HEAD}cards:\n  - prompt: >-\n      值？\n    id: half\n",
            "  - prompt: >-\n      值？\n",
        ),
        (
            f"{HEAD}cards:\n  - id: half\n    mistakes:\n      - 两倍。\n",
            "- 两倍。\n      - That is not",
        ),
        (f"{HEAD}cards:\n  - {{id: half, hint: 想}}\n", "id: half, hint: 想}\n"),
        (f"{HEAD}cards:\n- id: half\n  hint: 想\n", "  hint: 想\n"),
        (f"{HEAD}cards:\n  - id: half\n    hint: 想\ntitle: 视图\n", "title: 视图\n"),
    ],
)
def test_what_was_begun_by_hand_is_kept_and_the_rest_is_put_below(begun: str, kept: str) -> None:
    after = updated(begun)
    assert kept in after
    assert not any("older" in lack or "has no" in lack for lack in lacks(after))


@pytest.mark.parametrize(
    "gain",
    [
        "about: What shares its numbers with what.\n",
        "    hint: Think of all of its halves.\n",
        "      - {value: y * 4, say: That is twice as much.}\n",
        "      - {value: y * 2, say: That is not the half of it.}\n",
        "      - {text: The transposed one of them, holds: true, say: It does copy nothing.}\n",
        "      - {text: The slice of one of them, holds: true}\n",
        ", say: It does copy nothing.",
        "ideas: {copies: A view copies the numbers that it shows.}\n",
    ],
)
def test_what_the_english_has_gained_is_put_there_and_the_rest_is_no_older(gain: str) -> None:
    assert ENGLISH.count(gain) == 1
    fewer = ENGLISH.replace(gain, "")
    before = translated(fewer)
    after = updated(before, ENGLISH)
    assert "Older" not in after
    assert len(after.splitlines()) > len(before.splitlines())
    assert all("not translated yet" in lack for lack in lacks(after)) and lacks(after)
    assert all(line in after for line in before.splitlines() if "译" in line and "- 译" not in line)


def test_a_line_that_lacks_is_put_there_too_where_the_rest_is_older() -> None:
    before = translated(ENGLISH.replace("about: What shares its numbers with what.\n", ""))
    changed = ENGLISH.replace("Views of tensors", "Views")
    after = updated(before, changed)
    assert "#   title: Views\n" in after
    assert "\nabout: What shares its numbers with what.\n" in after
    done = updated(after, changed, "")
    assert "Older" not in done
    assert lacks(done, changed) == {"about: is not translated yet"}


def test_a_head_that_was_never_translated_is_the_english_of_today() -> None:
    changed = ENGLISH.replace("Views of tensors", "Views")
    assert updated(updated(""), changed) == updated("", changed)


RENAMED = ENGLISH.replace("id: half", "id: halved\n    was: [halves, half]")


@pytest.mark.parametrize("written", ["- id: half", "- id: 'half'", '- "id":   "half"  # mine'])
def test_what_stands_under_a_former_id_is_shown_and_moves_to_that_of_today(written: str) -> None:
    before = translated(ENGLISH).replace("- id: half", written)
    told = "'half' is 'halved' now; `quiz translate` renames it"
    assert lacks(before, RENAMED) == {told}
    after = updated(before, RENAMED)
    assert after == before.replace(written, re.sub(r"['\"]?half['\"]?", "halved", written))
    assert lacks(after, RENAMED) == set()


def test_an_entry_in_braces_moves_and_is_updated_in_one() -> None:
    after = updated(f"{HEAD}cards:\n  - {{id: half, of: 123456, hint: 想}}\n", RENAMED, "halved")
    assert "id: halved, of: " in after and "hint: 想}" in after
    assert "123456" not in after and "half" not in re.sub("the half|its half", "", after)


def test_of_two_entries_that_are_of_one_card_now_the_former_is_told_and_kept() -> None:
    before = translated(RENAMED)
    both = f"{before}\n  - id: half\n    hint: 想\n"
    [problem] = load(RENAMED, both).problems
    assert problem.message == "id: 'half' is 'halved' now, which is there too; keep one of them"
    after = brought_up_to_date(DeckFile("views.zh.yaml", both), load(RENAMED), "zh")
    assert after.endswith("\n  - id: half\n    hint: 想\n") and before.rstrip() in after


def test_a_card_of_the_same_english_may_be_the_one_that_an_entry_is_of() -> None:
    before = translated(ENGLISH)
    renamed = ENGLISH.replace("id: half", "id: halved")
    [problem] = load(renamed, before).problems
    assert problem.message == (
        "id: the deck has no card 'half'; if 'halved' is what was 'half', give it `was: [half]`"
    )
    [problem] = load(renamed.replace("hold here", "hold"), before).problems
    assert problem.message.endswith("; where another deck has it now, this belongs beside that one")


@pytest.mark.parametrize("id", ["a-half", "zz"])
def test_texts_under_a_former_id_take_the_place_of_english_that_nobody_touched(id: str) -> None:
    before = translated(ENGLISH)
    renamed = ENGLISH.replace("id: half", f"id: {id}")
    file = DeckFile("views.zh.yaml", before)
    both = brought_up_to_date(file, load(renamed), "zh")
    assert f"- id: {id}\n" in both and "- id: half\n" in both
    told = renamed.replace(f"id: {id}", f"id: {id}\n    was: [half]")
    assert lacks(both, told) == {f"'half' is '{id}' now; `quiz translate` renames it"}
    assert updated(both, told) == before.replace("- id: half", f"- id: {id}")
    touched = both.replace("Think of all of its halves.", "想想一半。")
    [problem] = load(told, touched).problems
    assert problem.message.endswith("which is there too; keep one of them")


def test_another_card_that_has_the_former_id_now_keeps_its_texts() -> None:
    swapped = ENGLISH.replace("id: half", "id: half\n    was: which")
    before = translated(ENGLISH)
    assert updated(before, swapped) == before


def test_an_entry_that_never_said_of_which_english_it_is_is_not_called_older() -> None:
    begun = f"{HEAD}of:\ntitle: 视图\nabout: 共享。\ncards:\n  - {{id: half, hint: 想}}\n"
    told = "does not say of which English it is; `quiz translate` puts that there"
    assert {f"the head {told}", f"'half' {told}"} < lacks(begun)
    assert not any("older" in lack for lack in lacks(begun))


@pytest.mark.parametrize(
    "laid_out",
    [
        "{format: 1, language: zh}\n",
        f"{HEAD}ideas: [{{id: copies, text: 复制。}}]\n",
        f"{HEAD}cards:\n  -\n    id: half\n    hint: 想\n",
    ],
)
def test_a_file_with_no_line_for_each_thing_is_left_as_it_is(laid_out: str) -> None:
    with pytest.raises(NotUpdated):
        brought_up_to_date(DeckFile("views.zh.yaml", laid_out), load(), "zh")


def test_the_shipped_translations_stay_as_they_are() -> None:
    for deck in sorted(SHIPPED_DECKS.glob("*.zh.yaml")):
        english = deck.with_name(deck.name.replace(".zh", ""))
        text = deck.read_text()
        loaded = load_bytes(english.read_bytes(), str(english))
        assert brought_up_to_date(DeckFile(str(deck), text), loaded, "zh") == text
