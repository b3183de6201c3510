"""The zygote's end of one child: its pipes, its clock, and how it ended."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from runner import child, faults, limits, namespaces, ranks, scratch, tree
from runner.credible import is_credible
from runner.profile import Profile
from runner.sandbox import Sandbox
from runner.wire import (
    Fact,
    Fault,
    Frames,
    Outcome,
    Snippet,
    WireError,
    decode_fault,
    decode_outcome,
    frame,
    to_json,
)

START_LIMIT = 30.0  # seconds from getting a snippet to starting it, on a machine under load
LARGEST_REPORT = 8 << 20  # leaves room in a frame for what was printed
CHUNK = 1 << 16


class Forked:
    """One child process, which runs one snippet.

    No call waits for the child: its descriptors are non-blocking. `started` tells whether
    the snippet's own code was reached. `end` is None until the end of the snippet is known;
    whatever the child does after that is of no account.
    """

    def __init__(self, sandbox: Sandbox, profile: Profile, *, rehearse: bool) -> None:
        self.end: Outcome | Fault | None = None
        self.deadline = float("inf")
        self.snippet = Snippet(())
        self.profile = profile
        self.is_spare = rehearse
        self.started = False
        self._unsent = b""
        self._reaped = False
        self._frames = Frames(LARGEST_REPORT)
        self._scratch = scratch.make(sandbox.root)
        self._first_in_namespace: int | None = None
        snippets, self.snippets = os.pipe()
        self.replies, replies = os.pipe()
        printed = [(os.pipe(), os.pipe()) for _ in range(profile.ranks)]
        self._streams = [(out[0], err[0]) for out, err in printed]
        self._printed = {stream: bytearray() for pair in self._streams for stream in pair}
        streams = [(out[1], err[1]) for out, err in printed]
        inner = [snippets, replies, *itertools.chain(*streams)]
        zygote = os.getpid()
        child.flush_streams()  # or the child would write what the zygote holds back
        try:
            with ExitStack() as stack:
                if sandbox.pid_namespaces:
                    another = sandbox.pid_namespaces.another()
                    self._first_in_namespace = stack.enter_context(another)
                self.pid = os.fork()
                if self.pid == 0 and profile.ranks > 1:
                    between = ranks.Between(snippets, replies, streams, self._scratch)
                    ranks.live(between, sandbox, zygote=zygote, profile=profile, rehearse=rehearse)
                elif self.pid == 0:
                    ends = child.Ends(snippets, replies, *streams[0], self._scratch)
                    child.live(ends, sandbox, zygote=zygote, profile=profile, rehearse=rehearse)
        except OSError:
            for descriptor in (*inner, self.snippets, *self.readable):
                os.close(descriptor)
            scratch.remove(self._scratch)
            raise
        for descriptor in inner:
            os.close(descriptor)
        for descriptor in (self.snippets, *self.readable):
            os.set_blocking(descriptor, False)

    @property
    def readable(self) -> tuple[int, ...]:
        """The descriptors to read from."""
        return (self.replies, *self._printed)

    def give(self, snippet: Snippet, now: float) -> None:
        """Hand over the snippet to run; `write` until nothing is left to write."""
        os.kill(self.pid, signal.SIGCONT)  # a snippet before may have stopped a spare
        self.snippet = snippet
        self._unsent = frame(to_json(snippet))
        self.deadline = now + START_LIMIT

    def write(self) -> bool:
        """Write what the pipe takes; whether there is more."""
        try:
            self._unsent = self._unsent[os.write(self.snippets, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # the child is dead, which is noticed elsewhere
            self._unsent = b""
        return bool(self._unsent)

    def read(self, descriptor: int, now: float) -> bool:
        """Read what is there; whether there can be more."""
        while self.end is None:
            try:
                chunk = os.read(descriptor, CHUNK)
            except BlockingIOError:
                return True
            if not chunk:
                return False
            if descriptor == self.replies:
                self._listen(chunk, now)
            else:
                self._printed[descriptor] += chunk
                if sum(map(len, self._printed.values())) > faults.MOST_OUTPUT:
                    self.end = faults.output()
        return True

    def look_at_the_clock(self, now: float) -> None:
        """End the snippet if its time is over."""
        if self.end is None and now >= self.deadline:
            if self.started:
                self._time_is_over(now)
            else:
                self.end = faults.internal("its process did not start in time")

    def reap(self, now: float) -> bool:
        """Whether the child has died; what it said before that is still heard."""
        pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        if pid == 0:
            return False
        self._reaped = True
        for descriptor in self.readable:
            self.read(descriptor, now)
        if self.end is None:
            self.end = self._why_it_died(status, usage.ru_maxrss * 1024)
        return True

    def bury(self) -> None:
        """Kill the child, close its descriptors and remove its folder."""
        if self._first_in_namespace is not None:
            namespaces.end(self._first_in_namespace, *([] if self._reaped else [self.pid]))
        elif not self._reaped:
            tree.kill(self.pid)
        for descriptor in (self.snippets, *self.readable):
            os.close(descriptor)
        scratch.remove(self._scratch)

    def _time_is_over(self, now: float) -> None:
        end = faults.timeout(self.snippet)
        if isinstance(end, Outcome):
            self._conclude(end, now)
        else:
            self.end = end

    @property
    def _time_allowed(self) -> float:
        """Ranks end themselves in time, for they know which of them is late."""
        return self.snippet.timeout + (ranks.TIME_TO_EXPLAIN if self.profile.ranks > 1 else 0.0)

    def _listen(self, chunk: bytes, now: float) -> None:
        try:
            for message in self._frames.feed(chunk):
                if message == child.STARTED and not self.started:
                    self.started = True
                    self.deadline = now + self._time_allowed
                elif message == child.OUT_OF_MEMORY:
                    self.end = faults.memory()
                elif self.profile.ranks > 1 and ranks.is_fault(message):
                    self.end = decode_fault(message)
                else:
                    self._conclude(decode_outcome(message), now)
                if self.end is not None:
                    return
        except WireError:
            self.end = faults.internal("it left its process unable to report")

    def _conclude(self, outcome: Outcome, now: float) -> None:
        """Add what the snippet printed: it did so before it reported."""
        looks = self.snippet.looks
        if not is_credible(outcome, looks):
            raise WireError("the facts are not what the looks asked for")
        for stream in self._printed:
            self.read(stream, now)
        if self.end is not None:
            return
        text = {stream: seen.decode(errors="replace") for stream, seen in self._printed.items()}
        stdouts = [text[stdout] for stdout, _ in self._streams]
        stderrs = [text[stderr] for _, stderr in self._streams]
        printed = Fact("output", stdouts[self.snippet.on_rank])
        facts = tuple(
            printed if look.kind == "output" else fact
            for look, fact in zip(looks, outcome.facts, strict=True)
        )
        self.end = replace(outcome, facts=facts, stdout=_by_rank(stdouts), stderr=_by_rank(stderrs))

    def _why_it_died(self, status: int, most_memory: int) -> Fault:
        if not self.started:
            return faults.internal("its process died before it started")
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == child.CANNOT_REPORT:
            return faults.internal("it left its process unable to report")
        # The kernel's own end for a process that fills the machine's memory.
        if os.WIFSIGNALED(status) and most_memory > 0.9 * limits.MEMORY:
            return faults.memory()
        return faults.ended(status)


def _by_rank(printed: Sequence[str]) -> str:
    """What each rank printed, rank by rank; where there are several, every line says whose."""
    if len(printed) == 1:
        return printed[0]
    return "".join(
        f"[rank {rank}] {line.rstrip(chr(10))}\n"
        for rank, text in enumerate(printed)
        for line in text.splitlines(keepends=True)
    )
