"""A check, seen from where it is asked for: batches go out as futures, findings come in."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from distributed import Client, Future, KilledWorker, as_completed

from quizapp.checking.check import OnTorch, conclude
from quizapp.checking.examined import Examined
from quizapp.checking.plan import Plan
from quizapp.cluster.batch import Batch, batches
from quizapp.cluster.offer import THIS_QUIZ, Offer, Placed, Resources, choose, is_enough
from quizapp.cluster.worker import PRELOAD, check_batch, offered, run_snippet
from quizapp.errors import UserError
from quizapp.text.language import spoken, tr
from quizapp.text.words import counted
from runner.client import START_LIMIT, Runs
from runner.protocol.wire import Fault, Outcome, Snippet

REACH_LIMIT = 10.0  # seconds to the scheduler's answer
JOIN_LIMIT = 30.0  # seconds until it has a worker
LOOK = 10.0  # seconds without a result, after which it is looked who is there
FETCH_LIMIT = 10.0  # seconds until a worker hands over what it has found

Found = list[list[Examined]]
"""Of each card of a batch, what was found in each draw."""


@contextmanager
def connected(
    address: str, on_silent: Callable[[str], None] = lambda worker: None
) -> Iterator[Cluster]:
    """The cluster at a scheduler's address. Raises UserError.

    `on_silent` hears of each worker that is no longer heard of while something is waited for.
    """
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is said in a sentence
    try:
        client = Client(address, timeout=REACH_LIMIT, name="quiz")
    except (OSError, ValueError) as error:
        raise UserError(tr("no Dask scheduler answers at {address}", address=address)) from error
    with client:
        yield Cluster(client, address, on_silent)


class Cluster:
    """The workers of a Dask scheduler that run cards."""

    def __init__(
        self, client: Client, address: str, on_silent: Callable[[str], None] = lambda worker: None
    ) -> None:
        self._client = client
        self._address = address
        self._on_silent = on_silent
        self._silent: set[str] = set()
        """Workers that were told of."""

    def offers(self, versions: Sequence[str] | None) -> list[Sequence[Offer]]:
        """What each worker offers, by the versions of torch that are wanted.

        Where none is named, that is the only one there is. Raises UserError.
        """
        return choose(self._all_offers(), versions, self._address)

    def check(
        self,
        placed: Sequence[Placed],
        data: Mapping[str, bytes],
        on_runs: Callable[[int], None],
    ) -> list[OnTorch]:
        """Run what is placed on each version, given the decks' bytes by their path.

        A worker's death costs a batch another start. Raises UserError where there is nobody
        left to run it.
        """
        sent: dict[Future[Any], tuple[int, Batch]] = {}
        waiting: dict[Future[Any], Resources] = {}
        for number, of_version in enumerate(placed):
            for some, wanted in batches(of_version.runnable, data):
                future = self._client.submit(
                    check_batch, some, spoken(), resources=wanted, pure=False
                )
                sent[future], waiting[future] = (number, some), wanted
        by_card: list[dict[str, list[Examined]]] = [{} for _ in placed]
        for future, end in self._as_they_end(waiting):
            found: Found = end
            number, some = sent.pop(future)
            for (card, draws), by_draw in zip(some.cards, found, strict=True):
                by_card[number][card] = by_draw
                on_runs(len(draws))
        return [_concluded(*one) for one in zip(placed, by_card, strict=True)]

    def runners(self, runnable: Iterable[tuple[Plan, Resources]]) -> list[tuple[Runs, list[Plan]]]:
        """What runs snippets for each of these, and for what else wants the same."""
        alike: dict[object, tuple[Runs, list[Plan]]] = {}
        for plan, wanted in runnable:
            found = alike.setdefault(tuple(sorted(wanted.items())), (OnWorkers(self, wanted), []))
            found[1].append(plan)
        return list(alike.values())

    async def run(
        self, snippet: Snippet, wanted: Resources, *, rehashed: bool = False
    ) -> Outcome | Fault:
        """What comes of a snippet where there is what it wants; see `runner.client.Runner.run`.

        Raises UserError where there is nobody left to run it.
        """
        future = self._client.submit(
            run_snippet, snippet, rehashed=rehashed, resources=wanted, pure=False
        )
        try:
            ended = await asyncio.to_thread(list, self._as_they_end({future: wanted}))
        except asyncio.CancelledError:
            future.cancel()  # so that the thread does not wait for it
            raise
        end: Outcome | Fault = ended[0][1]
        return end

    def _all_offers(self) -> Collection[Offer]:
        try:
            self._client.wait_for_workers(1, timeout=JOIN_LIMIT)
        except TimeoutError as error:
            raise UserError(
                tr(
                    "no worker has joined {address} yet: start workers by `{command}`",
                    address=self._address,
                    command=self._how(),
                )
            ) from error
        announced = self._announced()
        ours = [worker for worker, resources in announced.items() if THIS_QUIZ in resources]
        offers: dict[str, Offer] = {}
        if ours:  # none would be all
            offers = self._client.run(offered, workers=ours, on_error="ignore")
        if not offers:
            workers = counted(len(announced), "worker")
            raise UserError(
                tr(
                    "none of the {workers} at {address} runs cards for {quiz}: install that "
                    "version there, and start workers by `{command}`",
                    workers=workers,
                    address=self._address,
                    quiz=THIS_QUIZ,
                    command=self._how(),
                )
            )
        return offers.values()

    def _announced(self) -> dict[str, Resources]:
        """The resources of each worker, by its address."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        return {address: worker["resources"] for address, worker in workers.items()}

    def _tell_of_the_silent(self, before: Mapping[str, float]) -> dict[str, float]:
        """Tell of the workers that were last heard of just when they were at an earlier look.

        Returns when each was, on the scheduler's clock.
        """
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        heard = {address: worker["last_seen"] for address, worker in workers.items()}
        silent = {address for address, when in heard.items() if before.get(address) == when}
        for address in sorted(silent - self._silent):
            self._on_silent(address)
        self._silent = silent
        return heard

    def _how(self) -> str:
        return f"dask worker {self._address} --preload {PRELOAD}"

    def _as_they_end(
        self, waiting: dict[Future[Any], Resources]
    ) -> Iterator[tuple[Future[Any], Any]]:
        """Futures as they end, with their results. Raises UserError where nobody is left for one.

        A worker that died may take as long as a runner's start to be there again. What it had
        found and not handed over is gone with it, and computed anew.
        """
        seconds: dict[Future[Any], float] = {}
        heard: dict[str, float] = {}
        while waiting:
            try:
                for future in as_completed(list(waiting), timeout=LOOK):
                    found = self._found(future)
                    del waiting[future]
                    yield future, found
            except TimeoutError:
                heard = self._tell_of_the_silent(heard)
                seconds = {one: seconds.get(one, 0) + LOOK for one in self._deserted(waiting)}
                for future in [one for one, alone in seconds.items() if alone > START_LIMIT]:
                    what = ", ".join(sorted(waiting[future]))
                    raise UserError(
                        tr(
                            "no worker at {address} is left that has {what}",
                            address=self._address,
                            what=what,
                        )
                    ) from None

    def _deserted(self, waiting: Mapping[Future[Any], Resources]) -> set[Future[Any]]:
        """What no worker can run as things are."""
        announced = self._announced().values()
        return {
            future
            for future, wanted in waiting.items()
            if not any(is_enough(resources, wanted) for resources in announced)
        }

    def _found(self, future: Future[Any]) -> Any:
        """Raises TimeoutError where it is not handed over, UserError where it never will be."""
        try:
            return future.result(timeout=FETCH_LIMIT)
        except CancelledError as error:
            raise UserError(
                tr("the scheduler at {address} is gone", address=self._address)
            ) from error
        except KilledWorker as error:
            raise UserError(
                tr(
                    "worker after worker at {address} died of the same batch of cards; their logs "
                    "may tell why",
                    address=self._address,
                )
            ) from error


class OnWorkers:
    """Runs snippets on workers of a cluster that have what they want; see `runner.client.Runs`."""

    def __init__(self, cluster: Cluster, wanted: Resources) -> None:
        self._cluster = cluster
        self._wanted = wanted

    async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome | Fault:
        return await self._cluster.run(snippet, self._wanted, rehashed=rehashed)


def _concluded(placed: Placed, by_card: Mapping[str, list[Examined]]) -> OnTorch:
    plans = [plan for plan, _ in placed.runnable]
    checked = conclude(plans, [by_card[plan.card.id] for plan in plans], placed.skipped)
    return OnTorch(torch=placed.torch, checked=checked, refused=placed.refused)
