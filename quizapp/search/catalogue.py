"""What is searched: the cards of a library, and all that the log knows of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import date
from functools import cached_property

from quizapp.deck.model import Card
from quizapp.library.library import Library
from quizapp.memory.acts.act import FRESH, Standing
from quizapp.memory.log import ReviewLog
from quizapp.memory.path import awaited
from quizapp.memory.schedule import Memory, forgetting
from quizapp.search.words import Words


class Catalogue:
    """The cards as they stand on a study date; what is read of the log is read once."""

    def __init__(
        self,
        library: Library,
        log: ReviewLog,
        today: date,
        due: Callable[[], Collection[str]],
        once_more: Callable[[], Collection[str]],
        course: Callable[[], Collection[str]],
        drilled: Callable[[], Collection[str]],
    ) -> None:
        self.library = library
        self.log = log
        self.today = today
        self._due = due
        self._once_more = once_more
        self._course = course
        self._drilled = drilled
        self._words = dict[str, Words]()

    @cached_property
    def due(self) -> Collection[str]:
        """The cards that home counts as due."""
        return self._due()

    @cached_property
    def once_more(self) -> Collection[str]:
        """The cards missed today and not right since: asked again today, whenever they are due."""
        return self._once_more()

    @cached_property
    def course(self) -> Collection[str]:
        """The cards that can be asked here, as far as is known, and that the learner wants."""
        return self._course()

    @cached_property
    def asked(self) -> Collection[str]:
        """Those of the course that are not put off until another day."""
        standings, today = self.standings, self.today
        return {card for card in self.course if standings.get(card, FRESH).is_asked(today)}

    @cached_property
    def drilled(self) -> Collection[str]:
        """The cards that a drill of all would ask, as any that finds them; see `Sitting.named`."""
        return self._drilled()

    @cached_property
    def memories(self) -> Mapping[str, Memory]:
        return self.log.memories()

    @cached_property
    def standings(self) -> Mapping[str, Standing]:
        return self.log.standings()

    @cached_property
    def added(self) -> Mapping[str, date]:
        """The study date on which each card was first there."""
        return self.log.arrivals(self.library.renames)

    def standing(self, card: Card) -> Standing:
        return self.standings.get(card.id, FRESH)

    def recall(self, card: str) -> float | None:
        """The chance that it would be recalled today; None where it is new or was just missed."""
        memory = self.memories.get(card)
        return self._recalled(memory) if memory and card not in self.once_more else None

    @cached_property
    def _recalled(self) -> Callable[[Memory], float]:
        return forgetting(self.today, self.log.scheduling)

    def awaited(self, card: Card) -> tuple[str, ...]:
        """The cards that are to be learnt before one that is new."""
        if card.id in self.memories or not card.after:
            return ()
        return tuple(awaited(card, self.course, self.memories))

    def words(self, card: Card) -> Words:
        if card.id not in self._words:
            self._words[card.id] = Words(card, self.library.deck_of(card.id))
        return self._words[card.id]
