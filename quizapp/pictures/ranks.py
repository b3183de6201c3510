"""The ranks of a group beside each other: what a line changed on each, before and after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from quizapp.inside.spans import Line, Span
from quizapp.pictures.blocks import Block, beside
from quizapp.pictures.grid import MOST_ELEMENTS, tensor_block, within
from quizapp.pictures.moments import Moment, moments_of
from quizapp.text.language import tr
from runner.protocol.anatomy import Sighting, Trace

MOST_TENSORS = 4
"""Of a rank, that a line changed."""

COLLECTIVE = re.compile(
    r"\b(all_reduce|all_gather\w*|all_to_all\w*|broadcast|gather|reduce|reduce_scatter\w*|scatter"
    r"|send|recv|isend|irecv|backward)\("
)
"""A call after which a rank has what came from others; DDP reduces in backward."""


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


class Ranks:
    """What each rank of a group told of itself."""

    def __init__(self, traces: Sequence[Trace]) -> None:
        self._moments = [moments_of(trace) for trace in traces]
        self._deeds = [
            {deed: at for at, deed in enumerate(deeds_of(moments))} for moments in self._moments
        ]

    def lines(self, deed: Deed, *, width: int, wanted: Sequence[str] = ()) -> list[Line]:
        """Each rank before the line and after it."""
        each = max((width - 3 * (len(self._moments) - 1)) // max(len(self._moments), 1), 24)
        blocks = [
            self._rank(rank, deed, min(each, width), wanted) for rank in range(len(self._moments))
        ]
        return beside(blocks, width)

    def _rank(self, rank: int, deed: Deed, width: int, wanted: Sequence[str]) -> Block:
        head: Line = (Span(tr("rank {rank}", rank=rank), "source"),)
        at = self._deeds[rank].get(deed)
        if at is None:
            return [head, (Span(tr("does not come to this line"), "aside"),)]
        moments = self._moments[rank]
        after = moments[at]
        before = moments[at - 1].tensors if at else {}
        names = [seen.name for seen in after.named(wanted) if seen.name in after.touched]
        if not names:
            nothing = tr("nothing changed")
            names = [name for name in wanted if name in after.tensors]
            head = (*head, Span(f"  {nothing}", "aside"))
        lines: list[Line] = [head]
        most = MOST_ELEMENTS // len(self._moments)
        for new in within([after.tensors[name] for name in names[:MOST_TENSORS]], most):
            old = before.get(new.name)
            if old is not None and new.name in after.touched:
                lines += _titled(tr("before"), old, width)
                lines += _titled(tr("after"), new, width)
            else:
                lines += tensor_block(new, width)
        return lines


def _titled(title: str, seen: Sighting, width: int) -> Block:
    return [(Span(title, "aside"),), *tensor_block(seen, width)]
