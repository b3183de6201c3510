"""What authors say of their decks, in `quiz list`."""

from __future__ import annotations

import json

from tests.cli.conftest import Quiz

DECK = """\
topic: own
title: {en: My own, zh: 我的}
about: {en: "About  all\\n of it.", zh: 关于一切。}
author: Some Body
license: CC-BY-4.0
version: 1.10
cards:
  - {id: one, prompt: Why?, back: So.}
"""
TOLD = "own: My own, 1 card, version 1.10, by Some Body, CC-BY-4.0. About all of it."


def test_decks_are_listed_with_what_their_authors_say(quiz: Quiz) -> None:
    (quiz.decks / "own.yaml").write_text(DECK, encoding="utf-8")
    (quiz.decks / "bare.yaml").write_text("cards: [{id: one, prompt: Why?, back: So.}]")
    listed = quiz("list", "--decks", "--topic", "own", "--topic", "bare")
    assert listed.stdout.splitlines() == ["bare: bare, 1 card", TOLD]
    cards = quiz("list", "--topic", "own", "--topic", "bare")
    assert TOLD in cards.stderr
    assert "bare:" not in cards.stderr
    assert quiz("list", "own").stderr == "1 card\n"  # who names no deck asks about none
    [told] = json.loads(quiz("list", "--decks", "--topic", "own", "--json").stdout)
    assert told == {
        "topic": "own",
        "title": "My own",
        "cards": 1,
        "version": "1.10",
        "author": "Some Body",
        "license": "CC-BY-4.0",
        "about": "About all of it.",
        "path": str(quiz.decks / "own.yaml"),
    }
    assert quiz("list", "--decks", "--due").returncode == 2


def test_what_authors_say_at_length_is_cut_in_the_list_and_whole_as_json(quiz: Quiz) -> None:
    long = {name: f"{name} " + "long " * 4_000 for name in ("title", "about", "author")}
    deck = {**long, "topic": "own", "cards": [{"id": "one", "prompt": "Why?", "back": "So."}]}
    (quiz.decks / "own.yaml").write_text(json.dumps(deck))
    [line] = quiz("list", "--decks", "--topic", "own").stdout.splitlines()
    assert len(line) < 2_000 and line.count("…") == 3
    assert line.startswith("own: title long") and "…, 1 card, by author long" in line
    [told] = json.loads(quiz("list", "--decks", "--topic", "own", "--json").stdout)
    assert told["about"] == long["about"].strip()
