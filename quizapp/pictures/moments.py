"""The tensors of a snippet as they were after each of its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runner.protocol.anatomy import Elements, Sighting, Step, Trace


@dataclass(frozen=True)
class Moment:
    """What there was after a step; `step` itself tells what it made or changed."""

    step: Step
    tensors: Mapping[str, Sighting]

    @property
    def touched(self) -> frozenset[str]:
        """The names that the step made or changed."""
        return frozenset(seen.name for seen in self.step.tensors)

    def named(self, wanted: Sequence[str]) -> list[Sighting]:
        """The tensors, the wanted ones first, then those that the step is about."""
        rank = {name: number for number, name in enumerate(wanted)}
        touched = self.touched
        return sorted(
            self.tensors.values(),
            key=lambda seen: (rank.get(seen.name, len(rank)), seen.name not in touched),
        )


def moments_of(trace: Trace) -> tuple[Moment, ...]:
    """One a step."""
    now: dict[str, Sighting] = {}
    moments = []
    for step in trace.steps:
        now = now | {seen.name: seen for seen in step.tensors}
        moments.append(Moment(step, now))
    return tuple(moments)


def by_index(elements: Elements) -> dict[tuple[int, ...], Any]:
    """Each element that is told of, by its index in the tensor."""
    places: list[tuple[int, ...]] = [()]
    for kept in elements.kept:
        places = [(*place, index) for place in places for index in kept]
    return dict(zip(places, elements.data, strict=True))
