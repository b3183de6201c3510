"""The exercises of a sitting's queue: each is drawn once, and kept."""

from __future__ import annotations

import random

from quizapp.deck.exercise import Exercise, draws, exercise, pick_draw, shuffled
from quizapp.library.library import Library
from quizapp.memory.log import ReviewLog
from quizapp.study.turn import Slot


class Drawing:
    """Draws an exercise for a place in the queue, not as when its card was last answered."""

    def __init__(self, library: Library, log: ReviewLog, rng: random.Random) -> None:
        self._library = library
        self._log = log
        self._rng = rng
        self._drawn: dict[Slot, Exercise] = {}

    def exercise(self, slot: Slot) -> Exercise:
        if slot not in self._drawn:
            card = self._library.cards[slot.card_id]
            answered = [review.draw for review in self._log.reviews(card.id)]
            draw = pick_draw(card, self._rng, other_than=answered[-1] if answered else None)
            drawn = exercise(self._library.deck_of(card.id), card, draw)
            self._drawn[slot] = shuffled(drawn, self._rng)
        return self._drawn[slot]

    def reload(self, library: Library) -> None:
        """Have each card as it is now, with its draw where it still has that."""
        self._library = library
        self._drawn = {
            slot: self._as_it_is_now(slot, shown)
            for slot, shown in self._drawn.items()
            if slot.card_id in library.cards
        }

    def _as_it_is_now(self, slot: Slot, shown: Exercise) -> Exercise:
        card = self._library.cards[slot.card_id]
        draw = shown.draw if shown.draw in draws(card) else pick_draw(card, self._rng)
        return shuffled(exercise(self._library.deck_of(card.id), card, draw), self._rng)
