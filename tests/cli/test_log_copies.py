"""`quiz backup` and `quiz sync`: copies of the log, and the way back and forth."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from quizapp.memory.log import ReviewLog
from tests.cli.conftest import Quiz

CARDS = """\
  - {id: first, prompt: p, back: b}
  - {id: second, prompt: p, back: b}
"""


def answer(quiz: Quiz) -> None:
    quiz("review", "--plain", "--topic", "mine", "--limit", "1", input="\n3\n")


def reviews(quiz: Quiz) -> int:
    return sum(int(row["reviews"]) for row in json.loads(quiz("list", "--json").stdout))


def test_one_goes_back_to_a_copy_and_forth_again(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    answer(quiz)
    copy = quiz.home / "copy.db"
    assert quiz("backup", "--to", str(copy)).stdout.startswith(f"{copy}: 1 answer, the last on ")
    answer(quiz)
    assert reviews(quiz) == 2
    restored = quiz("backup", "--restore", str(copy))
    assert (restored.returncode, restored.stderr) == (0, "")
    assert reviews(quiz) == 1
    [before] = [one for one in json.loads(quiz("backup", "--json").stdout) if one["reviews"] == 2]
    assert before["name"].startswith("before-restore-")
    assert f"`quiz backup --restore {before['name']}`" in restored.stdout
    assert "exchange" not in restored.stdout
    assert quiz("backup", "--restore", before["name"]).returncode == 0
    assert quiz("backup", "--restore", "").returncode == 2
    assert reviews(quiz) == 2
    answer(quiz)
    assert reviews(quiz) == 2, "both cards were answered today"


def test_a_full_disk_is_told_of_as_it_is_of_any_file(quiz: Quiz, tmp_path: Path) -> None:
    alone = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
    small = 'mount -t tmpfs -o size=16k none "$1"'
    (folder := tmp_path / "full").mkdir()
    if subprocess.run([*alone, small, "sh", folder], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    command = f'{small} && exec "$2" -m quizapp backup --to "$1/copy.db"'
    told = subprocess.run(
        [*alone, command, "sh", folder, sys.executable],
        cwd=Path(__file__).parents[2],
        env=quiz.env,
        capture_output=True,
        text=True,
        check=False,
    )
    last = told.stderr.splitlines()[-1]
    assert last == f"quiz: {folder / 'copy.db'} cannot be written: No space left on device"
    assert told.returncode == 2


def test_a_log_that_is_open_elsewhere_is_not_taken_from_under_a_sitting(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    copy = quiz.home / "copy.db"
    quiz("backup", "--to", str(copy))
    answer(quiz)
    with ReviewLog.open(quiz.home / "quiz.db"):
        refused = quiz("backup", "--restore", str(copy))
    assert (refused.returncode, "open in another terminal" in refused.stderr) == (2, True)
    assert reviews(quiz) == 1
    assert quiz("backup", "--restore", str(copy)).returncode == 0
    assert reviews(quiz) == 0


def test_two_machines_exchange_their_answers(quiz: Quiz, tmp_path: Path) -> None:
    quiz.deck(CARDS)
    other = Quiz(tmp_path / "other")
    other.server, other.course = quiz.server, quiz.course
    (other.home / "config.toml").write_text((quiz.home / "config.toml").read_text())
    other.deck(CARDS)
    folder = tmp_path / "shared folder"
    assert f"there is no folder {folder}" in quiz("sync", str(folder)).stderr
    assert "name a folder, or set sync" in quiz("sync").stderr
    folder.mkdir()
    answer(quiz)
    assert quiz("sync", str(folder)).stdout == "2 rows sent, 0 rows taken in.\n"
    [backup] = (quiz.home / "backups").glob("*.db")
    restored = quiz("backup", "--restore", str(backup))
    assert "comes back with the next `quiz sync`" in restored.stdout
    assert quiz("sync", str(folder)).stdout == "0 rows sent, 2 rows taken in.\n"
    with (other.home / "config.toml").open("a") as config:
        config.write(f'sync = "{folder}"\n')
    assert other("sync").stdout == "0 rows sent, 2 rows taken in.\n"
    assert reviews(other) == 1
    (folder / "noise.jsonl").write_text("noise\n")
    told = json.loads(quiz("sync", str(folder), "--json").stdout)
    assert told == {
        "sent": 0,
        "taken": 0,
        "unreadable": {str(folder / "noise.jsonl"): 1},
        "passed_over": {},
        "settings": {},
    }


def test_a_damaged_backup_is_told_as_that_and_changes_nothing(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    answer(quiz)
    folder = quiz.home / "backups"
    folder.mkdir(exist_ok=True)
    bad = folder / "quiz-2020-01-01.db"
    quiz("backup", "--to", str(bad))
    data = bytearray(bad.read_bytes())
    data[4096:9000] = b"\xff" * 4904
    bad.write_bytes(data)
    assert "2020-01-01  damaged, or of another version of quiz\n" in quiz("backup").stdout
    wrong = quiz("backup", "--restore", "2020-01-01")
    assert wrong.returncode == 2
    assert "is no log that this version of quiz can read; nothing is changed" in wrong.stderr
    assert reviews(quiz) == 1


def test_a_log_that_is_gone_beside_a_backup_is_told_of_with_the_way_back(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    answer(quiz)
    (quiz.home / "backups").mkdir(exist_ok=True)
    quiz("backup", "--to", str(quiz.home / "backups" / "quiz-2020-01-01.db"))
    for part in quiz.home.glob("quiz.db*"):
        part.unlink()
    for command in (["stats"], ["doctor"], ["review", "--plain"]):
        done = quiz(*command)
        told = "no answers in the review log, but 1 answer in its backup 2020-01-01"
        assert told in done.stdout + done.stderr
    assert quiz("backup", "--restore", "2020-01-01").returncode == 0
    assert reviews(quiz) == 1
    assert "2020-01-01" not in quiz("review", "--plain").stderr


def test_that_a_backup_has_more_answers_is_told_until_the_log_has_them_too(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    for _ in range(2):
        answer(quiz)
    (quiz.home / "backups").mkdir(exist_ok=True)
    quiz("backup", "--to", str(quiz.home / "backups" / "quiz-2020-01-01.db"))
    for part in quiz.home.glob("quiz.db*"):
        part.unlink()
    answer(quiz)
    quiz("backup", "--if-due")
    told = quiz("doctor")
    assert told.returncode == 1
    said = "holds 1 answer, but its backup 2020-01-01 holds 2 answers: 'quiz backup --restore 2020"
    assert said in told.stdout
    assert said in quiz("stats").stderr
    since = str(quiz.home / "since.jsonl")
    for command in (["export", since], ["backup", "--restore", "2020-01-01"], ["import", since]):
        assert quiz(*command).returncode == 0
    found = json.loads(quiz("doctor", "--json").stdout)
    assert (found["log"]["reviews"], found["problems"]) == (3, [])


def test_answers_that_were_given_up_by_a_restore_are_not_told_of(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    (quiz.home / "backups").mkdir(exist_ok=True)
    copies = [str(quiz.home / "backups" / f"quiz-2020-01-0{day}.db") for day in (1, 2, 3)]
    for copy in copies:
        quiz("backup", "--to", copy)
        answer(quiz)
    for copy in reversed(copies[:2]):
        assert quiz("backup", "--restore", copy).returncode == 0
        assert quiz("stats").stderr == ""
        assert quiz("doctor").returncode == 0


def test_a_plain_review_makes_the_backup_of_the_day(quiz: Quiz) -> None:
    quiz.deck("  - {id: first, prompt: p, back: b}\n")
    quiz("review", "--plain", "--topic", "mine", "--limit", "1", input="\n3\n")
    quiz("review", "--plain", "--topic", "mine", "--limit", "1")
    assert len(json.loads(quiz("backup", "--json").stdout)) == 1


def test_the_backup_of_the_day_is_made_once_and_tells_what_cannot_be_read(quiz: Quiz) -> None:
    quiz.deck(CARDS)
    answer(quiz)
    assert quiz("backup", "--if-due").returncode == 0
    [made] = (quiz.home / "backups").iterdir()
    made.unlink()
    with closing(sqlite3.connect(quiz.home / "quiz.db")) as db, db:
        db.execute("DROP TRIGGER review_is_not_updated")
        db.execute("UPDATE review SET study_date = 'x'")
    told = quiz("backup", "--if-due")
    assert (told.returncode, made.exists()) == (2, True)
    assert told.stderr.startswith("quiz: 1 review of the log cannot be read: the file was damaged")
    assert quiz("backup", "--if-due").returncode == 0


def test_what_cannot_be_done_is_told(quiz: Quiz) -> None:
    assert "there is no backup 'yesterday'; `quiz backup` lists" in (
        quiz("backup", "--restore", "yesterday").stderr
    )
    assert "is there already" in quiz("backup", "--to", str(quiz.home / "config.toml")).stderr
    for command in (["backup", "--to"], ["export"]):
        told = quiz(*command, "/nowhere/at-all/x.jsonl").stderr
        assert "there is no folder /nowhere/at-all: make it by `mkdir -p /nowhere/at-all`" in told


@pytest.mark.long
def test_the_log_goes_to_another_machine_as_lines(quiz: Quiz, tmp_path: Path) -> None:
    quiz.deck(CARDS)
    answer(quiz)
    file = tmp_path / "log.jsonl"
    assert quiz("export", str(file)).stdout == f"{file}: 2 rows\n"
    other = Quiz(tmp_path / "other")
    other.server, other.course = quiz.server, quiz.course
    other.deck(CARDS)
    told = other("import", str(file))
    assert (told.returncode, told.stdout) == (0, f"{file}: 2 rows, 2 of them new.\n")
    assert reviews(other) == 1
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], "noise", lines[1]]))
    told = other("import", str(file))
    assert (told.returncode, told.stdout) == (1, f"{file}: 1 row, 0 of them new.\n")
    assert told.stderr.startswith(f"{file}:2: no row of a log; left out\n{file} says that it has 2")
    file.write_text('{"quiz": "log", "rows": 1}\nnoise')
    assert "says that it has 1 row: it was cut off" in other("import", str(file)).stderr
    file.write_text("noise")
    assert "no line of it is a row of a log" in other("import", str(file)).stderr
    assert reviews(other) == 1


@pytest.mark.long
def test_the_latest_change_of_a_setting_of_study_is_in_force_everywhere(
    quiz: Quiz, tmp_path: Path
) -> None:
    other = Quiz(tmp_path / "other")
    other.server, other.course = quiz.server, quiz.course
    folder = tmp_path / "shared"
    folder.mkdir()
    mine, theirs = quiz.home / "config.toml", other.home / "config.toml"
    mine.write_text("new_per_day = 20\n")
    theirs.write_text('signs = "ascii"  # mine\n')
    quiz("sync", str(folder))
    hostile = [["retention", 5], ["theme", "x"], ["rollover_hour", True], [[], 1], 3]
    row = json.loads(next(folder.iterdir()).read_text().splitlines()[-1])
    lines = [
        json.dumps(row | {"id": f"x{n}", "value": json.dumps(v)}) for n, v in enumerate(hostile)
    ]
    (folder / "hostile.jsonl").write_text("\n".join(lines) + "\n")
    assert "new_per_day = 20, as set on another machine." in other("sync", str(folder)).stdout
    assert theirs.read_text() == 'signs = "ascii"  # mine\nnew_per_day = 20\n'
    theirs.write_text("")  # as usual again
    other("sync", str(folder))
    quiz("sync", str(folder))
    assert mine.read_text() == "new_per_day = 10\n"
