"""What `dask worker ADDRESS --preload quizapp.cluster.worker` adds to a worker: a warm runner.

The runner starts before the worker joins the scheduler, so that a worker has announced what its
runner has from the first moment on, also when its nanny starts it again.
"""

from __future__ import annotations

from distributed import Worker, get_worker

from quizapp.checking.check import examine_all
from quizapp.checking.examined import Examined
from quizapp.cluster.batch import Batch
from quizapp.cluster.offer import Offer
from quizapp.deck.needs import has_compiler
from quizapp.text.language import Language, speak
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome, Snippet

PRELOAD = __name__

_runners: dict[str, tuple[Runner, Offer]] = {}
"""By the id of their worker: there may be several in a process."""


async def dask_setup(worker: Worker) -> None:
    """Start a runner that runs as much at once as the worker has threads, and announce it."""
    threads = worker.state.nthreads
    runner = Runner(jobs=threads + 1)  # one waits for another now and then
    await runner.start()
    hello = await runner.ready()
    if hello is None:
        await runner.close()
        assert runner.refusal is not None
        raise RuntimeError(runner.refusal.message)  # Dask logs it; nothing is announced
    offer = Offer(hello, has_compiler())
    _runners[worker.id] = runner, offer
    # What Worker.set_resources does, which needs a worker that has joined.
    announced = offer.resources(threads)
    worker.state.total_resources.update(announced)
    worker.state.available_resources.update(announced)


async def dask_teardown(worker: Worker) -> None:
    """End the runner and all that it runs."""
    if held := _runners.pop(worker.id, None):
        runner, _ = held
        await runner.close()


def offered(dask_worker: Worker) -> Offer:
    """What a worker has announced."""
    _, offer = _runners[dask_worker.id]
    return offer


async def check_batch(batch: Batch, language: Language) -> list[list[Examined]]:
    """What is found in a batch, by card and draw, in the language of whoever asks.

    It is a coroutine, so that a worker which closes cancels it and has it run elsewhere.
    """
    speak(language)
    runner, _ = _runners[get_worker().id]
    return await examine_all(batch.plans(), runner)


async def run_snippet(snippet: Snippet, *, rehashed: bool) -> Outcome | Fault:
    """What comes of a snippet; see `runner.client.Runner.run`."""
    runner, _ = _runners[get_worker().id]
    return await runner.run(snippet, rehashed=rehashed)
