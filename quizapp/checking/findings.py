"""Something that is wrong with a card, and the part of the card that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from quizapp.checking.lengthy import shortened
from quizapp.checking.missing_imports import at_hand, missing_import
from quizapp.deck.format.form import MAX_TIMEOUT
from quizapp.deck.model import RunCard
from quizapp.running.faults import words_of
from quizapp.text.language import mark, tr
from runner.protocol.wire import Fault, Outcome, Raised

UNSTEADY = mark("the truth changes from run to run")
BY_CIRCUMSTANCE = mark("the truth depends on the seed, the clock, the machine or memory addresses")
BY_HASHES = mark("the truth depends on hashes, as the order of a set does, or on memory addresses")

EQUALS_THE_TRUTH = mark("the mistake equals the truth")
IS_GRADED_RIGHT = mark("the mistake, where a learner types it, is graded right")

LONGEST = 600
"""Characters of a detail that are told."""


@dataclass(frozen=True)
class Site:
    """The part of a card that a finding is about.

    `number` is the 0-based number of the ask, of the expectation for it (those for another draw
    count on), of the mistake, option or wrong text; for `code`, `setup` and `proof` it is the
    line in the deck's file.
    """

    field: str
    """Of the card's YAML; `card` for all of it, `setup` for the deck's."""
    number: int = 0
    part: str = ""
    """Of a mistake or an option: its `say` or `text`."""
    written: str = ""
    """What is written at the place meant, within a text."""
    from_line: int = 1
    """Of the text, from which on that is sought."""
    zh: bool = False
    """Of the Chinese, which may stand in a file beside the deck."""

    @property
    def is_a_line(self) -> bool:
        """Whether `number` is a line of the deck's file."""
        return self.field in ("code", "setup", "proof") and self.number > 0


@dataclass(frozen=True)
class Finding:
    """Something wrong. `what` is the same for every draw, `detail` may differ."""

    site: Site
    what: str
    detail: str = ""

    def __str__(self) -> str:
        if not self.detail:
            return self.what
        told = tr("{what}: {detail}", what=self.what, detail=shortened(self.detail, LONGEST))
        if line := missing_import(self.detail):
            told = tr(
                "{told}; `setup: {line}` at the head of the deck gives it", told=told, line=line
            )
        elif call := at_hand(self.detail):
            told = tr("{told}; `{call}` tells that", told=told, call=call)
        elif self.detail.startswith("ModuleNotFoundError: "):
            told = tr(
                "{told}; code can import what is installed, and no file beside its deck", told=told
            )
        return told


def is_too_slow(end: Outcome | Fault) -> TypeGuard[Fault]:
    """Whether it was stopped since it ran out of time."""
    return isinstance(end, Fault) and end.kind == "timeout"


def fault_finding(fault: Fault) -> Finding:
    """A card that never got to its end."""
    return Finding(Site("card"), fault_in_words(fault))


def fault_in_words(fault: Fault) -> str:
    """Why code never got to its end, and what gives it more time where that is it."""
    told = words_of(fault).rstrip(".。")
    if fault.kind == "timeout":
        told = tr("{told}; `timeout` gives it up to {most} seconds", told=told, most=MAX_TIMEOUT)
    return told


def given_away(site: Site, answer: str, where: str = "") -> Finding:
    """That the answer stands in the prompt or the hint, as the site has it, or elsewhere."""
    where = where or (tr("the prompt") if site.field == "prompt" else tr("the hint"))
    return Finding(site, tr("{where} gives the answer away", where=where), answer)


def more_time() -> str:
    """What gives code more time."""
    return tr("`timeout` gives it up to {most} seconds", most=MAX_TIMEOUT)


def raising_line(card: RunCard, path: str, raised: Raised) -> Site:
    """Where in the deck's file code raised."""
    line = raised.line if raised.path == path else None  # elsewhere: in the draw
    return Site("code", line or card.code.line)
