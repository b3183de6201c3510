"""Decks as packages for Anki, made by live torch and read back."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest
from textual.color import Color

from quizapp.anki.export import write_package
from quizapp.anki.html import CODE_STYLE, code_html, inert, prose_html
from quizapp.anki.markdown import field_of
from quizapp.anki.notes import MOST_DRAWS, LeftOut, Note, exercises_of, make_notes
from quizapp.anki.package import read_package
from quizapp.anki.recall import PassedOver, by_id, deck_text, recall_cards
from quizapp.deck.format.load import load_text
from quizapp.tui.legible import contrast
from runner.client import Runner
from tests.deck.kinds import KINDS
from tests.trusting import trusted

MADE_AT = datetime(2026, 3, 2, tzinfo=UTC)
MORE = """\
  - id: doubled
    prompt: What does `y` hold?
    was: [first-name, second-name]
    hint: Look at the `2`.
    vary: {n: {from: 1, to: 20}}
    code: y = torch.tensor([n, 2. * n])
    mistakes: [{value: "torch.tensor([n, n])", say: It is doubled.}]
    ask: {value: y, dtype: y}
    explain: Twice the *first*.
    see: https://docs.pytorch.org/docs/stable/tensors.html
    tags: [two words, kinds]
    source: notes.md:41
  - id: on-a-gpu
    prompt: Where is it?
    code: x = 1
    ask: {value: x}
    device: cuda
  - id: fails
    prompt: What is it?
    code: x = 1 / 0
    ask: {value: x}
  - id: why
    prompt: Why `x < y`?
    back: So & so.
    source: https://example.org/?a=1&b=2
