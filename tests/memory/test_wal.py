"""What a write-ahead log holds is neither lost when it is damaged, nor made up of what is old."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quizapp.memory.errors import CorruptLog
from quizapp.memory.log import ReviewLog
from quizapp.memory.restore import _go_back, restore
from quizapp.memory.review import Review
from quizapp.memory.wal import FRAME, WAL, ends_of_transactions, wal_of
from tests.memory.conftest import review_maker

MakeReview = Callable[..., Review]
Damage = Callable[[bytes], bytes]

PAGE = 4096
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
GIVEN = 20
"""Answers, of which the first are in the log itself where it was checkpointed."""


@cache
def left(checkpoint: str, behind: int) -> dict[str, bytes]:
    """The files of a log with answers, as a killed app leaves it; those behind a number came after
    it was checkpointed so."""
    make_review = review_maker()
    with TemporaryDirectory() as folder, ReviewLog.open(Path(folder) / "quiz.db") as log:
        for number in range(GIVEN):
            if checkpoint and number == behind:
                log._database.connection.execute(f"PRAGMA wal_checkpoint({checkpoint})")
            log.append(make_review(number, card=f"a/{number}", id=f"{number:08}"))
        if checkpoint and behind == GIVEN:
            log._database.connection.execute(f"PRAGMA wal_checkpoint({checkpoint})")
        return {name: Path(folder, name).read_bytes() for name in ("quiz.db", "quiz.db-wal")}


def killed(folder: Path, checkpoint: str = "", behind: int = GIVEN) -> Path:
    """A log of one's own that was left so."""
    (there := folder / "killed").mkdir()
    for name, content in left(checkpoint, behind).items():
        (there / name).write_bytes(content)
    return there / "quiz.db"


def over(start: int, garbage: bytes) -> Damage:
    return lambda content: content[:start] + garbage + content[start + len(garbage) :]


def flipped(at: int) -> Damage:
    return lambda content: over(at, bytes([content[at] ^ 1]))(content)


