"""`quiz stats`: figures in text, and in JSON as its help documents."""

from __future__ import annotations

import json
import re

from tests.cli.conftest import Quiz
from tests.cli.test_ideas_command import DECK


def test_figures_are_told_in_text_and_in_the_json_that_the_help_documents(quiz: Quiz) -> None:
    (quiz.decks / "own.yaml").write_text(DECK)
    assert "Nothing was answered yet." in quiz("stats").stdout
    quiz("review", "--plain", "--idea", "doubles", "--limit", "1", input="2\n\n2\n\n2\n\n")
    found = json.loads(quiz("stats", "--json").stdout)
    documented = set(re.findall(r'"([a-z_]+)"', quiz("stats", "--help").stdout))
    assert found.keys() <= documented
    for part in ("done_today", "in_all", "sure", "beliefs", "hardest_cards", "path"):
        of = found[part]
        of = of[0] if isinstance(of, list) and of else of
        of = of["doubles"] if part == "beliefs" else of
        assert not of or of.keys() <= documented, part
    answers = found["done_today"]["answers"]
    assert answers > 0 and sum(found["answers"].values()) == answers
    text = quiz("stats").stdout
    assert f"{answers} answers in " in text
    assert "All is doubled." in text and "last refuted today" in text
    assert max(map(len, text.splitlines())) <= 80
