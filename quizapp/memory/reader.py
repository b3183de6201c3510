"""What can be read of the review log: answers, acts, and what is counted of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime

from quizapp.deck.model import topic_of
from quizapp.memory import backup
from quizapp.memory.acts.act import OF_ALL, Act, Standing
from quizapp.memory.acts.kinds.away import absences
from quizapp.memory.acts.kinds.parameters import PARAMETERS
from quizapp.memory.acts.kinds.placed import PLACED
from quizapp.memory.acts.table import ACTS, OFFERED, standing_after
from quizapp.memory.database import Database
from quizapp.memory.packed import MICROSECOND, unpack_day, unpack_time, utc
from quizapp.memory.review import (
    LONGEST_SECONDS,
    MOVES_MEMORY,
    DayCounts,
    Grading,
    Pace,
    Rating,
    Review,
)
from quizapp.memory.rows import (
    IN_TIME,
    OF_CARD,
    answered_cards,
    select_acts,
    select_arrivals,
    select_gradings,
    select_reviews,
)
from quizapp.memory.uuid7 import made_at

FEWEST_FOR_USUAL = 3
"""Answers that it takes to speak of the learner's usual time."""

DAYS_OF_PACE = 30
"""The latest ones with answers, by which the learner's pace is judged."""

OWN = "device = (SELECT value FROM meta WHERE key = 'device')"
"""The rows of this copy of the log, asked for without writing, as `packed.device` may."""

UNDONE_ALONE = "name NOT IN ({})".format(
    ", ".join(f"'{name}'" for name, kind in ACTS.items() if not kind.undone_alone)
)

TAKEN_IN = "content_hash = ''"
"""Answers of Anki's to cards that may have read otherwise there."""

MOVING = "kind IN ({})".format(", ".join(f"'{kind}'" for kind in MOVES_MEMORY))

MISSED = f"rating = {Rating.AGAIN:d}"


