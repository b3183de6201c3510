"""What a learner believes has a part in what is asked next."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizapp.memory.review import Rating, Review
from quizapp.memory.uuid7 import uuid7
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study, UnknownIdea
from runner.protocol.layers import LAYERS
from runner.protocol.wire import Hello

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
CARDS = "".join(
    f"  - {{id: c{n}, prompt: p, code: y = 2, ask: {{value: y}}, level: 1{more}}}\n"
    for n in range(30)
    for more in (", mistakes: [{value: 4, idea: doubled, say: No.}]" if n in (11, 29) else "",)
)
DECK = f"topic: own\nideas: {{doubled: All is doubled.}}\ncards:\n{CARDS}"


@pytest.fixture
def study(
    tmp_path: Path, share_decks: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> Study:
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    share_decks(tmp_path)
    (tmp_path / "config.toml").write_text("new_per_day = 20\n")
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "own.yaml").write_text(DECK)
    opened = Study.open()
    opened.hello = Hello("2.13.0", "3.11.7", ("cpu",), LAYERS)
    return opened


def answered(study: Study, card: str, *, shown: bool, ago: int) -> None:
    at = NOW - timedelta(days=ago)
    study.log.append(
        Review(
            id=uuid7(at, random.Random(ago)),
            card=f"own/{card}",
            content_hash="",
            at=at,
            study_date=at.date(),
            kind="review",
            rating=Rating.AGAIN if shown else Rating.GOOD,
            proposed=Rating.AGAIN if shown else Rating.GOOD,
            right=not shown,
            ideas={"doubled": shown},
        )
    )


def first_new(study: Study) -> list[str]:
    """The cards that are introduced today."""
    session = study.sitting(Sitting(kind="review"), NOW, random.Random(0))
    asked = []
    while session.turn is not None and session.turn.slot not in asked:
        asked.append(session.turn.slot)
        session.skip()
    return [slot.card_id for slot in asked if slot.kind == "new"]


def test_a_card_that_refutes_what_is_believed_is_introduced_sooner(study: Study) -> None:
    with study:
        assert "own/c29" not in first_new(study)
        answered(study, "c11", shown=True, ago=9)
        assert "own/c29" in first_new(study)
        for ago in (8, 7, 6):
            answered(study, "c11", shown=False, ago=ago)
        assert "own/c29" not in first_new(study)


def test_a_drill_of_an_idea_holds_just_the_cards_that_can_show_it(study: Study) -> None:
    with study:
        session = study.sitting(Sitting(ideas=("doubled",)), NOW, random.Random(0))
        assert session.total == 2
        with pytest.raises(UnknownIdea, match="did you mean 'doubled'"):
            study.sitting(Sitting(ideas=("doubles",)), NOW, random.Random(0))
