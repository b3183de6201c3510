"""What a learner has on the desk: settings, decks, the log; and what to do with them today."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from types import TracebackType
from typing import TYPE_CHECKING

from quizapp.deck.library import SHIPPED_DECKS, Library, load_library
from quizapp.deck.model import RunCard, topic_of
from quizapp.deck.spelling import did_you_mean
from quizapp.errors import UserError
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import Limits, Plan, TopicCounts, drill, plan, topic_counts
from quizapp.memory.schedule import Scheduling
from quizapp.memory.stats import forecast, streak
from quizapp.memory.study_day import study_date
from quizapp.settings import Places, Settings, load_settings, places
from quizapp.shelf import Shelf
from quizapp.trust import TrustedDecks, refusal

if TYPE_CHECKING:
    from quizapp.deck.model import Card, Deck
    from quizapp.session import Session
    from runner.wire import Hello

USUAL_PACE = 25.0
"""Seconds an answer, for a learner of whom little is known."""

FORECAST_DAYS = 14

CONFIDENT_ERRORS_MATTER = timedelta(days=7)


class UnknownTopic(UserError):
    """No deck has that topic; the message names the ones there are."""


@dataclass(frozen=True)
class Overview:
    """How today stands."""

    study_date: date
    topics: tuple[TopicCounts, ...]
    new_of: Mapping[str, int]
    """How many of today's new cards are of which topic."""
    review: int
    """Cards that today's review holds that were learnt before."""
    new: int
    """Cards that today's review introduces."""
    minutes: int
    """How long today's review will take, by the learner's pace of late."""
    next_due: date | None
    answers: Mapping[date, int]
    """How many answers were given on each study date so far."""
    streak: int
    """Study days in a row."""
    forecast: Sequence[int]
    """Cards falling due on each of the next days, today first."""


class Study:
    """Settings, decks and the log, opened together."""

    def __init__(self, where: Places, settings: Settings, library: Library, log: ReviewLog) -> None:
        self.places = where
        self.settings = settings
        self.library = library
        self.log = log
        self.hello: Hello | None = None
        """The runner's first words; a front end sets it once there are any. From then on, cards
        that cannot be asked on this machine are neither planned nor counted."""

    @classmethod
    def open(cls) -> Study:
        """Open what is kept in the usual places.

        Raises UserError, or one of the log's errors, with a sentence that says what is wrong.
        """
        where = places()
        settings = load_settings(where.config_file)
        scheduling = Scheduling(retention=settings.retention, max_interval=settings.max_interval)
        library = _library(where)
        log = ReviewLog.open(where.database, scheduling, library.renames)
        return cls(where, settings, library, log)

    def __enter__(self) -> Study:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.log.close()

    def reload(self) -> None:
        """Read the decks anew. What was answered to a card that is gone stays in the log."""
        self.library = _library(self.places)

    def overview(self, now: datetime) -> Overview:
        """What is due today, by topic and in all."""
        today = self.study_date(now)
        cards = self._cards()
        kept = self.log.memories()
        memories = {card.id: kept[card.id] for card in cards if card.id in kept}
        answers = self.log.answers_by_day()
        # Which cards are chosen may hang on chance, how many does not.
        items = self._plan(now, random.Random(0)).items
        new = sum(item.kind == "new" for item in items)
        return Overview(
            study_date=today,
            topics=topic_counts(
                cards,
                memories,
                today,
                self.log.counts_on(today),
                self._limits,
                self.log.scheduling,
            ),
            new_of=Counter(topic_of(item.card_id) for item in items if item.kind == "new"),
            review=len(items) - new,
            new=new,
            minutes=math.ceil(len(items) * (self.log.pace() or USUAL_PACE) / 60),
            next_due=min((m.due for m in memories.values() if m.due > today), default=None),
            answers=answers,
            streak=streak(answers, today),
            forecast=forecast(memories.values(), today, FORECAST_DAYS),
        )

    def sitting(
        self,
        now: datetime,
        rng: random.Random,
        *,
        topics: Collection[str] = (),
        limit: int | None = None,
    ) -> Session:
        """Today's review; with topics, a drill of these. Raises UnknownTopic."""
        # Grading comes with it, which the home screen can do without.
        from quizapp.session import Session

        for topic in topics:
            self.require(topic)
        items = self._plan(now, rng, topics).items
        return Session(
            self.library,
            self.log,
            items[:limit],
            rollover_hour=self.settings.rollover_hour,
            rng=rng,
        )

    def study_date(self, now: datetime) -> date:
        """The learner's day."""
        return study_date(now, self.settings.rollover_hour)

    @property
    def _limits(self) -> Limits:
        return Limits(
            new_per_day=self.settings.new_per_day, reviews_per_day=self.settings.reviews_per_day
        )

    def _plan(self, now: datetime, rng: random.Random, topics: Collection[str] = ()) -> Plan:
        """Today's review, or a drill of some topics."""
        today = self.study_date(now)
        cards = self._cards()
        memories, done = self.log.memories(), self.log.counts_on(today)
        first = self._confident_errors(today)
        if topics:
            return drill(cards, topics, memories, today, done, self._limits, rng, first=first)
        return plan(cards, memories, today, done, self._limits, rng, first=first)

    def _cards(self) -> Sequence[Card]:
        """The cards that can be asked here, as far as is known."""
        if self.hello is None:
            return tuple(self.library.cards.values())
        from quizapp.deck.needs import unmet  # a start without torch does without it

        refused = {deck.topic for deck in self.refused_decks}
        return tuple(
            card
            for card in self.library.cards.values()
            if unmet(card, self.hello) is None
            and not (isinstance(card, RunCard) and card.topic in refused)
        )

    @property
    def refused_decks(self) -> Sequence[Deck]:
        """The decks whose code may not run here, as far as is known: they are not trusted."""
        if self.hello is None:
            return ()
        layers = self.hello.sandbox
        return [deck for deck in self.library.decks if deck.runs_code and refusal(deck, layers)]

    def _confident_errors(self, today: date) -> Collection[str]:
        return self.log.confident_errors(since=today - CONFIDENT_ERRORS_MATTER)

    def require(self, topic: str) -> None:
        """Raises UnknownTopic, which names the topics there are."""
        topics = self.library.topics
        if topic not in topics:
            known = f"there are {', '.join(topics)}" if topics else "there are no decks"
            raise UnknownTopic(f"unknown topic '{topic}'{did_you_mean(topic, topics)}; {known}")


def _library(where: Places) -> Library:
    """All decks there are: those that come with the app, the learner's own, those added."""
    judge = TrustedDecks(where.trusted_decks).judge
    shelves = [SHIPPED_DECKS, where.decks, *Shelf(where.added_decks).decks()]
    return load_library(shelves, where.cache, judge)
