"""What workers have, as Dask resources, and what of it a card takes."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version

from packaging.version import Version

from quizapp.checking.check import Skipped, refusals, skip
from quizapp.checking.plan import Plan
from quizapp.deck.model import Card, RunCard
from quizapp.deck.needs import unmet
from quizapp.deck.problem import Problem
from quizapp.errors import UserError
from quizapp.library.trust import refusal
from quizapp.text.language import tr
from runner.protocol.wire import Hello

THIS_QUIZ = f"quiz-{version('torch-quiz')}"
"""A resource of workers that run this version of the app."""

Resources = dict[str, float]


@dataclass(frozen=True)
class Offer:
    """What a worker's runner said of itself, and whether there is a C compiler beside it."""

    hello: Hello
    has_compiler: bool

    @property
    def torch(self) -> str:
        """The version of torch by its first two numbers."""
        torch = Version(self.hello.torch)
        return f"{torch.major}.{torch.minor}"

    @cached_property
    def kind(self) -> str:
        """A name that all workers share who offer just the same."""
        return f"kind-{hashlib.sha256(repr(self).encode()).hexdigest()[:12]}"

    def resources(self, threads: int = 1) -> Resources:
        """What a worker announces: its devices, and the rest as often as it runs batches at once.

        So each batch takes one of everything, and a card on a GPU as many as it has ranks.
        """
        devices = Counter(device.partition(":")[0] for device in self.hello.devices)
        del devices["cpu"]
        names = (THIS_QUIZ, f"torch-{self.torch}", self.kind)
        return dict.fromkeys(names, float(threads)) | devices

    def lacks(self, card: Card) -> str | None:
        """Why a card cannot run there; see `quizapp.deck.needs.unmet`."""
        return unmet(card, self.hello, self.has_compiler)


@dataclass(frozen=True, kw_only=True)
class Placed:
    """What runs where, of all that is to be checked on one version of torch."""

    torch: str
    refused: tuple[Problem, ...]
    skipped: tuple[Skipped, ...]
    runnable: tuple[tuple[Plan, Resources], ...]

    @property
    def runs(self) -> int:
        return sum(len(plan.draws) for plan, _ in self.runnable)


def place(plans: Sequence[Plan], offers: Sequence[Offer]) -> Placed:
    """Find the workers for each card, given what each of them offers, of one version of torch.

    As on one machine, a deck is refused where no sandbox is full enough for it, and a card is
    skipped that nobody can run.
    """
    workers = Counter(offers)
    refused = dict(refusals(plans, [offer.hello.sandbox for offer in workers]))
    skipped: list[Skipped] = []
    runnable: list[tuple[Plan, Resources]] = []
    for plan in plans:
        if plan.deck.path in refused:
            continue
        willing = [offer for offer in workers if not refusal(plan.deck, offer.hello.sandbox)]
        able = [offer for offer in willing if not offer.lacks(plan.card)]
        if able:
            runnable.append((plan, _wanted(plan.card, able, workers)))
        else:
            reason = str(willing[0].lacks(plan.card))
            skipped.append(skip(plan, reason, willing[0].hello))
    return Placed(
        torch=", ".join(sorted({offer.hello.torch for offer in workers})),
        refused=tuple(refused.values()),
        skipped=tuple(skipped),
        runnable=tuple(runnable),
    )


def _wanted(card: Card, able: Sequence[Offer], workers: Mapping[Offer, int]) -> Resources:
    """Resources that only those have who can run the card, given how many make each offer."""
    wanted: Resources = {THIS_QUIZ: 1, f"torch-{able[0].torch}": 1}
    if isinstance(card, RunCard) and card.device is not None:
        wanted[card.device] = card.ranks
    if any(is_enough(offer.resources(), wanted) and offer not in able for offer in workers):
        wanted[max(able, key=lambda offer: workers[offer]).kind] = 1
    return wanted


def is_enough(resources: Resources, wanted: Resources) -> bool:
    """Whether somebody with these resources may take what is wanted."""
    return all(resources.get(name, 0) >= much for name, much in wanted.items())


def choose(
    offers: Iterable[Offer], versions: Sequence[str] | None, address: str
) -> list[Sequence[Offer]]:
    """The offers by the versions of torch that are wanted.

    Where none is named, that is the only one there is. Raises UserError.
    """
    by_version: dict[str, list[Offer]] = defaultdict(list)
    for offer in offers:
        by_version[offer.torch].append(offer)
    there = sorted(by_version, key=Version)
    told = tr(
        "the workers at {address} have torch {versions}", address=address, versions=", ".join(there)
    )
    if versions is None and len(there) > 1:
        raise UserError(
            tr("{told}; choose, as in --versions {versions}", told=told, versions=",".join(there))
        )
    if missing := [version for version in versions or () if version not in by_version]:
        raise UserError(
            tr("no worker has torch {missing}: {told}", missing=", ".join(missing), told=told)
        )
    return [by_version[version] for version in versions or there]
