"""`quiz place --plain`, as a user types it."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Quiz

UNKNOWN = "?\n" * 5
"""To one question, or to some."""


@pytest.mark.usefixtures("shipped")
def test_a_newcomer_is_asked_stops_and_has_nothing_to_take_back(quiz: Quiz) -> None:
    placed = quiz(
        "place", "--plain", input=f":skip\n:what\n:undo\n{UNKNOWN}:undo\n{UNKNOWN}:quit\n"
    )
    assert placed.returncode == 0
    assert "15 to 25" in placed.stdout and "Question 1, " in placed.stdout
    assert "There is no command :what; there are :skip, :undo and :quit." in placed.stdout
    assert "There is no answer yet to take back." in placed.stdout
    assert placed.stdout.count("Your answer is taken back.") == 1
    assert "answered. Nothing is taken as known yet: new cards come along the path" in placed.stdout
    assert "Right" not in placed.stdout and "Wrong" not in placed.stdout
    assert len([*(quiz.home / "backups").glob("*.db")]) == 1, "as the app makes one a day"
    undone = quiz("place", "--undo")
    assert undone.stdout == "Nothing is taken as known by a placement.\n"
    assert "unknown setting" not in undone.stderr