"""


RAN: list[int] = []
"""What `made` was told of exercises that were run."""


@pytest.fixture(scope="module")
def made(lent_runner: Sequence[str]) -> tuple[list[Note], list[LeftOut]]:
    deck = trusted(load_text(KINDS + MORE, "kinds.yaml").deck)
    exercises = exercises_of((deck, card) for card in deck.cards)

    async def main() -> tuple[list[Note], list[LeftOut]]:
        async with Runner(lent_runner) as runner:
            hello = await runner.ready()
            assert hello is not None
            return await make_notes(exercises, runner, hello, "en", RAN.append)

    return asyncio.run(main())


def note(made: tuple[list[Note], list[LeftOut]], name: str) -> Note:
    return next(note for note in made[0] if note.key.startswith(f"kinds/{name}?"))


def test_each_exercise_that_was_run_is_told_of(made: tuple[list[Note], list[LeftOut]]) -> None:
    notes, left_out = made
    assert sum(RAN) == len(notes) + len(left_out)


def text(html: str) -> str:
    whole = re.sub(r"</?span[^>]*>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", whole)).split())


def test_the_truth_is_torchs(made: tuple[list[Note], list[LeftOut]]) -> None:
    doubled = note(made, "first-name")
    assert "n = 1 y = torch.tensor([n, 2. * n])" in text(doubled.front)
    assert "value of y: [1., 2.] dtype of y: float32 [1, 1] — It is doubled. Twice" in text(
        doubled.back
    )
    assert "[1., 2.]" not in text(doubled.front)
    assert '<a href="https://docs.pytorch.org/docs/stable/tensors.html">' in doubled.back
    assert text(doubled.back).endswith("source: notes.md:41")
    assert doubled.tags == ("kinds", "two-words")


def test_a_card_that_varies_becomes_some_notes_spread_over_its_draws(
    made: tuple[list[Note], list[LeftOut]],
) -> None:
    keys = [note.key for note in made[0] if "first-name" in note.key]
    assert keys == [f"kinds/first-name?n={n}" for n in (1, 5, 9, 13, 17)]
    assert len(keys) == MOST_DRAWS


def test_every_kind_has_its_question_in_front_and_its_answer_behind(
    made: tuple[list[Note], list[LeftOut]],
) -> None:
    views = note(made, "views")
    assert all(word in text(views.front) for word in ("x.clone()", "x.view(2, -1)"))
    assert text(views.back).startswith("x.view(2, -1) x[1:] The first four elements of itself ")
    assert "____" in text(note(made, "transpose").front)
    assert "x.t()" in text(note(made, "transpose").back)
    assert "w.grad = None" not in text(note(made, "mend").front)
    assert "w.grad = None" in text(note(made, "mend").back)
    assert text(note(made, "in-order").front) != text(note(made, "in-order").back)
    assert (text(note(made, "why").front), text(note(made, "why").back)) == (
        "Why x < y ?",
        "So & so. source: https://example.org/?a=1&b=2",
    )
    assert 'href="https://example.org/?a=1&amp;b=2"' in note(made, "why").back


def test_what_a_learner_of_the_app_can_look_up_is_folded_in(
    made: tuple[list[Note], list[LeftOut]],
) -> None:
    front = text(note(made, "first-name").front)
    assert "setup import torch" in front
    assert "hint Look at the 2 ." in front
    assert "x.clone() — A clone is a copy." in text(note(made, "views").back)


def test_what_is_exported_comes_back_with_its_hint_and_without_titles_of_ours(
    made: tuple[list[Note], list[LeftOut]], tmp_path: Path
) -> None:
    write_package(tmp_path / "a.apkg", made[0], {}, MADE_AT)
    found, left_out = recall_cards(read_package(tmp_path / "a.apkg"))
    assert (len(found), left_out) == (len(made[0]), PassedOver())
    doubled = next(card for card in found if card.prompt.startswith("What does `y` hold?"))
    assert doubled.prompt == (
        "What does `y` hold?\n\n```\nimport torch\n```\n\n"
        "```\nn = 1\ny = torch.tensor([n, 2. * n])\n```\n\n- value of y\n- dtype of y"
    )
    assert doubled.hint == "Look at the `2`."
    assert doubled.back.endswith(
        "<https://docs.pytorch.org/docs/stable/tensors.html>\n\nsource: notes.md:41"
    )
    why = next(card for card in found if card.prompt.startswith("Why"))
    assert why.back.endswith("source: <https://example.org/?a=1&b=2>")
    for card in found:
        for said in (card.prompt, card.back):
            assert field_of(inert(prose_html(said))).text == said
    ids = by_id(found)
    assert not any("setup" in id or "hint" in id for id in ids)
    loaded = load_text(deck_text("back", "Back", ids), "back.yaml")
    assert not loaded.problems and loaded.deck is not None
    hints = [card.hint.en for card in loaded.deck.cards if card.hint]
    assert hints == [doubled.hint] * MOST_DRAWS


def test_anki_plays_and_typesets_nothing_of_a_card(
    made: tuple[list[Note], list[LeftOut]],
) -> None:
    assert not any("[" in note.front + note.back for note in made[0])


def test_a_card_without_a_truth_here_is_left_out_with_the_reason(
    made: tuple[list[Note], list[LeftOut]],
) -> None:
    reasons = {one.card: one.reason for one in made[1]}
    assert reasons.keys() == {"kinds/on-a-gpu", "kinds/fails"}
    assert "ZeroDivisionError" in reasons["kinds/fails"]


def test_a_package_holds_a_deck_for_each_topic_and_keeps_ids(
    made: tuple[list[Note], list[LeftOut]], tmp_path: Path
) -> None:
    def ids(name: str) -> list[str]:
        write_package(tmp_path / name, made[0], {"kinds": "All kinds"}, MADE_AT)
        return [note.guid for note in read_package(tmp_path / name)]

    assert ids("a.apkg") == ids("b.apkg")
    assert len(set(ids("a.apkg"))) == len(made[0])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.apkg", "b.apkg"]
    with zipfile.ZipFile(tmp_path / "a.apkg") as package:
        package.extract("collection.anki2", tmp_path)
    connection = sqlite3.connect(tmp_path / "collection.anki2")
    (decks,) = connection.execute("SELECT decks FROM col").fetchone()
    (count,) = connection.execute("SELECT count(*) FROM cards").fetchone()
    connection.close()
    assert "PyTorch::All kinds" in decks
    assert count == len(made[0])


def test_nothing_is_left_in_the_folder_for_temporary_files(
    made: tuple[list[Note], list[LeftOut]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    write_package(tmp_path / "a.apkg", made[0], {}, MADE_AT)
    assert read_package(tmp_path / "a.apkg")
    assert not list(temporary.iterdir())


def test_html_escapes_what_code_and_prose_hold() -> None:
    assert (
        prose_html("a < `b & c`\n\n*d*") == "<p>a &lt; <code>b &amp; c</code></p><p><em>d</em></p>"
    )
    assert "<script>" not in code_html("x = '<script>'")


def test_the_colours_of_code_stand_out_by_day_and_by_night() -> None:
    rule = re.compile(r"(?m)^(\.nightMode )?\.highlight \.(\w+) \{[^}]*?(?<!-)color: (#\w+)")
    by_day, by_night = (
        {word: colour for night, word, colour in rule.findall(CODE_STYLE) if bool(night) is dark}
        for dark in (False, True)
    )
    assert {"k", "nb", "mi", "s2", "c1"} <= by_day.keys() <= by_night.keys()
    assert "highlight" in code_html("x") and "style=" not in code_html("x = 1")
    for colours, ground in ((by_day, "#ffffff"), (by_night, "#2c2c2c")):
        for word in colours.keys() - {"w", "err"}:  # white space; what is no Python
            assert contrast(Color.parse(colours[word]), Color.parse(ground)) > 4, word
