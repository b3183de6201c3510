"""Nothing that can be read of a damaged log is lost."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from pathlib import Path
from random import Random

import pytest

from quizapp.memory import pages, wal
from quizapp.memory.errors import CorruptLog, LogReplaced
from quizapp.memory.log import ReviewLog
from quizapp.memory.review import Review
from quizapp.memory.uuid7 import uuid7
from quizapp.memory.wal import FRAME, WAL
from tests.memory.test_acts import act
from tests.memory.test_exchange import held

MakeReview = Callable[..., Review]

PAGE = 4096
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
MEASURED = 0.512345678
"""Seconds as a clock tells them: in no whole milliseconds."""
LONG = ("y" * 9000,)
"""An answer that has pages of its own."""


def fill(path: Path, make_review: MakeReview) -> None:
    """A log of some dozen pages, of every kind."""
    with ReviewLog.open(path) as log:
        for number in range(60):
            answers = LONG if number % 20 == 0 else ("x" * 300,)
            log.append(make_review(number // 10, card=f"a/{number % 20}", answers=answers))
        done = log.reviews()
        for number in range(20):
            log.act(act("note", 7, card=f"a/{number}", value="n" * 300))
        log.retract(done[7].id, done[7].at)
        log.note_arrivals([f"a/{number}" for number in range(40)], {}, done[0].study_date)


def read(path: Path) -> tuple[object, int]:
    """All that a log holds, looked through as by the daily backup; what of it is unreadable."""
    with ReviewLog.open(path) as log:
        log.require_sound()
        return (held(log), log.arrivals({})), log.unreadable()


@pytest.mark.parametrize(
    "garbage", [b"\xa5", *(pytest.param(each, marks=pytest.mark.long) for each in (b"\0", b"\r"))]
)
def test_whichever_page_is_overwritten_what_the_others_hold_is_kept(
    path: Path, make_review: MakeReview, garbage: bytes
) -> None:
    fill(path, make_review)
    with ReviewLog.open(path) as log:
        reviews, acts = {one.id: one for one in log.reviews()}, {one.id for one in log.acts()}
    whole, before = path.read_bytes(), read(path)
    lost = Counter[str]()
    for at in range(0, len(whole), PAGE):
        path.write_bytes(whole[:at] + garbage * PAGE + whole[at + PAGE :])
        try:
            found, unreadable = read(path)
            assert (found, unreadable) == before or unreadable == 1
        except CorruptLog as error:
            with ReviewLog.open(path) as log:
                log.require_sound()
                kept = {one.id: one for one in log.reviews()}
                assert error.kept.answers == len(kept)
                missing = len(reviews.keys() - kept.keys())
                assert error.kept.lost - 1 <= missing  # one of them had been taken back
                assert error.kept.lost >= missing, "an index tells of the newest, too"
                lost.update(reviews.keys() - kept.keys())
                lost.update(acts - {one.id for one in log.acts()})
            for id, review in kept.items():
                if id in reviews and reviews[id].answers != LONG:
                    assert review == reviews[id]
                elif id in reviews:
                    cut = replace(reviews[id], answers=())
                    assert review in (reviews[id], cut, replace(cut, content_hash="", right=None))
    assert lost and set(lost.values()) == {1}, "each row stands in one page"
    assert lost.keys() == reviews.keys() | acts


@pytest.mark.parametrize("bytes_less", [1, 100])
def test_what_is_cut_off_the_last_page_costs_no_answer_in_it_but_those_in_that(
    path: Path, make_review: MakeReview, bytes_less: int
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(60):
            log.append(make_review(number, card=f"a/{number}", answers=("x" * 300,)))
        before = log.reviews()
    path.write_bytes(path.read_bytes()[:-bytes_less])
    with pytest.raises(CorruptLog, match="kept: 60 answers") as caught:
        read(path)
    assert not caught.value.kept.may_lack
    with ReviewLog.open(path) as log:
        kept = log.reviews()
    assert [replace(one, answers=()) for one in kept] == [
        replace(one, answers=()) for one in before
    ]
    assert sum(one != same for one, same in zip(before, kept, strict=True)) <= 1


@pytest.mark.parametrize("backed_up", [True, False])
def test_where_a_part_of_the_file_is_gone_it_is_told_that_more_may_have_been_in_it(
    path: Path, make_review: MakeReview, backed_up: bool
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(150):
            if backed_up and number == 50:
                log.backup_if_due(NOW)
            log.append(make_review(number, card=f"a/{number}", answers=("x" * 300,)))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // PAGE // 2 * PAGE])
    more = "Part of the file is missing, so there may have been more answers"
    with pytest.raises(CorruptLog, match=more):
        read(path)
    path.write_bytes(b"\xa5" * PAGE + whole[PAGE:])
    with pytest.raises(CorruptLog, match="kept: 150 answers") as caught:
        read(path)
    assert more not in str(caught.value)


def last_answers(path: Path) -> tuple[int, int]:
    """Where the page begins that holds the newest answers, and how many stand in it."""
    found = list[tuple[int, int, int]]()
    for number, page in enumerate(pages.rows_by_page(path)):
        answers = [row.rowid for row in page if row.rowid and len(row.values) > 20]
        found += [(max(answers), number * PAGE, len(answers))] if answers else []
    return max(found)[1:]


@pytest.mark.parametrize("once", [True, False], ids=["by id", "by card"])
def test_of_the_newest_answers_an_index_tells_that_they_were_there(
    path: Path, make_review: MakeReview, once: bool
) -> None:
    """None is told of that the backup has, or that nobody gave."""
    with ReviewLog.open(path) as log:
        for number in range(200):
            if number == 100:
                log.backup_if_due(NOW)
            id = uuid7(NOW + timedelta(seconds=number), Random(number)) if once else f"{number}"
            log.append(make_review(number, card=f"a/{number if once else number % 7}", id=id))
    at, answers = last_answers(path)
    whole, backups = path.read_bytes(), path.parent / "backups"
    path.write_bytes(whole[:at] + bytes(PAGE) + whole[at + PAGE :])
    with pytest.raises(CorruptLog, match=f"This cannot be read: {answers} answers") as caught:
        read(path)
    assert caught.value.kept.answers == 200 - answers
    path.write_bytes(whole)
    with ReviewLog.open(path) as log:
        (backups / "quiz-2026-03-01.db").unlink()
        log.backup_if_due(NOW)
    path.write_bytes(whole[:at] + bytes(PAGE) + whole[at + PAGE :])
    with pytest.raises(CorruptLog) as caught:
        read(path)
    assert (caught.value.kept.answers, caught.value.kept.lost) == (200, 0)


def test_indexes_of_what_is_no_answer_tell_of_none(path: Path, make_review: MakeReview) -> None:
    """The rows of a cache, of notes and of acts have numbers, too, and higher ones."""
    with ReviewLog.open(path) as log:
        for number in range(6):
            log.append(one := make_review(number, card=f"a/{number % 3}"))
            log.replace(one.id, make_review(number, card=one.card))
        for number in range(60):
            for card in range(3):
                done = act("note", 7, card=f"a/{card}", value=f"{number}")
                log.act(done)
                log.undo_act(done, f"undo {number} {card}", done.at)
                log.undo_act(done, f"again {number} {card}", done.at)
            for name in range(3):
                log.note(f"exchanged {name}", f"{number}")
    path.write_bytes(b"\xa5" * PAGE + path.read_bytes()[PAGE:])
    with pytest.raises(CorruptLog) as caught:
        read(path)
    assert (caught.value.kept.answers, caught.value.kept.lost) == (6, 0)


def renumber(path: Path, rowid: int, to: int) -> None:
    """Damage the number of an answer, both below 128, which lies in one byte."""
    content = path.read_bytes()
    damaged = bytearray(content)
    for at in range(0, len(content), PAGE):
        count = int.from_bytes(content[at + 3 : at + 5]) if content[at] == pages.TABLE_LEAF else 0
        for pointer in range(at + 8, at + 8 + 2 * count, 2):
            cell = at + int.from_bytes(content[pointer : pointer + 2])
            length, place = pages._varint(content, cell)
            if content[place] == rowid and b"x" * 300 in content[place : place + length]:
                damaged[place] = to
    path.write_bytes(damaged)


def cut(content: bytes, text: bytes) -> bytes:
    """With the row whose first value is this text cut short behind that."""
    at = content.index(b"\x03" + bytes([13 + 2 * len(text)]), content.index(text) - 8)
    assert content[at + 3 : at + 3 + len(text)] == text, "a row of two values"
    return content[: at + 2] + b"\x7f" + content[at + 3 :]


def test_the_copys_own_name_is_kept_where_it_can_be_read_and_else_nothing_more_is_lost(
    path: Path, make_review: MakeReview
) -> None:
    fill(path, make_review)
    with ReviewLog.open(path) as log:
        device, before = log.device, (held(log), log.arrivals({}))
    whole = path.read_bytes()
    for damaged, is_kept in ((whole, True), (cut(whole, b"device"), False)):
        path.write_bytes(b"\xa5" * PAGE + damaged[PAGE:])
        with pytest.raises(CorruptLog, match="kept: 59 answers"):
            ReviewLog.open(path)
        with ReviewLog.open(path) as log:
            assert (held(log), log.arrivals({})) == before
            assert (log.device == device) is is_kept
            assert len(log.device) == len(device)


def test_what_is_given_to_another_copy_is_counted_first(
    path: Path, make_review: MakeReview
) -> None:
    fill(path, make_review)
    with ReviewLog.open(path) as log:
        device, count = log.device, len(log.reviews())
    renumber(path, 30, 127)
    with ReviewLog.open(path) as log, pytest.raises(CorruptLog) as caught:
        [*log.rows(log.ends())]
    assert caught.value.kept.lost <= 1, "no more than the number that was damaged"
    with ReviewLog.open(path) as log:
        assert log.device == device
        assert len(log.reviews()) >= count - 1
        assert len([*log.rows(log.ends())]) == sum(log.ends().values())


def test_what_sqlite_calls_a_locked_table_is_damage(path: Path, make_review: MakeReview) -> None:
    with ReviewLog.open(path) as log:
        for number in range(500):
            log.append(make_review(number // 25, card=f"a/{number % 90}", answers=("x" * 60,)))
    at, whole = 3 * PAGE + PAGE // 2, path.read_bytes()
    path.write_bytes(whole[:at] + bytes(PAGE) + whole[at + PAGE :])
    with pytest.raises(CorruptLog), ReviewLog.open(path) as log:
        log.memories()
        log.reviews()
        log.rebuild()


def test_a_rating_that_was_corrected_stays_so_where_the_record_of_that_is_lost(
    path: Path, make_review: MakeReview
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(20):
            asked = make_review(card=f"a/{number}", seconds=number + MEASURED)
            log.append(asked)
            log.replace(
                asked.id, replace(make_review(rating=2), card=asked.card, seconds=asked.seconds)
            )
        again = make_review(day=1, card="a/0", seconds=MEASURED)
        log.append(again)
        before = [(one.card, one.rating) for one in log.reviews()]
    with closing(sqlite3.connect(path)) as db:
        [(root,)] = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'retraction'")
    whole = path.read_bytes()
    path.write_bytes(
        b"\xa5" * PAGE + whole[PAGE : (root - 1) * PAGE] + b"\xa5" * PAGE + whole[root * PAGE :]
    )
    with pytest.raises(CorruptLog) as caught:
        ReviewLog.open(path)
    assert "Answers that you had undone may count again." in str(caught.value)
    with ReviewLog.open(path) as log:
        assert [(one.card, one.rating) for one in log.reviews()] == before


ANKIS_MOST = 60.0
"""Seconds, of which Anki counts no more for an answer."""


@pytest.mark.parametrize("backed_up", [True, False])
def test_answers_that_anki_says_took_equally_long_are_no_corrections(
    path: Path, make_review: MakeReview, backed_up: bool
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(50):
            for day, rating in ((0, 1), (0, 1), (0, 3), (3, 3)):
                card = f"a/{number // 2}"
                log.append(make_review(day, rating, card=card, seconds=ANKIS_MOST))
        if backed_up:
            log.backup_if_due(NOW)
    path.write_bytes(b"\xa5" * PAGE + path.read_bytes()[PAGE:])
    told = "200 answers, of which 0 were" if backed_up else "kept: 200 answers"
    with pytest.raises(CorruptLog, match=told):
        read(path)
    with ReviewLog.open(path) as log:
        assert len(log.reviews()) == 200


def test_what_stands_in_the_backup_is_not_taken_for_corrected(
    path: Path, make_review: MakeReview
) -> None:
    with ReviewLog.open(path) as log:
        for rating in (1, 3):
            log.append(make_review(0, rating, seconds=MEASURED))
        log.backup_if_due(NOW)
        log.append(make_review(0, 4, seconds=MEASURED))
    path.write_bytes(b"\xa5" * PAGE + path.read_bytes()[PAGE:])
    with pytest.raises(CorruptLog, match="3 answers, of which 1 were read"):
        ReviewLog.open(path)


def test_of_a_backups_answers_that_were_undone_since_none_is_told_as_read(
    path: Path, make_review: MakeReview
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(5):
            log.append(make_review(number))
        log.backup_if_due(NOW)
        for one in log.reviews():
            log.retract(one.id, one.at)
    path.write_bytes(b"\xa5" * PAGE + path.read_bytes()[PAGE:])
    with pytest.raises(CorruptLog, match="0 answers, of which 0 were read"):
        ReviewLog.open(path)


def test_a_backup_and_what_can_be_read_since_are_put_together(
    path: Path, make_review: MakeReview
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(40):
            log.append(make_review(number, card=f"a/{number % 7}", answers=("x" * 300,)))
        log.backup_if_due(NOW)
        for number in range(40, 80):
            log.append(make_review(number, card=f"a/{number % 7}", answers=("x" * 300,)))
        before, device = held(log), log.device
    whole = path.read_bytes()
    path.write_bytes(b"\xa5" * PAGE + whole[PAGE:])
    with pytest.raises(CorruptLog) as caught:
        ReviewLog.open(path)
    assert "This is kept: 80 answers, of which 40 were read from the damaged" in str(caught.value)
    assert "the others from the backup quiz-2026-03-01.db. Answers" in str(caught.value)
    with ReviewLog.open(path) as log:
        assert (held(log), log.device) == (before, device)


def test_what_the_write_ahead_log_of_a_killed_app_holds_is_kept(
    path: Path, make_review: MakeReview, tmp_path: Path
) -> None:
    with ReviewLog.open(path) as log:
        for number in range(80):
            log.append(make_review(number, answers=("x" * 300,)))
            if number == 39:
                log._database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        last = log.reviews()[40:]
        killed = Path(shutil.copytree(path.parent, tmp_path / "killed")) / path.name
    whole = killed.read_bytes()
    killed.write_bytes(whole[:PAGE] + b"\xa5" * (len(whole) - PAGE))
    with pytest.raises(CorruptLog, match=r"No good backup was found; .* kept: 4\d answers\."):
        read(killed)
    with ReviewLog.open(killed) as log:
        of_rows = attrgetter("id", "card", "at", "study_date", "rating", "right", "answers")
        assert [*map(of_rows, log.reviews()[-40:])] == [*map(of_rows, last)]


def test_a_log_that_became_an_empty_file_is_no_new_one(
    path: Path, make_review: MakeReview, tmp_path: Path
) -> None:
    with ReviewLog.open(path) as log:
        log.append(make_review())
        log.backup_if_due(NOW)
        log._database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        log.append(make_review(1))
        before = held(log)
        killed = Path(shutil.copytree(path.parent, tmp_path / "killed")) / path.name
    path.write_bytes(b"")
    killed.write_bytes(b"")
    with pytest.raises(CorruptLog, match=r"1 answer, of which 0 were read .* the others from"):
        ReviewLog.open(path)
    with pytest.raises(CorruptLog, match=r"2 answers, of which 1 were read"):
        ReviewLog.open(killed)
    with ReviewLog.open(killed) as log:
        assert held(log) == before


def test_a_log_that_never_was_one_is_begun_in_its_empty_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    with ReviewLog.open(path) as log:
        assert log.reviews() == []


def test_texts_that_answers_share_are_had_from_the_backup_where_their_pages_are_lost(
    path: Path, make_review: MakeReview, tmp_path: Path
) -> None:
    with ReviewLog.open(path) as log:
        log.append(make_review(0))
        log.backup_if_due(NOW)
        log._database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(1, 80):
            log.append(make_review(number, answers=("x" * 300,)))
        before = log.reviews()
        killed = Path(shutil.copytree(path.parent, tmp_path / "killed")) / path.name
    whole = killed.read_bytes()
    killed.write_bytes(whole[:PAGE] + b"\xa5" * (len(whole) - PAGE))
    with pytest.raises(CorruptLog, match="kept: 80 answers"):
        read(killed)
    with ReviewLog.open(killed) as log:
        assert log.reviews() == before


@pytest.mark.parametrize("at", [18, 40, 20_000, 100_000], ids=str)
def test_a_damaged_write_ahead_log_is_noticed_and_all_in_it_kept(
    path: Path, make_review: MakeReview, tmp_path: Path, at: int
) -> None:
    """SQLite takes what comes after the damage for what was never written."""
    with ReviewLog.open(path) as log:
        for number in range(20):
            log.append(make_review(number))
        killed = Path(shutil.copytree(path.parent, tmp_path / "killed")) / path.name
    written = killed.with_name(f"{killed.name}-wal")
    content = bytearray(written.read_bytes())
    content[at] ^= 1
    written.write_bytes(content)
    killed.with_name(f"{killed.name}-shm").unlink()
    with pytest.raises(CorruptLog, match="kept: 20 answers"):
        read(killed)
    with ReviewLog.open(killed) as log:
        assert len(log.reviews()) == 20


def test_a_version_below_zero_is_damage_and_all_else_is_kept(
    path: Path, make_review: MakeReview
) -> None:
    fill(path, make_review)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = -1")
    with pytest.raises(CorruptLog, match="kept: 59 answers"):
        ReviewLog.open(path)


def test_what_a_killed_app_had_half_written_is_no_damage(
    path: Path, make_review: MakeReview, tmp_path: Path
) -> None:
    """Of the last page the header is there, above what stood there before the log began anew."""
    written = path.with_name(f"{path.name}-wal")
    with ReviewLog.open(path) as log:
        for number in range(20):
            log.append(make_review(number))
        log._database.connection.execute("PRAGMA wal_checkpoint(RESTART)")
        log.append(make_review(20))
        before = written.read_bytes()
        log.append(make_review(21))
        last = WAL + wal.ends_of_transactions(written)[-1] * (FRAME + PAGE) - PAGE
        killed = Path(shutil.copytree(path.parent, tmp_path / "killed")) / path.name
    torn = killed.with_name(written.name)
    torn.write_bytes(torn.read_bytes()[:last] + before[last:])
    killed.with_name(f"{killed.name}-shm").unlink()
    with ReviewLog.open(killed) as log:
        assert len(log.reviews()) == 21


def test_what_was_written_and_not_yet_told_to_others_is_no_damage(
    path: Path, make_review: MakeReview
) -> None:
    """Who writes it is about to say so, or was killed as the disk took it; others are there."""
    told = path.with_name(f"{path.name}-shm")
    with ReviewLog.open(path) as another:
        for number in range(20):
            another.append(make_review(number))
        before = told.read_bytes()
        another.append(make_review(20))
        with told.open("r+b") as shared:  # as the others have it
            shared.write(before)
        with ReviewLog.open(path) as log:
            assert len(log.reviews()) == 20
            log.append(make_review(21))
        assert len(another.reviews()) == 21
    assert not list(path.parent.glob("*.damaged*"))


def test_another_terminal_does_not_go_on_in_the_file_that_was_set_aside(
    path: Path, make_review: MakeReview
) -> None:
    fill(path, make_review)
    whole = path.read_bytes()
    with ReviewLog.open(path) as another:
        path.write_bytes(b"\xa5" * PAGE + whole[PAGE:])
        with pytest.raises(CorruptLog):
            read(path)
        with pytest.raises(LogReplaced, match="put aside by another terminal"):
            another.append(make_review(9))
    with ReviewLog.open(path) as log:
        log.append(make_review(9))
