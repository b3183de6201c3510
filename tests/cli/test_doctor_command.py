"""`quiz doctor`: how things stand."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from quizapp.commands import doctor
from quizapp.memory.log import ReviewLog
from runner.protocol.layers import LAYERS
from tests.cli.conftest import PATIENCE, Quiz
from tests.cli.forks import forking
from tests.memory.conftest import review_maker


def test_a_sound_installation_is_said_to_be_sound(quiz: Quiz) -> None:
    told = quiz("doctor", "--json")
    assert told.returncode == 0
    report = json.loads(told.stdout)
    assert report["ok"] is True
    assert report["problems"] == []
    assert report["python"] == platform.python_version()
    assert report["torch"].startswith("2.")
    assert "cpu" in report["devices"]
    assert report["runner"]["ok"] is True
    full = set(LAYERS) == set(report["runner"]["sandbox"])
    assert ("does not give a full sandbox" in report["runner"]["isolation"]) != full
    assert report["log"] == {"ok": True, "reviews": 0, "unreadable": 0} | {
        "gone": [],
        "answers_to_gone": 0,
        "yet_to_come": 0,
    }
    assert report["places"]["log"] == str(quiz.home / "quiz.db")
    assert {"autograd", "shape-ops"} <= {deck["topic"] for deck in report["decks"]}


def test_a_log_that_another_program_holds_is_waited_for_and_said_to_be(quiz: Quiz) -> None:
    assert quiz.server
    ReviewLog.open(quiz.home / "quiz.db").close()
    with closing(sqlite3.connect(quiz.home / "quiz.db", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        read, written = os.pipe()
        with (
            TemporaryFile("w+") as told,
            os.fdopen(read) as errors,
            forking(quiz.server, ["doctor"], (0, told.fileno(), written), quiz.env) as asked,
        ):
            os.close(written)
            assert "Another program holds the review log; waiting" in errors.readline()
            other.rollback()
            other.close()
            asked.settimeout(PATIENCE)
            asked.recv(99)
            told.seek(0)
            assert "log      0 reviews, readable" in told.read()


def test_of_a_log_that_was_set_aside_its_unreadable_rows_are_not_told_of_as_there(
    quiz: Quiz,
) -> None:
    """The last row of a file that was cut is read by SQLite, with a zero where it is cut."""
    path, make_review = quiz.home / "quiz.db", review_maker()
    with ReviewLog.open(path) as log:
        for number in range(60):
            log.append(make_review(number, answers=("x" * 300,)))
    path.write_bytes(path.read_bytes()[:-1])
    told = quiz("doctor", "--json")
    report = json.loads(told.stdout)
    [problem] = report["problems"]
    assert "is damaged, and was moved to" in problem and "kept: 60 answers" in problem
    assert report["log"]["unreadable"] is None


def test_a_disk_with_little_room_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))
    told = []
    for least in (0, 1 << 62):
        monkeypatch.setattr(doctor, "LEAST_ROOM", least)
        doctor.look_at_disk(found := doctor.Findings())
        told.append(found.wrong)
    assert told[0] == []
    assert told[1][0].startswith(f"{tmp_path}: ") and "MiB are left" in told[1][0]


def test_answers_by_a_clock_that_was_ahead_are_told_of_with_the_way_back(quiz: Quiz) -> None:
    deck = quiz.deck("  - {id: first, prompt: p, back: b}\n")
    card = f"{deck.stem}/first"
    with ReviewLog.open(quiz.home / "quiz.db") as log:
        log.append(review_maker()(day=40_000, card=card))
    (quiz.home / "backups").write_text("in the way")
    told = quiz("doctor")
    assert told.returncode == 1
    assert f"this brings them back today: quiz due --to 0 {card}\n" in told.stdout
    assert "wrong: No backup of the review log can be made: " in told.stdout
    assert quiz("due", "--to", "0", card).returncode == 0
    said = "1 answer in it of a day yet to come, by a clock that was wrong then or is now."
    deck.unlink()  # what home tells of is told of still
    told = quiz("doctor")
    assert said in told.stdout
    assert "wrong: 1 card answered last on a day yet to come" not in told.stdout


@pytest.mark.long
def test_answers_to_cards_that_are_gone_are_told_of_and_what_keeps_them(quiz: Quiz) -> None:
    deck = quiz.deck("  - {id: first, prompt: p, back: b}\n  - {id: second, prompt: p, back: b}\n")
    first, second = f"{deck.stem}/first", f"{deck.stem}/second"
    with ReviewLog.open(quiz.home / "quiz.db") as log:
        answered = review_maker()
        for card in (first, first, second):
            log.append(answered(card=card))
    assert json.loads(quiz("doctor", "--json").stdout)["log"]["gone"] == []
    deck.write_text(deck.read_text().replace("id: first", "id: third"))
    told = quiz("doctor")
    assert told.returncode == 0
    assert f"2 answers in it to 1 card of no deck here: {first}. They are kept;" in told.stdout
    assert f"says `was: [{first}]`" in told.stdout
    assert json.loads(quiz("doctor", "--json").stdout)["log"]["gone"] == [first]
    whole = deck.read_text()
    deck.write_text(f"{whole}cards: [\n")
    assert "of no deck here" not in quiz("doctor").stdout, "a deck that is broken may have it"
    deck.write_text(f"{whole}  - lost\n")
    assert "of no deck here" not in quiz("doctor").stdout, "a card that is no card may be it"
    deck.write_text(whole.replace("id: third", f"id: third, was: [{first}]"))
    assert "of no deck here" not in quiz("doctor").stdout


def test_a_theme_that_there_is_not_is_told(quiz: Quiz) -> None:
    config = quiz.home / "config.toml"
    usual = config.read_text()
    for theme in ("quiz-light", "nord"):
        config.write_text(f"{usual}theme = '{theme}'\n")
        assert json.loads(quiz("doctor", "--json").stdout)["problems"] == []
    config.write_text(f"{usual}theme = 'quiz-drak'\nretention = 0.8\n")
    told = quiz("doctor")
    assert told.returncode == 1
    assert (
        f"wrong: {config}: unknown theme 'quiz-drak'; there are auto, atom-one-dark," in told.stdout
    )
    assert "quiz-dark, quiz-light" in told.stdout


def test_keys_that_cannot_be_had_are_told(quiz: Quiz) -> None:
    config = quiz.home / "config.toml"
    usual = config.read_text()
    config.write_text(f'{usual}[keys]\n"home.drill" = "t"\n')
    assert json.loads(quiz("doctor", "--json").stdout)["problems"] == []
    config.write_text(f'{usual}[keys]\n"home.dril" = "t"\n')
    told = quiz("doctor")
    assert told.returncode == 1
    line = usual.count("\n") + 2
    assert f"wrong: {config}:{line}: no act is called 'home.dril'; there are" in told.stdout


@pytest.mark.parametrize(
    ("theme", "said"),
    [
        ("'quiz-drak'", "unknown theme 'quiz-drak'"),
        # A file that is wrong names no runner, and the usual one is started.
        pytest.param("3", "theme must be text in quotes, not 3", marks=pytest.mark.long),
    ],
)
def test_all_that_is_wrong_is_told_at_once(quiz: Quiz, theme: str, said: str) -> None:
    with (quiz.home / "config.toml").open("a") as config:
        config.write(f"theme = {theme}\n")
    (quiz.home / "quiz.db").mkdir()
    deck = quiz.deck("  - {id: a, prompt: p, bakc: b}\n")
    (quiz.decks / "gone.yaml").symlink_to("nowhere")
    told = quiz("doctor")
    assert told.returncode == 1
    assert told.stderr == ""
    assert f"wrong: {quiz.decks / 'gone.yaml'}: a link that leads to no file" in told.stdout
    wrong = [line for line in told.stdout.splitlines() if line.startswith("wrong: ")]
    assert any(said in line for line in wrong)
    assert any("The review log" in line and "cannot be used" in line for line in wrong)
    assert any(f"{deck}:5:" in line for line in wrong)
    assert "runner   works" in told.stdout
    names = [line.split()[0] for line in told.stdout.splitlines() if line and line[0] != " "]
    assert len(set(names)) == len(names) - len(wrong) + 1, "two lines have one name"