class LogReader:
    """Every answer ever given, and every act, as far as they stand.

    Any method raises LogUnavailable where the file cannot be read, and CorruptLog when it is
    found damaged: the log is closed then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def reviews(self, card: str | None = None) -> list[Review]:
        """All reviews that stand, or those of one card, in order of time."""
        with self._database.guarded() as db:
            if card is None:
                return list(select_reviews(db, IN_TIME))
            return list(select_reviews(db, OF_CARD, card))

    def gradings(self) -> Iterator[Grading]:
        """All reviews that stand, card by card in order of time, without what was typed."""
        with self._database.guarded() as db:
            cards = answered_cards(db)
        for card in cards:
            with self._database.guarded() as db:
                of_card = list(select_gradings(db, OF_CARD, card))
            yield from of_card

    def last_on(self, study_date: date) -> Review | Act | None:
        """What was last logged on a study date by this copy of the log, and is undone alone."""
        with self._database.guarded() as db:
            clause = f"WHERE study_date = ? AND {OWN}{{}} ORDER BY at DESC, id DESC LIMIT 1"
            reviews = list(select_reviews(db, clause.format(""), study_date.toordinal()))
            not_by_others = clause.format(f" AND {UNDONE_ALONE}")
            acts = list(select_acts(db, not_by_others, study_date.isoformat()))
        logged: list[Review | Act] = [*reviews, *acts]
        return max(logged, key=lambda logged: (logged.at, logged.id), default=None)

    def last_acts_on(self, study_date: date) -> list[Act]:
        """The acts of a study date that this copy of the log decided last, all at once."""
        acts = self._decided_on(study_date)
        return _at_once_with(acts[-1], acts) if acts else []

    def decided_with(self, act: Act) -> list[Act]:
        """The acts that stand of those that were decided at once with this one."""
        return _at_once_with(act, self._decided_on(act.study_date))

    def _decided_on(self, study_date: date) -> list[Act]:
        with self._database.guarded() as db:
            clause = f"WHERE study_date = ? AND {OWN} AND {UNDONE_ALONE} ORDER BY at, id"
            return list(select_acts(db, clause, study_date.isoformat()))

    def later(self, card: str, now: datetime) -> datetime:
        """Now; or, where a clock was ahead once, just after all that is logged of a card.

        In this order what is logged is gone by: else it would come before what it is about.
        """
        with self._database.guarded() as db:
            [(answer, act)] = db.execute(
                "SELECT (SELECT max(at) FROM standing WHERE card = :card),"
                " (SELECT max(at) FROM standing_act WHERE card = :card)",
                {"card": card},
            ).fetchall()
        for at in (unpack_time(answer), act):
            with suppress(TypeError, ValueError, OverflowError):  # of a damaged row
                now = max(now, datetime.fromisoformat(at) + MICROSECOND)
        return now

    def counts_on(self, study_date: date) -> DayCounts:
        """How many cards were introduced and reviewed on a study date; practice is neither.

        A card that was taken as known is not introduced any more.
        """
        day = study_date.toordinal()
        with self._database.guarded() as db:
            cards = db.execute(
                "SELECT card, EXISTS ("
                "  SELECT 1 FROM standing AS earlier WHERE earlier.card = today.card"
                f" AND earlier.study_date < ? AND earlier.{MOVING})"
                " OR EXISTS (SELECT 1 FROM standing_act AS act WHERE act.card = today.card"
                f" AND act.name = '{PLACED}')"
                f" FROM (SELECT DISTINCT card FROM standing WHERE study_date = ? AND {MOVING})"
                " AS today",
                [day, day],
            ).fetchall()
        introduced = [str(card) for card, is_known in cards if not is_known]
        return DayCounts(
            new=len(introduced),
            reviews=len(cards) - len(introduced),
            begun=frozenset(map(topic_of, introduced)),
        )

    def answers_by_day(self) -> dict[date, int]:
        """How many answers were given on each study date, practice included."""
        with self._database.guarded() as db:
            rows = db.execute("SELECT study_date, answers FROM day WHERE answers > 0")
            return {day: answers for stored, answers in rows if (day := as_day(stored))}

    def usual_seconds(self, card: str) -> float | None:
        """The median time of the right answers to a card; None while they are few."""
        from statistics import median  # not needed to open the log

        with self._database.guarded() as db:
            rows = db.execute(
                'SELECT seconds FROM standing WHERE card = ? AND "right" = 1', [card]
            ).fetchall()
        times = [seconds for [seconds] in rows if isinstance(seconds, float)]
        return median(times) if len(times) >= FEWEST_FOR_USUAL else None

    def pace(self) -> Pace | None:
        """That of the latest days, without practice; None while there are few answers.

        Of each day the mean, since some answers take long and all are to be given; of the days
        the median, since on one of them a card may have been left standing for hours.
        """
        from statistics import median  # as above

        with self._database.guarded() as db:
            days = db.execute(
                "SELECT sum(max(0.0, min(seconds, ?))), count(*), count(DISTINCT card)"
                " FROM standing WHERE kind IN ('review', 'relearn')"
                f" GROUP BY study_date ORDER BY study_date DESC LIMIT {DAYS_OF_PACE}",
                [LONGEST_SECONDS],
            ).fetchall()
        if sum(answers for _, answers, _ in days) < FEWEST_FOR_USUAL:
            return None
        return Pace(
            answer=median(seconds / answers for seconds, answers, _ in days),
            card=median(seconds / cards for seconds, _, cards in days),
        )

    def confident_errors(self, since: date) -> frozenset[str]:
        """Cards whose last review, on or after a study date, was wrong and not marked a guess."""
        with self._database.guarded() as db:
            # SQLite takes bare columns from the row that holds the maximum. The `+` has it find
            # the rows by their date, which are few, and not go through all by the card.
            rows = db.execute(
                'SELECT card FROM (SELECT card, "right", guess, max(at) FROM standing'
                f" WHERE study_date >= ? AND {MOVING} GROUP BY +card)"
                ' WHERE "right" = 0 AND guess = 0',
                [since.toordinal()],
            ).fetchall()
        return frozenset(card for [card] in rows)

    def rated_since(self, study_date: date) -> set[tuple[str, Rating]]:
        """The cards answered on or after a study date, each with every rating it was given."""
        with self._database.guarded() as db:
            rows = db.execute(
                "SELECT DISTINCT card, rating FROM standing"
                " WHERE study_date >= ? AND kind != 'manual'",
                [study_date.toordinal()],
            ).fetchall()
        return {(card, Rating(rating)) for card, rating in rows}

    def first_day_here(self) -> date | None:
        """The study date of the first answer that was given here, and not taken in from Anki."""
        with self._database.guarded() as db:
            # By its order SQLite finds it in the index, by min() it reads all.
            row = db.execute(
                f"SELECT study_date FROM standing WHERE NOT {TAKEN_IN} ORDER BY study_date LIMIT 1"
            ).fetchone()
        return date.fromordinal(row[0]) if row else None

    def taken_in_since(self, study_date: date) -> frozenset[str]:
        """The cards that were answered in Anki on or after a study date."""
        with self._database.guarded() as db:
            rows = db.execute(
                f"SELECT DISTINCT card FROM standing WHERE study_date >= ? AND {TAKEN_IN}",
                [study_date.toordinal()],
            ).fetchall()
        return frozenset(card for [card] in rows)

    def introduced_since(self, study_date: date) -> set[str]:
        """The cards whose first answer that moved their memory is of a study date or later."""
        with self._database.guarded() as db:
            rows = db.execute(
                f"SELECT card FROM standing WHERE {MOVING}"
                " GROUP BY card HAVING min(study_date) >= ?",
                [study_date.toordinal()],
            ).fetchall()
        return {card for [card] in rows}

    def arrivals(self, renames: Mapping[str, str]) -> dict[str, date]:
        """The study date on which each card was first noted to be there, on whichever machine.

        `renames` are the ids of today by former ones.
        """
        first = dict[str, date]()
        with self._database.guarded() as db:
            for day, cards in select_arrivals(db):
                for card in cards:
                    card = renames.get(card, card)
                    first[card] = min(day, first.get(card, day))
        return first

    def missed_on(self, study_date: date) -> dict[str, bool]:
        """Cards rated Again on a study date, and whether an answer has been better since.

        A miss that moved no memory, as in practice, counts as made good. Not those of which the
        learner has decided since that they are new, or come back later.
        """
        with self._database.guarded() as db:
            # As above.
            rows = db.execute(
                f"SELECT card, max(at) FILTER (WHERE {MISSED} AND {MOVING}),"
                f" max(at) FILTER (WHERE NOT {MISSED}), max(at) FROM standing"
                " WHERE study_date = ? AND kind != 'manual' GROUP BY +card"
                f" HAVING count(*) FILTER (WHERE {MISSED}) > 0",
                [study_date.toordinal()],
            ).fetchall()
            of_today = f"WHERE study_date = ? {IN_TIME}"
            moved = {
                act.card: utc(act.at)
                for act in select_acts(db, of_today, study_date.isoformat())
                if act.name in OFFERED and OFFERED[act.name].moves_memory
            }
        return {
            card: owed is None or (better is not None and better > owed)
            for card, owed, better, at in rows
            if moved.get(card, "") < str(unpack_time(at))
        }

    def owed_on(self, study_date: date) -> frozenset[str]:
        """Those that are to be asked once more on it: missed, and not right since."""
        missed = self.missed_on(study_date)
        return frozenset(card for card, righted in missed.items() if not righted)

    def acts(self, card: str | None = None) -> list[Act]:
        """All acts that stand, or those on one card, in order of time."""
        with self._database.guarded() as db:
            if card is None:
                return list(select_acts(db, IN_TIME))
            return list(select_acts(db, OF_CARD, card))

    def acts_since(self, name: str, other: str) -> list[Act]:
        """The acts of a name that stand, after the last of another, taken back since or not."""
        after = "(SELECT coalesce(max(at), '') FROM act WHERE name = ?)"
        with self._database.guarded() as db:
            clause = f"WHERE name = ? AND at > {after} {IN_TIME}"
            return list(select_acts(db, clause, name, other))

    def absences(self) -> list[tuple[Act, date, date]]:
        """The times away that stand, each with its first and its last day, in order of time."""
        return list(absences(self.acts(OF_ALL)))

    def last_fit(self) -> date | None:
        """The last study date on which parameters were fitted, taken back since or not."""
        with self._database.guarded() as db:
            [(day,)] = db.execute(
                "SELECT max(study_date) FROM act WHERE card = ? AND name = ?", [OF_ALL, PARAMETERS]
            )
        return as_day(day)

    def standings(self) -> dict[str, Standing]:
        """How each card stands of which the learner has decided something."""
        with self._database.guarded() as db:
            acts = list(select_acts(db, f"WHERE {UNDONE_ALONE} {IN_TIME}"))
        return {card: standing_after(of_card) for card, of_card in by_card(acts).items()}

    def standing(self, card: str) -> Standing:
        return standing_after(self.acts(card))

    def answers_by_card(self) -> dict[str, int]:
        """How many reviews of each card stand, by the id under which it was answered."""
        with self._database.guarded() as db:
            counts = db.execute("SELECT card, count(*) FROM standing GROUP BY card ORDER BY card")
            return {card: count for card, count in counts if isinstance(card, str)}

    def require_sound(self) -> None:
        """Raises CorruptLog where the file does not pass SQLite's integrity check."""
        with self._database.guarded() as db:
            if not backup.is_sound(db):
                raise backup.Damaged(self._database.path)

    def unreadable(self) -> int:
        """How many reviews cannot be read. They stay in the file, and nothing counts them."""
        with self._database.guarded() as db:
            return self.count() - sum(1 for _ in select_reviews(db, ""))

    def count(self) -> int:
        """How many reviews stand, those included that cannot be read."""
        with self._database.guarded() as db:
            [(rows,)] = db.execute("SELECT count(*) FROM standing")
        return int(rows)


def _at_once_with(one: Act, acts: Iterable[Act]) -> list[Act]:
    # Their ids tell when that was: `at` may be later for some, see `later`.
    return [act for act in acts if made_at(act.id) == made_at(one.id)]


def by_card(acts: Iterable[Act]) -> Mapping[str, Sequence[Act]]:
    by_card = defaultdict[str, list[Act]](list)
    for act in acts:
        by_card[act.card].append(act)
    return by_card


def as_day(stored: object) -> date | None:
    """A study date; None for what was damaged."""
    try:
        return date.fromisoformat(unpack_day(stored))
    except (TypeError, ValueError):
        return None
