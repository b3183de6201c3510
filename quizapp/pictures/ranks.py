"""The ranks of a group beside each other: what a line changed on each, and how each ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from quizapp.inside.spans import Line, Span
from quizapp.pictures.blocks import Block, beside
from quizapp.pictures.grid import MOST_ELEMENTS, tensor_block, tensor_words, within
from quizapp.pictures.moments import Moment
from quizapp.text.language import tr
from quizapp.text.words import counted
from runner.protocol.anatomy import Sighting

MOST_TENSORS = 4
"""Of a rank, that a line changed."""

COLLECTIVE = re.compile(
    r"\b(all_reduce|all_gather\w*|all_to_all\w*|broadcast|gather|reduce|reduce_scatter\w*|scatter"
    r"|send|recv|isend|irecv|backward)\("
)
"""A call after which a rank has what came from others; DDP reduces in backward."""


Wanted = Callable[[Moment], Sequence[str]]
"""The names of a moment's tensors that the card asks about."""

Draw = Callable[[Sighting], Block]
"""A tensor in lines."""


@dataclass(frozen=True)
class Deed:
    """A line that a rank was at, by how often it had come to it."""

    path: str
    line: int
    time: int


def deeds_of(moments: Sequence[Moment]) -> list[Deed]:
    """For each moment, which line it is, and how often it has been come to."""
    times: Counter[tuple[str, int]] = Counter()
    deeds = []
    for moment in moments:
        place = (moment.step.path, moment.step.line)
        times[place] += 1
        deeds.append(Deed(*place, times[place]))
    return deeds


def together(ranks: Sequence[Sequence[Deed]]) -> list[Deed]:
    """What any rank was at, each deed once: those of a rank in their order, if that can be."""
    before: dict[Deed | None, Deed | None] = {None: None}
    for deeds in ranks:
        following = None
        for deed in reversed(deeds):
            if deed not in before:
                before[deed] = before[following]
                before[following] = deed
            following = deed
    backwards = []
    at = before[None]
    while at is not None:
        backwards.append(at)
        at = before[at]
    return backwards[::-1]


class Ranks:
    """What each rank of a group told of itself.

    `at` is an index of `deeds` throughout; their number is the end of all ranks.
    """

    def __init__(self, ranks: Sequence[Sequence[Moment]]) -> None:
        self._moments = ranks
        deeds = [deeds_of(moments) for moments in ranks]
        self._own = [{deed: number for number, deed in enumerate(each)} for each in deeds]
        self.deeds = together(deeds)
        self._done = [[0, *accumulate(deed in own for deed in self.deeds)] for own in self._own]
        """For each rank how many of its lines it has done before a deed of the group."""

    def has_changed(self, at: int) -> bool:
        """Whether the line made or changed a tensor on any rank."""
        numbers = [own.get(self.deeds[at]) for own in self._own]
        return any(
            number is not None and moments[number].touched
            for number, moments in zip(numbers, self._moments, strict=True)
        )

    def lines(self, at: int, *, width: int, wanted: Wanted) -> list[Line]:
        """Each rank before the line and after it; or at its end."""
        each = max((width - 3 * (len(self._moments) - 1)) // max(len(self._moments), 1), 24)
        draw = partial(tensor_block, width=min(each, width))
        return beside(self._blocks(at, wanted, draw), width)

    def words(self, at: int, *, wanted: Wanted) -> list[Line]:
        """The same one after the other, row by row."""
        return [line for block in self._blocks(at, wanted, tensor_words) for line in block]

    def _blocks(self, at: int, wanted: Wanted, draw: Draw) -> list[Block]:
        return [self._rank(rank, at, wanted, draw) for rank in range(len(self._moments))]

    def _rank(self, rank: int, at: int, wanted: Wanted, draw: Draw) -> Block:
        head: Line = (Span(tr("rank {rank}", rank=rank), "source"),)
        moments, done = self._moments[rank], self._done[rank][at]
        if at == len(self.deeds):
            seen = moments[-1].named(wanted(moments[-1])) if moments else []
            return [head, *self._values(seen, draw)]
        number = self._own[rank].get(self.deeds[at])
        if number is None:
            stays: Line = (Span(tr("does not come to this line"), "aside"),)
            return [head, stays, *self._values(_asked(moments[:done], wanted), draw)]
        after = moments[number]
        before = moments[number - 1].tensors if number else {}
        changed = [seen for seen in after.named(wanted(after)) if seen.name in after.touched]
        if not changed:
            nothing = Span(f"  {tr('nothing changed')}", "aside")
            return [(*head, nothing), *self._values(_asked([after], wanted), draw)]
        lines: list[Line] = [head]
        for new in self._shown(changed):
            if (old := before.get(new.name)) is not None:
                lines += [(Span(tr("before"), "aside"),), *draw(old)]
                lines += [(Span(tr("after"), "aside"),), *draw(new)]
            else:
                lines += draw(new)
        return lines

    def _shown(self, seen: Sequence[Sighting]) -> Sequence[Sighting]:
        return within(seen[:MOST_TENSORS], MOST_ELEMENTS // len(self._moments))

    def _values(self, seen: Sequence[Sighting], draw: Draw) -> Block:
        shown = self._shown(seen)
        lines = [line for each in shown for line in draw(each)]
        if (more := len(seen) - len(shown)) > 0:
            lines.append((Span(tr("… and {more}", more=counted(more, "more tensor")), "aside"),))
        return lines


def _asked(moments: Sequence[Moment], wanted: Wanted) -> list[Sighting]:
    """The wanted tensors as they were at the last of the moments."""
    if not moments:
        return []
    return [moments[-1].tensors[name] for name in dict.fromkeys(wanted(moments[-1]))]
