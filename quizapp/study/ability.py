"""What a learner may know already, judged by a few answers. Pure.

Every topic is known up to some level. How far is weighed for each topic by itself, given the
learner's reach, one number for how far along the path and how deep into each topic one has come:
the further a topic stands on the path, and the higher the level, the more reach it takes, by a
logistic curve as in item response theory. An answer speaks of the levels of its own topic first,
and through the reach of all others. All sums are exact, over a grid of reaches.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from itertools import pairwise
from operator import mul
from typing import Literal

Answer = Literal["right", "wrong", "unknown"]
Cell = tuple[str, int]
"""A topic and a level of it."""

PATH, LEVEL = 4.0, 1.5
"""The reach that it takes from the first topic on the path to the last, and from level to level."""

SLOPE = 2.0
"""How sharply one who has the reach is told from one who has not."""

BEYOND, STEP = 2.0, 0.25
"""How far the grid of reaches goes on at both ends, and how fine it is."""

NEW = 0.3
"""How much rarer those are who have come a step further, before any answer."""

SLIP = 0.12
"""The probability that one who knows a level does not know a card of it, or mistypes."""

ADMITS = {True: 0.03, False: 0.3}
"""The probability of `I don't know`, of those who know the level and of those who do not. Many
who do not know try all the same."""


class Ability:
    """What is thought of a learner."""

    def __init__(
        self, levels: Mapping[str, Sequence[int]], after: Mapping[str, Sequence[str]]
    ) -> None:
        """`levels` are those that each topic has, lowest first; `after` is as in a library."""
        depths = _depths(levels, after)
        deepest = max(depths.values(), default=0) or 1
        self._levels = levels
        points = round((PATH + 2 * LEVEL + 2 * BEYOND) / STEP) + 1
        reaches = [point * STEP - BEYOND for point in range(points)]
        self._up_to = {
            topic: [
                _up_to([PATH * depths[topic] / deepest + LEVEL * (one - 1) for one in of], reach)
                for reach in reaches
            ]
            for topic, of in levels.items()
        }
        """For each topic, by reach, the probability that so many of its levels are known."""
        self._evidence = {topic: [1.0] * (len(of) + 1) for topic, of in levels.items()}
        """How likely the answers were, for each number of known levels."""
        self._reach = [math.exp(-NEW * reach) for reach in reaches]

    def after(self, cell: Cell, answer: Answer, guess: float) -> Ability:
        """What is thought after an answer to a card of that level.

        `guess` is how often one who does not know gets it right.
        """
        topic, level = cell
        at, evidence = self._levels[topic].index(level), self._evidence[topic]
        seen = [one * _likelihood(answer, n > at, guess) for n, one in enumerate(evidence)]
        weights = [
            weight * sum(map(mul, shares, seen)) / sum(map(mul, shares, evidence))
            for weight, shares in zip(self._reach, self._up_to[topic], strict=True)
        ]
        later = copy(self)
        later._evidence = {**self._evidence, topic: seen}
        later._reach = weights
        return later

    def known(self, cell: Cell) -> float:
        """The probability that the learner knows a level of a topic."""
        topic, level = cell
        at, evidence = self._levels[topic].index(level), self._evidence[topic]
        found = 0.0
        for weight, shares in zip(self._reach, self._up_to[topic], strict=True):
            weighed = list(map(mul, shares, evidence))
            found += weight * sum(weighed[at + 1 :]) / sum(weighed)
        return found / sum(self._reach)

    def telling(self, cell: Cell, guess: float) -> float:
        """How much an answer would tell, in bits."""
        known = self.known(cell)
        told = 0.0
        for answer in ("right", "wrong", "unknown"):
            if_known, if_not = (_likelihood(answer, is_known, guess) for is_known in (True, False))
            of_all = known * if_known + (1 - known) * if_not
            told += known * if_known * math.log2(if_known / of_all)
            told += (1 - known) * if_not * math.log2(if_not / of_all)
        return told


def _depths(levels: Mapping[str, object], after: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """How many topics stand before each, one after the other; they come in order."""
    depths: dict[str, int] = {}
    for topic in levels:
        before = after.get(topic, ())
        depths[topic] = max((depths[other] + 1 for other in before if other in depths), default=0)
    return depths


def _up_to(difficulties: Sequence[float], reach: float) -> list[float]:
    """The probabilities that none, one, … of the levels are known."""
    knows = [1.0, *(1 / (1 + math.exp(SLOPE * (one - reach))) for one in difficulties), 0.0]
    return [this - more for this, more in pairwise(knows)]


def _likelihood(answer: Answer, known: bool, guess: float) -> float:
    if answer == "unknown":
        return ADMITS[known]
    right = 1 - SLIP if known else guess
    return (1 - ADMITS[known]) * (right if answer == "right" else 1 - right)