OF_THE_HEADER = {
    "block of zeros": over(0, bytes(PAGE)),
    "block of ones": over(0, b"\xff" * PAGE),
    "two blocks of ones": over(0, b"\xff" * 2 * PAGE),
    "zeros": over(0, bytes(WAL)),
    "torn": over(WAL // 2, bytes(WAL // 2)),
    "magic": flipped(0),
    "order of bytes": flipped(3),
    "version": flipped(7),
    "page size": over(8, bytes([0, 0, 2, 0])),
    "no page size": over(8, bytes(4)),
    "salt": flipped(18),
    "checksum": flipped(28),
}


@pytest.fixture(params=OF_THE_HEADER)
def damage(request: pytest.FixtureRequest) -> Damage:
    return OF_THE_HEADER[request.param]


def answers(path: Path) -> list[str]:
    with ReviewLog.open(path) as log:
        log.require_sound()
        return [one.id for one in log.reviews()]


ALL = [f"{number:08}" for number in range(GIVEN)]


def test_no_answer_is_lost_with_the_header(tmp_path: Path, damage: Damage) -> None:
    """Without it SQLite takes the whole for empty, and removes it."""
    path = killed(tmp_path)
    wal_of(path).write_bytes(damage(wal_of(path).read_bytes()))
    with pytest.raises(CorruptLog, match=f"kept: {GIVEN} answers"):
        ReviewLog.open(path)
    assert answers(path) == ALL


def test_behind_a_damaged_header_the_answers_since_the_last_checkpoint_count(
    tmp_path: Path, damage: Damage
) -> None:
    """More pages are left there of the time before."""
    path = killed(tmp_path, "RESTART", behind=GIVEN - 2)
    wal_of(path).write_bytes(damage(wal_of(path).read_bytes()))
    with pytest.raises(CorruptLog, match=f"kept: {GIVEN} answers"):
        ReviewLog.open(path)
    assert answers(path) == ALL


@pytest.mark.parametrize("checkpoint", ["PASSIVE", "RESTART"])
def test_a_header_that_is_lost_before_what_stands_in_the_log_is_no_damage(
    tmp_path: Path, damage: Damage, checkpoint: str
) -> None:
    """As where the power failed while it was written: that comes after a checkpoint."""
    path = killed(tmp_path, checkpoint)
    wal_of(path).write_bytes(damage(wal_of(path).read_bytes()))
    assert answers(path) == ALL
    assert not list(path.parent.glob("*.damaged*"))


@pytest.mark.parametrize("content", [b"", bytes(7), bytes(WAL), bytes(100_000), b"\xff" * 100_000])
def test_a_write_ahead_log_in_which_nothing_was_written_is_no_damage(
    tmp_path: Path, content: bytes
) -> None:
    path = killed(tmp_path, "TRUNCATE")
    wal_of(path).write_bytes(content)
    assert answers(path) == ALL
    assert not list(path.parent.glob("*.damaged*"))


@pytest.mark.parametrize("damage", [lambda content: content, over(0, bytes(PAGE))])
def test_of_a_log_that_is_gone_the_answers_in_its_write_ahead_log_are_kept(
    tmp_path: Path, damage: Damage
) -> None:
    """SQLite removes what lies beside a new log."""
    path = killed(tmp_path, "RESTART", behind=15)
    wal_of(path).write_bytes(damage(wal_of(path).read_bytes()))
    path.unlink()
    with pytest.raises(CorruptLog, match=f"kept: {GIVEN} answers"):
        ReviewLog.open(path)
    assert answers(path) == ALL, "those before stand in the pages that were written since"
    path.unlink()
    assert answers(path) == []


@pytest.mark.parametrize("others", [1, 60, 300])
def test_a_copy_in_the_place_of_a_log_that_was_not_closed_loses_nothing_by_what_that_left(
    tmp_path: Path, make_review: MakeReview, others: int
) -> None:
    """SQLite would put the pages of the one over those of the other."""
    path, copy = killed(tmp_path, "RESTART", behind=5), tmp_path / "copy" / "quiz.db"
    with ReviewLog.open(copy) as log:
        for number in range(others):
            draw = {"n": number % 3}
            log.append(make_review(number, card=f"b/{number}", id=f"b{number}", draw=draw))
        before = {one.id: one for one in log.reviews()}
    shutil.copyfile(copy, path)
    with pytest.raises(CorruptLog) as caught:
        ReviewLog.open(path)
    with ReviewLog.open(path) as log:
        kept = {one.id: one for one in log.reviews()}
    assert kept.keys() == {*ALL, *before}
    assert {id: kept[id] for id in before} == before
    assert caught.value.kept.answers == len(kept)


def test_an_older_copy_in_the_place_of_a_log_that_was_not_closed_keeps_what_both_hold(
    tmp_path: Path, make_review: MakeReview
) -> None:
    path, copy = tmp_path / "log" / "quiz.db", tmp_path / "copy.db"
    with ReviewLog.open(path) as log:
        for number in range(120):
            if number in (20, 100):
                log._database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                shutil.copyfile(path, copy) if number == 20 else None
            log.append(make_review(number, card=f"a/{number}", id=f"{number:08}"))
        left = Path(shutil.copytree(path.parent, tmp_path / "killed")) / path.name
    shutil.copyfile(copy, left)
    with pytest.raises(CorruptLog, match="This cannot be read: "):
        ReviewLog.open(left)
    kept = set(answers(left))
    assert kept >= {f"{number:08}" for number in (*range(20), *range(100, 120))}


@pytest.mark.parametrize("checkpoint", ["", "PASSIVE", "RESTART"])
def test_what_a_killed_app_has_left_is_opened_as_it_is(tmp_path: Path, checkpoint: str) -> None:
    path = killed(tmp_path, checkpoint, behind=GIVEN // 2)
    assert answers(path) == ALL
    assert not list(path.parent.glob("*.damaged*"))


def test_what_a_killed_app_has_left_behind_a_restore_is_opened_as_it_is(
    tmp_path: Path, make_review: MakeReview
) -> None:
    """Going back to a backup gives answers up, which stand in the file still."""
    path, copy = tmp_path / "log" / "quiz.db", tmp_path / "copy.db"
    with ReviewLog.open(path) as log:
        log.append(make_review(0, id=ALL[0]))
        log.copy_to(copy)
        log.append(make_review(1, id=ALL[1]))
    with ReviewLog.open(path) as log, closing(sqlite3.connect(copy)) as source:
        _go_back(log._database.connection, source, tmp_path / "draft")
        left = Path(shutil.copytree(path.parent, tmp_path / "killed")) / path.name
    assert answers(left) == ALL[:1]
    assert not list(left.parent.glob("*.damaged*"))


def test_going_back_to_a_backup_loses_nothing_that_is_in_a_damaged_write_ahead_log(
    tmp_path: Path,
) -> None:
    path = killed(tmp_path, "TRUNCATE", behind=5)
    copy = tmp_path / "copy.db"
    shutil.copyfile(path, copy)
    wal_of(path).write_bytes(bytes(PAGE) + wal_of(path).read_bytes()[PAGE:])
    with pytest.raises(CorruptLog):
        restore(path, copy, NOW)
    assert answers(path) == ALL
    restore(path, copy, NOW)
    assert answers(path) == ALL[:5]


@pytest.mark.long
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    block=st.integers(0, 100),
    blocks=st.integers(1, 3),
    garbage=st.sampled_from([b"\0", b"\xff", b"\x0d", b"\xa5"]),
    behind=st.sampled_from([5, GIVEN - 2, GIVEN]),
)
def test_whichever_blocks_are_overwritten_no_answer_is_lost_silently_and_none_is_made_up(
    tmp_path_factory: pytest.TempPathFactory,
    block: int,
    blocks: int,
    garbage: bytes,
    behind: int,
) -> None:
    """Of the last transaction nobody knows whether it was damaged, or never written."""
    path = killed(tmp_path_factory.mktemp("any"), "RESTART", behind)
    content = wal_of(path).read_bytes()
    end = WAL + ends_of_transactions(wal_of(path))[-2] * (FRAME + PAGE)
    at = block * PAGE % end
    wal_of(path).write_bytes(over(at, garbage * (blocks * PAGE))(content)[: len(content)])
    told = False
    with suppress(CorruptLog):
        told = True
        kept = answers(path)
        told = False
    kept = answers(path)
    assert set(kept) <= set(ALL)
    if told:
        kept += ALL[len(kept) :]
    assert kept in (ALL, ALL[:-1])
