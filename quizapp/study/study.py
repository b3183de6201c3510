"""What a learner has on the desk: settings, decks, the log; and what to do with them today."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date, datetime
from functools import cached_property
from itertools import chain
from types import TracebackType
from typing import TYPE_CHECKING, Any, get_args

from quizapp.errors import UserError
from quizapp.library.library import Library
from quizapp.library.titles import title_among
from quizapp.machine.settings import (
    EASY_DAYS,
    LIMITS,
    Places,
    Settings,
    SettingsError,
    language_of,
    load_settings,
    places,
    setting_keys,
)
from quizapp.memory.database import LARGE
from quizapp.memory.errors import LogUnavailable, NoBackup
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import (
    Limits,
    Plan,
    QueueItem,
    due_cards,
)
from quizapp.memory.study_day import study_date
from quizapp.study import askable
from quizapp.study.counting import Backlog, overview_of
from quizapp.study.day import Day
from quizapp.study.last_hello import keep_hello, last_hello
from quizapp.study.lost import lost_answers
from quizapp.study.opening import UNTOLD_SECONDS, all_decks, log_to_read, open_log
from quizapp.study.overview import Overview
from quizapp.study.planning import plan_of
from quizapp.study.sitting import MoreKind, Sitting, Unasked
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean
from quizapp.text.words import unreadable_in_words

if TYPE_CHECKING:
    from quizapp.deck.model import Card, Deck
    from quizapp.machine.remember import Value
    from quizapp.search.catalogue import Catalogue
    from quizapp.study.session import Session
    from runner.protocol.wire import Hello


class UnknownIdea(UserError):
    """No deck names that idea."""


class Study:
    """Settings, decks and the log, opened together."""

    def __init__(self, where: Places, settings: Settings, library: Library, log: ReviewLog) -> None:
        self.places = where
        self.settings = settings
        self.language = language_of(settings)
        """A change is taken up at the next start, as in all that the app says."""
        self.library = library
        self.log = log
        self._noted: Library | None = None
        """Whose cards the log knows of."""
        self._backlog = Backlog()
        self.hello: Hello | None = None
        """The runner's first words, once there are any: see `meet`."""

    @classmethod
    def open(cls, held: Callable[[str], object] = lambda why: None) -> Study:
        """Open what is kept in the usual places; `held` tells what one waits for.

        Raises UserError, or one of the log's errors, with a sentence that says what is wrong.
        """
        where, settings, library = _desk(held)
        return cls(where, settings, library, open_log(where, settings, library, held))

    @classmethod
    @contextmanager
    def to_read(cls, held: Callable[[str], object] = lambda why: None) -> Iterator[Study]:
        """The same for who writes nothing: it does without room on the disk."""
        where, settings, library = _desk(held)
        with log_to_read(where, settings, library, held) as log:
            yield cls(where, settings, library, log)

    def __enter__(self) -> Study:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.log.close()

    def meet(self, hello: Hello | None) -> None:
        """The runner has spoken, or will not. Cards that cannot be asked on this machine are
        neither planned nor counted, from now on and until it speaks at the next start.
        """
        self.hello = hello
        if hello is not None:
            keep_hello(self.places.cache, self.settings.runner_command, hello)

    @cached_property
    def _last_hello(self) -> Hello | None:
        return last_hello(self.places.cache, self.settings.runner_command)

    @property
    def _machine(self) -> Hello | None:
        """What this machine is, as far as is known: it may have changed since it was told."""
        return self.hello or self._last_hello

    def reload(self) -> None:
        """Read the decks anew. What was answered to a card that is gone stays in the log.

        A deck that lost cards by a mistake in its file stays as it was: it is to be mended.
        """
        self.library = all_decks(self.places).instead_of(self.library)
        with suppress(LogUnavailable):  # an answer will meet, and tell of, the same
            self.log.follow(self.library.renames)

    def overview(self, now: datetime) -> Overview:
        """What is due today, by topic and in all."""
        return overview_of(self._day(self.study_date(now)), self.settings, self._backlog)

    def waiting(self, now: datetime) -> Mapping[str, str]:
        """The titles of topics that wait for cards before them, by topic."""
        topics = self.overview(now).topics
        return {counts.topic: self.title_of(counts.topic) for counts in topics if counts.waits_for}

    def due(self, today: date) -> Collection[str]:
        """The cards that home counts as due."""
        day = self._day(today)
        return {card.id for card in due_cards(day.asked, day.memories, today, day.once_more)}

    def once_more(self, today: date) -> Collection[str]:
        """Cards missed today and not right since."""
        return self._day(today).once_more

    def find(self, query: str, today: date) -> Sequence[Card]:
        """The cards that a query finds, in the library's order. Raises QueryError."""
        from quizapp.search.find import find

        return find(query, self.catalogue(today))

    def note_arrivals(self, today: date) -> None:
        """Log which cards are there for the first time, if it can be written just now."""
        if self._noted is not self.library:
            with suppress(LogUnavailable), self.log.waiting_at_most(UNTOLD_SECONDS):
                self.log.note_arrivals(self.library.cards.keys(), self.library.renames, today)
                self._noted = self.library

    def catalogue(self, today: date) -> Catalogue:
        """What can be searched, as it stands on a study date."""
        from quizapp.search.catalogue import Catalogue

        self.note_arrivals(today)
        return Catalogue(
            *(self.library, self.log, today),
            due=lambda: self.due(today),
            once_more=lambda: self.once_more(today),
            course=lambda: {card.id for card in self.course_cards()},
            drilled=lambda: self._drilled(today),
        )

    def _drilled(self, today: date) -> Collection[str]:
        every = Sitting(cards=tuple(self.library.cards))
        planned = plan_of(self._day(today), every, (), random.Random(0))  # who, not in what order
        return {item.card_id for item in planned.items}

    def sitting(self, wanted: Sitting, now: datetime, rng: random.Random) -> Session:
        """A session of what is wanted. Raises UnknownTopic, UnknownIdea, QueryError.

        Before the runner has spoken, it holds only cards that can be asked on any machine; once
        it has, `plan_again` brings the others.
        """
        # Grading comes with it, which the home screen can do without.
        from quizapp.study.session import Session

        self.note_arrivals(self.study_date(now))
        wanted = self.understood(wanted, self.study_date(now))
        every = self._plan(wanted, now, rng).items
        session = Session(
            self.library,
            self.log,
            self._askable(every)[: wanted.most],
            rollover_hour=self.settings.rollover_hour,
            rng=rng,
            earlier=self.log.last_on(self.study_date(now)),
            planned=lambda then: self._askable(self._plan(wanted, then, rng).items)[: wanted.most],
        )
        session.held_back = len(every[: wanted.most]) - session.total
        return session

    def _askable(self, items: Sequence[QueueItem]) -> Sequence[QueueItem]:
        """Those that can be asked on any machine, until it is known what this one is."""
        if self.hello is not None:
            return items
        return [item for item in items if self._is_asked_anywhere(item.card_id)]

    @property
    def log_is_large(self) -> bool:
        """Whether to go through it takes long enough to be noticed."""
        with suppress(OSError):  # what needs it tells that it is out of reach
            return self.places.database.stat().st_size > LARGE
        return False

    def back_up(self, now: datetime) -> str:
        """Back up the log once a day; why that cannot be done, or what of it cannot be read."""
        try:
            if not self.log.backup_if_due(now) or not (lost := self.log.unreadable()):
                return ""
        except NoBackup as error:
            return str(error)
        return tr(
            "{unreadable_in_words} See 'quiz doctor'.",
            unreadable_in_words=unreadable_in_words(lost),
        )

    def lost(self) -> str:
        """Which backup has more answers than the log; empty where it is as it should be."""
        return lost_answers(self.log, self.places.database)

    def set(self, key: str, value: Value | None) -> None:
        """Set a setting, or have it as usual again, from now on.

        Raises SettingsError where it means nothing or cannot be remembered.
        """
        from quizapp.machine.remember import remember

        remember(self.places.config_file, key, value)
        if key not in setting_keys():  # of an act
            keys = load_settings(self.places.config_file).keys
            self.settings = replace(self.settings, keys=keys)
            return
        field = setting_keys()[key]
        now: Any = getattr(Settings(), field) if value is None else value
        if key in EASY_DAYS:  # one of seven
            now = load_settings(self.places.config_file).easy_days
        changed: dict[str, Any] = {field: tuple(now) if isinstance(now, list) else now}
        self.settings = replace(self.settings, **changed)

    def follow_settings(self) -> None:
        """Go by the settings of study as the config file has them now, if it can be used."""
        with suppress(SettingsError):
            there = load_settings(self.places.config_file)
            shared = {setting_keys()[key] for key in (*LIMITS, *EASY_DAYS)}
            self.settings = replace(
                self.settings, **{name: getattr(there, name) for name in shared}
            )

    def plan_again(
        self, session: Session, wanted: Sitting, now: datetime, rng: random.Random
    ) -> None:
        """Have a session go on by what is known by now of the runner."""
        session.plan_again(self._plan(wanted, now, rng).items, wanted.most)

    def holds_cards(self, wanted: Sitting, now: datetime) -> bool:
        """Whether a sitting would ask anything, as far as is known."""
        return bool(self._plan(wanted, now, random.Random(0)).items)

    def found(self, wanted: Sitting, today: date) -> Sequence[str]:
        """The cards that a drill of a query, or else of topics, is about; see `understood`."""
        if wanted.search:
            return [card.id for card in self.find(wanted.search, today)]
        topics = self.understood(wanted, today).topics
        return [id for id, card in self.library.cards.items() if card.topic in topics]

    def beyond_limit(self, wanted: Sitting, now: datetime) -> int:
        """How many new cards a drill of topics begins that a day would not, as they are named."""
        if wanted.kind != "drill" or not wanted.topics:
            return 0
        wanted = self.understood(wanted, self.study_date(now))
        items = self._plan(wanted, now, random.Random(0)).items[: wanted.most]
        new = sum(item.kind == "new" for item in items)
        done = self.log.counts_on(self.study_date(now)).new
        return max(0, min(new, done + new - self.limits.new_per_day))

    def hangs_on_the_machine(self, wanted: Sitting, now: datetime) -> bool:
        """Whether the runner has yet to say of some of these cards if they can be asked."""
        if self.hello is not None:
            return False
        every = self._wanted_cards()
        items = self._plan(wanted, now, random.Random(0), every).items
        return not all(self._is_asked_anywhere(item.card_id) for item in items)

    def left_out(self, topics: Collection[str]) -> Iterator[str]:
        """Why cards of some topics are never asked on this machine, as far as is known."""
        return askable.left_out(self.library, self.hello, topics)

    def more(self, topics: tuple[str, ...], now: datetime) -> Mapping[MoreKind, int]:
        """How many cards there are for who wants more today."""
        return {
            kind: len(self._plan(Sitting(topics, kind=kind), now, random.Random(0)).items)
            for kind in get_args(MoreKind)
        }

    def study_date(self, now: datetime) -> date:
        """The learner's day."""
        return study_date(now, self.settings.rollover_hour)

    @property
    def limits(self) -> Limits:
        """How many cards a day."""
        return Limits(
            new_per_day=self.settings.new_per_day, reviews_per_day=self.settings.reviews_per_day
        )

    def _day(self, today: date, cards: Sequence[Card] | None = None) -> Day:
        """With these cards, or those that are asked here."""
        cards = self.course_cards() if cards is None else cards
        put_off = {
            card for card, standing in self.log.standings().items() if not standing.is_asked(today)
        }
        return Day(today, self.library, self.log, cards, put_off, self.limits)

    def _plan(
        self,
        wanted: Sitting,
        now: datetime,
        rng: random.Random,
        cards: Sequence[Card] | None = None,
    ) -> Plan:
        today = self.study_date(now)
        found: Collection[str] = ()
        if wanted.search:
            from quizapp.search.find import find, named

            known = self.catalogue(today)
            found = {card.id for card in find(wanted.search, known)}
            wanted = replace(wanted, named=frozenset(named(wanted.search, known)))
        return plan_of(self._day(today, cards), wanted, found, rng)

    def _is_asked_anywhere(self, card_id: str) -> bool:
        return askable.anywhere(self.library.cards[card_id], self.library.deck_of(card_id))

    def course_cards(self) -> Sequence[Card]:
        """The cards that can be asked here, as far as is known, and that the learner wants."""
        return askable.here(self._wanted_cards(), self.library, self._machine)

    def asked_cards(self, today: date) -> Sequence[Card]:
        """Those of the course that are not put off until another day."""
        return self._day(today).asked

    def _wanted_cards(self) -> Sequence[Card]:
        aside = {card for card, standing in self.log.standings().items() if not standing.is_wanted}
        return tuple(card for id, card in self.library.cards.items() if id not in aside)

    def why_unasked(self, cards: Iterable[str], today: date) -> Collection[Unasked]:
        """For which reasons cards, of which none is asked now, are not."""
        here = {card.id for card in self.course_cards()}
        reasons: dict[str, Unasked] = {
            card: "later" if self.log.standing(card).is_asked(today) else "aside" for card in cards
        }
        return {
            "machine" if reason == "later" and card not in here else reason
            for card, reason in reasons.items()
        }

    def awaited(self, cards: Iterable[str], today: date) -> Sequence[str]:
        """The cards that are to be learnt before those of these that are new."""
        known = self.catalogue(today)
        each = (known.awaited(self.library.cards[id]) for id in cards)
        return tuple(dict.fromkeys(chain.from_iterable(each)))

    @property
    def refused_decks(self) -> Sequence[Deck]:
        """The decks whose code may not run here, as far as is known: they are not trusted."""
        return askable.refused(self.library, self._machine)

    def title_of(self, topic: str) -> str:
        """A topic's name, in the learner's language, which is no other's."""
        return title_among(self.library.decks, topic, self.language)

    def understood(self, wanted: Sitting, today: date) -> Sitting:
        """What is wanted, topics by their own names.

        Raises UnknownTopic, UnknownIdea, QueryError.
        """
        for idea in wanted.ideas:
            self.require_idea(idea)
        if wanted.search:
            self.find(wanted.search, today)
        return replace(wanted, topics=tuple(map(self.library.topic, wanted.topics)))

    def require_idea(self, idea: str) -> None:
        """Raises UnknownIdea, with the name that may be meant."""
        ideas = self.library.ideas
        if idea not in ideas:
            meant = did_you_mean(idea, ideas, most=3) if ideas else tr("; no deck names any")
            raise UnknownIdea(tr("no idea is named '{idea}'{meant}", idea=idea, meant=meant))


def _desk(held: Callable[[str], object]) -> tuple[Places, Settings, Library]:
    where = places()
    return where, load_settings(where.config_file), all_decks(where, held)
