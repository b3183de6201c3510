"""`quiz place --plain`, as a user types it."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Quiz


@pytest.mark.usefixtures("shipped")
def test_a_newcomer_is_asked_stops_and_has_nothing_to_take_back(quiz: Quiz) -> None:
    placed = quiz("place", "--plain", input=":skip\n:what\n?\n?\n?\n?\n?\n:quit\n")
    assert placed.returncode == 0
    assert "15 to 25" in placed.stdout and "Question 1, " in placed.stdout
    assert "There is no command :what; there are :skip and :quit." in placed.stdout
    assert "answered. Nothing is taken as known yet: new cards come along the path" in placed.stdout
    assert "Right" not in placed.stdout and "Wrong" not in placed.stdout
    assert len([*(quiz.home / "backups").glob("*.db")]) == 1, "as the app makes one a day"
    undone = quiz("place", "--undo")
    assert undone.stdout == "Nothing is taken as known by a placement.\n"
    assert "unknown setting" not in undone.stderr
