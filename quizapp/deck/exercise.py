"""Card + draw → Exercise: the concrete code shown this time, and what to run."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from quizapp.deck.model import Card, Code, Deck, Draw, Mistake, PredictCard
from runner.wire import Look, Snippet, Source


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A card with its varying parameters drawn."""

    card: Card
    draw: Draw
    path: str
    setup: Code | None

    @property
    def key(self) -> str:
        """Equal for exercises that run the same code and ask the same."""
        return f"{self.card.id} {self.card.content_hash} {sorted(self.draw.items())}"

    @property
    def runs_code(self) -> bool:
        return isinstance(self.card, PredictCard)

    @property
    def draw_lines(self) -> str:
        """The draw as the lines of code shown before the card's own."""
        return "".join(f"{name} = {value}\n" for name, value in self.draw.items())

    @property
    def shown_code(self) -> str:
        """What the learner reads; empty for a recall card."""
        if not isinstance(self.card, PredictCard):
            return ""
        return self.draw_lines + self.card.code.text

    def shown_line(self, deck_line: int) -> int | None:
        """The 1-based line of the shown code that is a line of the deck's file.

        None where that line is not part of the card's code, but of the setup for instance.
        """
        if not isinstance(self.card, PredictCard):
            return None
        code = self.card.code
        index = deck_line - code.line
        if not 0 <= index < len(code.text.splitlines()):
            return None
        return len(self.draw) + index + 1

    def snippet(self) -> Snippet:
        """What the runner is to run: a look for each ask, then one for each mistake.

        Raises TypeError for a card that runs no code.
        """
        if not isinstance(self.card, PredictCard):
            raise TypeError(f"{self.card.id} is not a card that runs code")
        sources = []
        if self.setup is not None:
            sources.append(Source(self.setup.text, self.path, self.setup.line))
        if self.draw:
            sources.append(Source(self.draw_lines, "<draw>"))
        sources.append(Source(self.card.code.text, self.path, self.card.code.line))
        looks = [Look(ask.kind, ask.expression) for ask in self.card.asks]
        looks += [mistake_look(mistake) for mistake in self.card.mistakes]
        return Snippet(tuple(sources), tuple(looks), timeout=self.card.timeout)


def mistake_look(mistake: Mistake) -> Look:
    """What to observe of a mistake: kinds answered in words are compared as words."""
    kind = "text" if mistake.kind in ("raises", "grad_fn", "output") else mistake.kind
    return Look(kind, mistake.expression)


def draws(card: Card) -> Iterator[Draw]:
    """Every draw of a card, in the order written; one empty draw where nothing varies."""
    vary = card.vary if isinstance(card, PredictCard) else {}
    for values in itertools.product(*vary.values()):
        yield dict(zip(vary, values, strict=True))


def pick_draw(card: Card, rng: random.Random, *, other_than: Draw | None = None) -> Draw:
    """A draw at random; not the one given where the card has another."""
    every = list(draws(card))
    fresh = [draw for draw in every if draw != other_than]
    return rng.choice(fresh or every)


def exercise(deck: Deck, card: Card, draw: Draw) -> Exercise:
    """The exercise that a card of a deck becomes with a draw."""
    return Exercise(card=card, draw=draw, path=deck.path, setup=deck.setup)
