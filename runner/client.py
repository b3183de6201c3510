"""The asyncio side: submit a Snippet, await an Outcome."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Protocol, Self

from runner.launch import Launched
from runner.protocol import faults
from runner.protocol.credible import is_credible, is_sound
from runner.protocol.framing import Frames, WireError, frame
from runner.protocol.wire import (
    Fault,
    Hello,
    Outcome,
    Snippet,
    decode_fault,
    decode_hello,
    decode_outcome,
)

START_LIMIT = 120.0  # seconds to the Hello: torch may come from a cold disk
SILENCE_LIMIT = 30.0  # seconds beyond the longest time limit among the snippets asked for
ANSWER_LIMIT = 600.0  # seconds beyond twice that until an answer, whatever else is said: for code
# in doubt all that it may need is imported, from a cold disk perhaps, and it is run once more
CLOSE_LIMIT = 5.0
MOST_SENT = 1024  # snippets that a runner has at a time: series enough for one of many cores
CHUNK = 1 << 16
LONGEST_QUOTE = 80  # bytes


@dataclass(eq=False)
class _Job:
    """A snippet whose end somebody awaits.

    It is a suspect when a zygote that had only this died, or for the second time one that had it
    among others: it is run again, alone.
    """

    request: bytes
    snippet: Snippet
    end: asyncio.Future[Outcome | Fault]
    interrupted: bool = False
    suspect: bool = False

    def conclude(self, end: Outcome | Fault) -> None:
        if not self.end.done():
            self.end.set_result(end)


class Runs(Protocol):
    """Whatever runs snippets; see `Runner.run`."""

    async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome | Fault: ...


class Runner:
    """Runs snippets in a zygote, which is started again when it dies.

    `command` is what speaks the protocol on its stdin and stdout, on this machine or
    another; `jobs` is how many snippets run at once, by default as many as keep all cores
    busy; `without` names layers of the sandbox to leave out, see `runner.protocol.layers.LAYERS`;
    by `hash_seed` Python hashes texts, and so puts sets of them in order.
    `hello` is None until the runner is ready. `refusal` is why nothing runs: where the
    last attempt to start failed, whoever asks next has it tried again, once.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        jobs: int | None = None,
        *,
        without: Collection[str] = (),
        hash_seed: int = 0,
    ) -> None:
        self.hello: Hello | None = None
        self.refusal: Fault | None = faults.not_running()
        self._command = command
        self._arguments = ["--jobs", str(jobs)] if jobs else []
        self._arguments += [f"--without={layer}" for layer in without]
        self._arguments += [f"--hash-seed={hash_seed}"] if hash_seed else []
        self._rehashed: Runner | None = None
        self._make_rehashed = partial(
            Runner, command, jobs, without=without, hash_seed=hash_seed + 1
        )
        self._waiting: dict[int, _Job] = {}  # suspects first
        self._sent: dict[int, _Job] = {}
        self._longest = 0.0
        """Seconds: the longest time limit among those sent since nothing was awaited."""
        self._answered = 0.0
        """When the last answer came, or what was sent first since nothing was awaited."""
        self._numbers = itertools.count()
        self._is_open = False
        self._keeper: asyncio.Task[None] | None = None
        self._zygote: Launched | None = None
        self._watchdog: asyncio.Timeout | None = None
        self._greeted = asyncio.Event()
        self._wanted = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        frames: TracebackType | None,
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Start the zygote; snippets may be run at once, and wait until it is ready."""
        self._is_open = True
        self.refusal = None
        self._keeper = asyncio.create_task(self._keep_a_zygote())

    async def ready(self) -> Hello | None:
        """Wait for the runner's first words, also after a restart; None if it cannot start."""
        self._call_for_a_zygote()
        await self._greeted.wait()
        return self.hello

    async def run(self, snippet: Snippet, *, rehashed: bool = False) -> Outcome | Fault:
        """What came of the snippet; cancelling the wait cancels the snippet, too.

        Where it is to be `rehashed`, a further runner with another `hash_seed` runs it, which is
        started for the first of such and ends with this one.

        Raises WireError for a snippet that cannot be sent: too large, or without a finite
        time limit.
        """
        if not self._is_open:
            return faults.not_running()
        if rehashed:
            if self._rehashed is None:
                self._rehashed = self._make_rehashed()
                await self._rehashed.start()
            return await self._rehashed.run(snippet)
        number = next(self._numbers)
        request = frame({"id": number, "snippet": snippet})
        job = _Job(request, snippet, asyncio.get_running_loop().create_future())
        self._waiting[number] = job
        self._call_for_a_zygote()
        self._send_what_is_due()
        try:
            return await job.end
        except asyncio.CancelledError:
            self._waiting.pop(number, None)
            if self._sent.pop(number, None):
                self._send(frame({"id": number, "cancel": True}))
                self._send_what_is_due()
            raise

    async def close(self) -> None:
        """End the zygote and all that it runs; what is still awaited ends in a Fault."""
        if self._rehashed is not None:
            await self._rehashed.close()
            self._rehashed = None
        if self._keeper is not None:
            self._is_open = False
            self._hang_up()
            self._refuse(faults.not_running())
            await self._keeper
            self._keeper = None

    # The zygote's lives

    async def _keep_a_zygote(self) -> None:
        try:
            while self._is_open:
                alive, why = await self._one_life()
                if not alive and self._is_open:
                    self._refuse(faults.cannot_start(why))
                self._bring_in_suspects(why)
                if not self._waiting and self._is_open:
                    self._wanted.clear()
                    await self._wanted.wait()
        finally:
            self._is_open = False
            self._refuse(faults.not_running())

    def _call_for_a_zygote(self) -> None:
        """Have one started if there is none, and `ready` wait for it."""
        if self._is_open:
            self._wanted.set()
            if self.refusal is not None:
                self._greeted.clear()

    async def _one_life(self) -> tuple[bool, str]:
        """From a zygote's start to its end: whether it came to life, and why it ended."""
        try:
            self._zygote = await Launched.start(self._command, self._arguments)
        except OSError as error:
            return False, ": ".join(filter(None, [error.filename, error.strerror]))
        self._greeted.clear()
        alive, failure = False, ""
        try:
            if self._is_open:
                alive, failure = await self._converse(self._zygote.replies)
        finally:
            ended, self._zygote, self._watchdog = self._zygote, None, None
            last_words = await ended.end()
        why = "; ".join(filter(None, [failure, last_words])) or "it ended without a word"
        return alive, why

    async def _converse(self, replies: asyncio.StreamReader) -> tuple[bool, str]:
        """Hear the zygote out: whether it ever says Hello, and what it does that ends this."""
        frames, said, alive, failure = Frames(), b"", False, ""
        # A zygote that is silent for too long, or talks nonsense, is as good as dead.
        try:
            async with asyncio.timeout(START_LIMIT) as self._watchdog:
                self._send_what_is_due()
                while chunk := await replies.read(CHUNK):
                    said = (said + chunk)[:LONGEST_QUOTE]
                    for message in frames.feed(chunk):
                        self._hear(message, is_first=not alive)
                        alive = True
        except TimeoutError:
            silent = "it gave no answer in time"
            failure = silent if alive else f"it did not answer within {START_LIMIT:g} seconds"
        except WireError:
            failure = "it said what is no answer" if alive else _not_the_protocol(said)
        return alive, failure

    def _hear(self, message: Any, *, is_first: bool) -> None:
        match message:
            case {"hello": hello} if is_first:
                if not is_sound(said := decode_hello(hello)):
                    raise WireError("it says of itself what cannot be")
                self.hello, self.refusal = said, None
                self._greeted.set()
            case _ if is_first:
                raise WireError("it does not say Hello")
            case {"alive": True}:
                pass
            case {"id": int(number), "outcome": outcome}:
                self._conclude(number, decode_outcome(outcome))
            case {"id": int(number), "fault": fault}:
                self._conclude(number, decode_fault(fault))
            case _:
                raise WireError("neither Outcome nor Fault")
        self._wind_up_the_watchdog()

    def _conclude(self, number: int, end: Outcome | Fault) -> None:
        if job := self._sent.pop(number, None):
            self._answered = asyncio.get_running_loop().time()
            if isinstance(end, Outcome) and not is_credible(end, job.snippet.looks):
                end = faults.internal("what it reported is not what was asked for")
            job.conclude(end)
            if self._waiting:
                self._send_what_is_due()

    def _bring_in_suspects(self, why: str) -> None:
        """After a zygote's death: whoever ran alone is guilty, all others run again.

        First all together, as it may have been none of them. Where a command starts the runner, it
        may be the way there that breaks: nobody is called guilty then.
        """
        guilt = faults.runner_killed() if self._command is None else faults.lost(why)
        innocent = {number: job for number, job in self._sent.items() if not job.suspect}
        for number in self._sent.keys() - innocent.keys():
            self._sent[number].conclude(guilt)
        for job in innocent.values():
            job.suspect = job.interrupted or len(innocent) == 1
            job.interrupted = True
        self._waiting, self._sent = innocent | self._waiting, {}

    # What goes out

    def _send_what_is_due(self) -> None:
        if self._watchdog is None:  # no zygote listens
            return
        while self._waiting and len(self._sent) < MOST_SENT:
            number, job = next(iter(self._waiting.items()))
            before = next(iter(self._sent.values()), None)
            if before is not None and (before.suspect or job.suspect):
                break
            del self._waiting[number]
            if not self._sent:
                self._answered = asyncio.get_running_loop().time()
            self._sent[number] = job
            self._longest = max(self._longest, job.snippet.timeout)
            self._send(job.request)
        self._wind_up_the_watchdog()

    def _send(self, request: bytes) -> None:
        if self._zygote is not None:
            self._zygote.requests.write(request)

    def _wind_up_the_watchdog(self) -> None:
        if self._watchdog is None or not self._greeted.is_set():
            return
        if not self._sent:
            self._longest = 0.0
        silent = asyncio.get_running_loop().time() + self._longest + SILENCE_LIMIT
        last = self._answered + 2 * self._longest + ANSWER_LIMIT
        self._watchdog.reschedule(min(silent, last) if self._sent else None)

    # Ends

    def _refuse(self, fault: Fault) -> None:
        """Answer everything that waits with this."""
        self.hello, self.refusal = None, fault
        for job in (*self._sent.values(), *self._waiting.values()):
            job.conclude(fault)
        self._sent.clear()
        self._waiting.clear()
        self._greeted.set()
        self._wanted.set()  # the keeper looks up, to see whether it may leave

    def _hang_up(self) -> None:
        """A zygote that serves ends when its stdin does; one that still starts is killed."""
        if self._zygote is None or self._watchdog is None:
            return
        if self._greeted.is_set():
            self._zygote.requests.close()
        else:
            self._zygote.kill()
        self._watchdog.reschedule(asyncio.get_running_loop().time() + CLOSE_LIMIT)


def _not_the_protocol(said: bytes) -> str:
    """What is wrong with a runner that began like this."""
    if said.startswith(b"\0"):  # the length of a frame, which no text begins with
        return "it is of another version than this quiz"
    begun = said.lstrip()
    if not begun or begun.startswith(b"\0"):
        return "it printed an empty line where a runner's first words were expected"
    line = begun.decode(errors="replace").partition("\n")[0].strip()
    return f"it said '{line}' where a runner's first words were expected"
