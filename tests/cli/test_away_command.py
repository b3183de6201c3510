"""`quiz away`: holidays."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from quizapp.memory.log import ReviewLog
from tests.cli.conftest import Quiz
from tests.memory.conftest import review_maker


def test_cards_come_back_after_a_time_away_until_that_is_taken_back(quiz: Quiz) -> None:
    quiz.deck("".join(f"  - {{id: c{n}, prompt: p, back: b}}\n" for n in range(5)))
    (quiz.home / "config.toml").write_text("reviews_per_day = 2\n")
    today = datetime.now(UTC).date()
    first, last = today + timedelta(10), today + timedelta(20)
    make_review = review_maker()
    with ReviewLog.open(quiz.home / "quiz.db") as log:
        for number in range(5):
            log.append(make_review(0, 3, f"mine/c{number}", due=first + timedelta(number)))

    def due() -> list[str]:
        rows = json.loads(quiz("list", "--topic", "mine", "--json").stdout)
        return [row["due"] for row in rows]

    before = due()
    until = (last + timedelta(3)).isoformat()
    noted = {"from": str(first), "to": str(last), "moved": 5, "until": until}
    assert json.loads(quiz("away", str(first), str(last), "--json").stdout) == noted
    assert min(due()) == str(last + timedelta(1)) and max(due()) == until
    assert json.loads(quiz("away", "--json").stdout) == [noted]
    assert (
        quiz("away", "--undo").stdout
        == f"{first} to {last} is taken back, and 5 cards due as before.\n"
    )
    assert due() == before
    assert quiz("away", "--undo").stdout == "There is no time away to take back.\n"


def test_days_that_are_none_are_told(quiz: Quiz) -> None:
    wrong = [
        (("tomorrow", "2027-01-31"), "quiz: 'tomorrow' is no date such as 2027-01-31\n"),
        (
            ("2027-02-01", "2027-01-31"),
            "quiz: the first day, 2027-02-01, is after the last, 2027-01-31\n",
        ),
        (
            ("1999-01-01", "1999-01-02"),
            "quiz: a time away lasts, and begins within, a year at most\n",
        ),
    ]
    for days, complaint in wrong:
        told = quiz("away", *days)
        assert (told.returncode, told.stderr) == (2, complaint)
    assert quiz("away", "2027-01-31").returncode == 2
