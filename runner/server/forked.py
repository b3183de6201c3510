"""The server's end of one child: its pipes, its clock, and how it ended."""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import signal
import time
from collections.abc import Sequence

from runner.processes import scratch, usage, whereabouts
from runner.processes.turns import MOST_HELD_UP, Turns, longest, turns
from runner.protocol import budget, faults
from runner.protocol.handing import handed
from runner.protocol.listening import TIME_TO_EXPLAIN, Listener, complete
from runner.protocol.profile import Profile
from runner.protocol.wire import Fault, Outcome, Snippet
from runner.sandbox.cgroups import Group
from runner.server.orders import Death, Zygote

CHUNK = 1 << 13
TIME_TO_ANSWER = 0.5  # seconds for the child to say where it is when its time is over
LONGEST_ANSWER = 1 << 17  # bytes, with what it had printed before and nobody has read


class Forked:
    """One child process, which runs one snippet, or some of a series.

    No call waits for the child: its descriptors are non-blocking. `end` is None until the end
    of the snippet is known; whatever the child does after that is of no account. `knows_all`
    says that nothing of torch is left for it to import, `is_used` that it has run another
    snippet before. `number` is that of the request for what it runs. `given_back` are the
    seconds that others took from code which may hang, and that it got after all.
    """

    def __init__(
        self, zygote: Zygote, profile: Profile, *, rehearse: bool, knows_all: bool
    ) -> None:
        self.end: Outcome | Fault | None = None
        self.profile = profile
        self.knows_all = knows_all
        self.is_spare = rehearse
        self.is_used = False
        self.number = -1
        self.given_back = 0.0
        self._listener = Listener(Snippet(()), float("inf"))  # for nothing, until it is given some
        self._unsent = b""
        self._is_dead = False
        self._zygote = zygote
        self._turns_before: Turns | None = None
        self._next_look = float("inf")
        self._was_asked_where = False
        self._said = b""
        self._is_bounded = zygote.sandbox.bounds(profile)
        self._group: Group | None = None
        self._scratch = scratch.make(zygote.sandbox.root)
        snippets, self.snippets = os.pipe()
        self.replies, replies = os.pipe()
        printed = [(os.pipe(), os.pipe()) for _ in range(profile.ranks)]
        self._streams = [(out[0], err[0]) for out, err in printed]
        self._printed = {stream: bytearray() for pair in self._streams for stream in pair}
        inner = [snippets, replies, *(stream[1] for stream in itertools.chain(*printed))]
        try:
            if zygote.sandbox.groups and not self._is_bounded:
                self._group = zygote.sandbox.groups.make(usage.memory_for(zygote.pid))
                inner.append(self._group.entrance())
            self.pid, self.namespace = zygote.fork(profile, inner, self._scratch, rehearse=rehearse)
        except OSError:
            for descriptor in (*inner, self.snippets, *self.readable):
                os.close(descriptor)
            self._remove()
            raise
        for descriptor in inner:
            os.close(descriptor)
        for descriptor in (self.snippets, *self.readable):
            os.set_blocking(descriptor, False)

    @property
    def readable(self) -> tuple[int, ...]:
        """The descriptors to read from."""
        return (self.replies, *self._printed)

    @property
    def snippet(self) -> Snippet:
        """What it runs, or is to run."""
        return self._listener.snippet

    @property
    def started(self) -> bool:
        """Whether the snippet's own code was reached."""
        return self._listener.started

    @property
    def deadline(self) -> float:
        """When to look at the clock, and at what is used up."""
        return min(self._listener.deadline, self._next_look)

    @property
    def can_go_on(self) -> bool:
        """Whether the next of its series finds what this snippet found, as far as it can tell.

        Of a warning, torch may remember that it has been given.
        """
        return isinstance(self.end, Outcome) and self._listener.unchanged and not self.end.stderr

    def give(self, number: int, snippet: Snippet, now: float) -> None:
        """Hand over the snippet to run; `write` until nothing is left to write."""
        self.number = number
        if self.end is not None:
            self.end, self.is_used = None, True
            for printed in self._printed.values():
                printed.clear()
        with contextlib.suppress(ProcessLookupError):  # a snippet before may have ended a spare
            os.kill(self.pid, signal.SIGCONT)  # or stopped it
        # Ranks end themselves in time, for they know which of them is late.
        extra_time = TIME_TO_EXPLAIN if snippet.ranks > 1 else 0.0
        self._listener = Listener(snippet, now, extra_time=extra_time)
        self._unsent = handed(snippet)
        if not self._is_bounded and not self._group:
            self._next_look = now + usage.LOOK_EVERY
        is_new = not (self.is_spare or self.is_used)  # and was forked just now
        self._turns_before = Turns(0.0, 0.0, now) if is_new else turns(self.pid)
        self.given_back = 0.0
        self._was_asked_where = False

    @property
    def turns(self) -> Turns | None:
        """How the snippet has fared beside others; None where nobody can tell."""
        now, before = turns(self.pid), self._turns_before
        return None if now is None or before is None else now.since(before)

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
            if self._was_asked_where:
                self._hear_where(chunk)
                self._conclude(now)
            elif descriptor == self.replies:
                self._listener.hear(chunk, now)
                self._conclude(now)
            else:
                self._printed[descriptor] += chunk
                if sum(map(len, self._printed.values())) > budget.OUTPUT:
                    self.end = faults.output(b"".join(self._printed.values()))
        return True

    def look_at_the_clock(self, now: float) -> None:
        """End the snippet if its time is over."""
        if self.started and now >= self._listener.deadline:
            self._give_back_time(now)
            self._ask_where(now)
        self._listener.look_at_the_clock(now)
        if now >= self._next_look:
            self._look_at_what_is_used_up(now)
        self._conclude(now)

    def _give_back_time(self, now: float) -> None:
        """Let what may hang go on for as long as others kept it from running."""
        snippet, had = self.snippet, self.turns
        if had is None or not snippet.may_hang or snippet.ranks > 1:
            return
        most = longest(snippet.timeout) - snippet.timeout
        owed = min(had.waited, most) - self.given_back
        if owed > MOST_HELD_UP * snippet.timeout:
            self.given_back += owed
            self._listener.deadline = now + owed

    def _ask_where(self, now: float) -> None:
        """Have it say so first, if its time is over; ranks have been asked by then."""
        snippet, is_over = self.snippet, now >= self._listener.deadline
        if is_over and not (self._was_asked_where or snippet.may_hang or snippet.ranks > 1):
            whereabouts.ask(self.pid)
            self._was_asked_where, self._said = True, b""
            self._listener.deadline = now + TIME_TO_ANSWER

    def _hear_where(self, chunk: bytes) -> None:
        """Whatever it says now is of no other account: its time was over."""
        self._said += chunk
        at = whereabouts.told(self._said, self.snippet)
        if at or len(self._said) > LONGEST_ANSWER:  # it may print without end
            self._listener.run_out_of_time(*(at or ()))

    def _look_at_what_is_used_up(self, now: float) -> None:
        until = min(self._listener.deadline, now + self.snippet.timeout)
        orphans_of = self.namespace.first if self.namespace else None
        if fault := usage.too_much(self.pid, orphans_of, like=self._zygote.pid, until=until):
            self._listener.stop(fault)
        spent = time.monotonic() - now
        self._next_look = now + max(usage.LOOK_EVERY, spent / usage.SHARE_OF_TIME)

    def die(self, death: Death, now: float) -> None:
        """The child has died; what it said before that is still heard."""
        self._is_dead = True
        for descriptor in self.readable:
            self.read(descriptor, now)
        if self._was_asked_where:
            self._listener.run_out_of_time()
        if self._group and self._group.filled_its_memory():
            self._listener.stop(faults.memory())
        code = os.waitstatus_to_exitcode(death.status)
        self._listener.hear_of_its_death(code, death.most_memory)
        self._conclude(now)

    def bury(self) -> None:
        """Kill the child, wait for its end, close its descriptors and remove its folder."""
        descriptors = [self.snippets, *self.readable]
        if self.namespace:
            self.namespace.end()
            descriptors.append(self.namespace.descriptor)
            select.select([self.namespace.descriptor], [], [])
        elif not self._is_dead:
            self._zygote.end_child(self.pid)
        for descriptor in descriptors:
            os.close(descriptor)
        self._remove()

    def _remove(self) -> None:
        if self._group:
            self._group.end()
        scratch.remove(self._scratch)

    def _conclude(self, now: float) -> None:
        """Once its end has been heard of, add what the snippet printed: it did so before."""
        end = self._listener.end
        if isinstance(end, Outcome) and self.end is None:
            for stream in self._printed:
                self.read(stream, now)
            stdouts, stderrs = zip(*self._streams, strict=True)
            end = complete(end, self.snippet, self._said_on(stdouts), self._said_on(stderrs))
        self.end = self.end or end

    def _said_on(self, streams: Sequence[int]) -> list[bytes]:
        return [bytes(self._printed[stream]) for stream in streams]
