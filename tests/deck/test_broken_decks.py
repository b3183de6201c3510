"""A corpus of broken decks: what is wrong with each, where, and what can still be reviewed.

A deck of `broken/` begins with comments that hold the problems expected of it, in order, and
then the cards that are expected to load all the same.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from quizapp.deck.format import yaml_nodes
from quizapp.deck.format.load import load

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.yaml"))
EXPECTED = re.compile(r"# (\d+:\d+: .+)")
SOUND = re.compile(r"# sound: (.+)")


def expectations(path: Path) -> tuple[list[str], list[str]]:
    """The problems as `line:column: message`, and the ids of the sound cards."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    problems = [found[1] for line in lines if (found := EXPECTED.fullmatch(line))]
    (sound,) = [found[1] for line in lines if (found := SOUND.fullmatch(line))]
    return problems, [] if sound == "none" else sound.split()


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("parser", ["CBaseLoader", "BaseLoader"])
def test_a_broken_deck_is_explained_and_its_sound_cards_are_kept(
    path: Path, parser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_nodes, "_PARSER", getattr(yaml, parser))
    problems, sound = expectations(path)
    loaded = load(path)
    assert [f"{p.line}:{p.column}: {p.message}" for p in loaded.problems] == problems
    assert [card.id for card in (loaded.deck.cards if loaded.deck else ())] == sound
