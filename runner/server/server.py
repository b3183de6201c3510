"""Has a process forked for every snippet, and outlives whatever it does: one thread, one loop."""

from __future__ import annotations

import os
import selectors
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from runner.processes import scratch, streams, tree
from runner.protocol import faults, requests
from runner.protocol.framing import Frames, WireError
from runner.protocol.profile import Profile
from runner.protocol.requests import Asked, ClientGone
from runner.protocol.wire import Fault, Outcome, Snippet
from runner.server.doubt import judged
from runner.server.forked import Forked
from runner.server.orders import Zygote, ZygoteGone
from runner.server.spares import Spares

MOST_ANSWERS_WITHOUT_PRELOADING = 8  # else a long run of snippets would each import anew
A_BREATHER = 0.003  # seconds in which a client gets to read its answer
ALIVE = {"alive": True}  # for a client that has been waiting longer than it reckons with
LONG_QUEUE = 32  # snippets; for so many it pays to import all that they may need first
CHUNK = 1 << 16  # so large that a flood is known for one


class Server:
    """Answers snippets that come in as frames, `jobs` at a time; see `runner.protocol.wire`."""

    def __init__(self, requests: int, replies: int, jobs: int, zygote: Zygote) -> None:
        self._replies = replies
        self._jobs = jobs
        self._zygote = zygote
        self._sandbox = zygote.sandbox
        self._frames = Frames()
        self._selector = selectors.PollSelector()
        self._waiting: dict[int, Asked] = {}
        self._alone: dict[int, Snippet] = {}  # as those were that first ended in doubt
        self._running: dict[int, Forked] = {}
        self._finished: list[Forked] = []  # answered
        self._breather_ends = 0.0
        self._dying: dict[int, Forked] = {}  # by what tells of the end of their namespace
        self._spares = Spares(zygote.hello, self._bury)
        self._preloaded = False
        self._answers_without_preloading = 0
        self._watch(requests, selectors.EVENT_READ, self._hear_client)
        self._watch(zygote.deaths, selectors.EVENT_READ, self._hear_of_deaths)
        self._watch(zygote.end_of_it, selectors.EVENT_READ, self._hear_of_the_end)

    def serve(self) -> None:
        """Answer until the client is gone, or the zygote; then leave nothing behind."""
        if not self._sandbox.pid_namespaces:
            tree.adopt_orphans()
            tree.wake_up_when_parent_dies()
        self._watch(_descriptor_of(signal.SIGTERM), selectors.EVENT_READ, self._leave)
        try:
            self._say({"hello": self._zygote.hello})
            while True:
                self._turn()
        except (ClientGone, ZygoteGone):
            pass
        finally:
            self._leave_nothing()

    def _turn(self) -> None:
        """Hear what there is, act on it; use the time when there is nothing."""
        leisure = (self._must_prepare() or not self._waiting) and not self._running
        leisure = leisure and self._has_plans() and not self._finished
        is_busy = leisure or self._next_to_start() is not None  # as it may since the last import
        events = self._selector.select(0 if is_busy else self._patience())
        for key, _ in events:
            if key.fd in self._selector.get_map():  # else closed by an event before it
                key.data(key.fd)
        now = time.monotonic()
        for number, child in list(self._running.items()):
            child.look_at_the_clock(now)
            self._finish_if_ended(number)
        while (chosen := self._next_to_start()) is not None:
            self._start(chosen)
        if self._finished and (self._waiting or now >= self._breather_ends):
            self._bury_finished()
        elif leisure and not events:
            self._use_leisure()
        elif self._answers_without_preloading >= MOST_ANSWERS_WITHOUT_PRELOADING:
            self._preload_on()

    def _next_to_start(self) -> int | None:
        """Which snippet is to get a process now, if any.

        Those that may hang are expected to do nothing for as long as they get: they go first,
        beside those that compute.
        """
        if not self._waiting or self._must_prepare():
            return None
        if not self._alone.keys().isdisjoint(self._running):
            return None
        if (first := next(iter(self._waiting))) in self._alone:
            return None if self._running else first
        hanging = sum(child.snippet.may_hang for child in self._running.values())
        computing = len(self._running) - hanging
        most = 2 * self._jobs - len(self._dying)
        number = self._first_waiting(may_hang=True) if hanging < most else None
        if number is None and computing < min(most, self._jobs):
            number = self._first_waiting(may_hang=False)
        return number

    def _first_waiting(self, *, may_hang: bool) -> int | None:
        """None where it has to wait on. Those of a series that may share wait for each other."""
        running = [child.snippet for child in self._running.values()]
        at_work = {snippet.series for snippet in running if not snippet.may_hang} - {""}
        for number, (snippet, profile) in self._waiting.items():
            if snippet.may_hang == may_hang and (may_hang or snippet.series not in at_work):
                others = (*self._running.values(), *self._finished, *self._dying.values())
                disturbed = any(profile.disturbs(other.profile) for other in others)
                return None if disturbed or number in self._alone else number
        return None

    def _patience(self) -> float | None:
        deadlines = [child.deadline for child in self._running.values()]
        if self._finished:
            deadlines.append(self._breather_ends)
        return max(0.0, min(deadlines) - time.monotonic()) if deadlines else None

    # What comes in

    def _hear_client(self, descriptor: int) -> None:
        chunk = os.read(descriptor, CHUNK)
        if not chunk:
            raise ClientGone
        try:
            for message in self._frames.feed(chunk):
                self._request(message)
        except WireError as error:
            sys.stderr.write(f"the client does not speak the protocol: {error}\n")
            raise ClientGone from error

    def _request(self, message: Any) -> None:
        number, asked = requests.understand(message, self._zygote.hello)
        if isinstance(asked, Fault):
            self._answer(number, asked)
        elif asked is not None:
            self._waiting[number] = asked
        else:
            self._cancel(number)

    def _cancel(self, number: int) -> None:
        self._waiting.pop(number, None)
        self._alone.pop(number, None)
        if child := self._running.pop(number, None):
            self._clean_up_after(child)

    def _hear_child(self, child: Forked, descriptor: int) -> None:
        if not child.read(descriptor, time.monotonic()):
            self._selector.unregister(descriptor)
        self._finish_if_ended(child.number)

    def _hear_of_deaths(self, _: int) -> None:
        now = time.monotonic()
        deaths = {death.pid: death for death in self._zygote.hear_of_deaths()}
        for number, child in list(self._running.items()):
            if death := deaths.get(child.pid):
                child.die(death, now)
                self._finish_if_ended(number)
        self._spares.lose(deaths, now)

    def _hear_of_the_end(self, _: int) -> None:
        raise ZygoteGone

    def _leave(self, _: int) -> None:
        raise ClientGone

    # A snippet's way

    def _start(self, number: int) -> None:
        snippet, profile = self._waiting.pop(number)
        try:
            child = self._spares.take(profile) or self._fork(profile, rehearse=False)
        except OSError as error:
            self._answer(number, faults.internal(f"no process could be started: {error}"))
            return
        if number in self._alone:
            self._say(ALIVE)
        self._give(number, snippet, child)

    def _give(self, number: int, snippet: Snippet, child: Forked) -> None:
        self._running[number] = child
        child.give(number, snippet, time.monotonic())
        is_sent = not child.write()
        for descriptor in () if child.is_used else child.readable:
            self._watch(descriptor, selectors.EVENT_READ, partial(self._hear_child, child))
        if not is_sent:
            self._watch(child.snippets, selectors.EVENT_WRITE, partial(self._write_on, child))

    def _write_on(self, child: Forked, descriptor: int) -> None:
        if not child.write():
            self._selector.unregister(descriptor)

    def _finish_if_ended(self, number: int) -> None:
        child = self._running.get(number)
        if child is None or child.end is None:
            return
        del self._running[number]
        if child.is_spare and not child.started:  # an earlier snippet did away with it
            self._run_next(number, child.snippet, child.profile)
        elif child.is_used and isinstance(child.end, Fault):  # that may be its doing as well
            self._run_next(number, replace(child.snippet, series=""), child.profile)
        elif isinstance(end := judged(child, child.end, first=self._alone.get(number)), Snippet):
            self._alone[number] = child.snippet
            self._run_next(number, replace(end, series=""), child.profile)
        else:
            self._alone.pop(number, None)
            self._spares.trust_again()
            self._answers_without_preloading += not self._preloaded
            self._answer(number, end)
            if (following := self._following(child)) is not None:
                self._give(following, self._waiting.pop(following)[0], child)
                return
            if isinstance(end, Fault):
                self._end_series(child.snippet.series)
        self._clean_up_after(child)

    def _end_series(self, ended: str) -> None:
        """Let those of a series run at the same time: each may take as long as it may at all."""
        for number, (snippet, profile) in self._waiting.items():
            if snippet.series == ended:
                self._waiting[number] = replace(snippet, series=""), profile

    def _following(self, child: Forked) -> int | None:
        """The next of a child's series, where the child can go on with it."""
        if (
            not child.can_go_on
            or self._must_prepare()
            or not self._alone.keys().isdisjoint(self._waiting)
        ):
            return None
        before = child.snippet
        return next(
            (
                number
                for number, (snippet, profile) in self._waiting.items()
                if snippet.series == before.series != ""
                and (profile, snippet.untrusted) == (child.profile, before.untrusted)
                and not snippet.may_hang  # which would be told of, whyever it does
            ),
            None,
        )

    def _run_next(self, number: int, snippet: Snippet, profile: Profile) -> None:
        self._waiting = {number: (snippet, profile)} | self._waiting

    def _clean_up_after(self, child: Forked) -> None:
        for descriptor in (child.snippets, *child.readable):
            if descriptor in self._selector.get_map():
                self._selector.unregister(descriptor)
        if isinstance(child.end, Outcome) and not self._waiting:
            self._breather_ends = time.monotonic() + A_BREATHER
            self._finished.append(child)  # it only waits to be killed
        else:
            self._bury(child)

    def _bury_finished(self) -> None:
        finished, self._finished = self._finished, []
        for child in finished:
            self._bury(child)

    def _bury(self, child: Forked) -> None:
        """Have it gone in the end; nobody waits for that where its namespace tells."""
        if child.namespace:
            child.namespace.end()
            self._dying[child.namespace.descriptor] = child
            self._watch(child.namespace.descriptor, selectors.EVENT_READ, self._bury_the_dead)
        else:
            child.bury()
            tree.kill_strays(known=[self._zygote.pid])

    def _bury_the_dead(self, descriptor: int) -> None:
        self._selector.unregister(descriptor)
        self._dying.pop(descriptor).bury()

    def _leave_nothing(self) -> None:
        self._zygote.end()  # its children die with it, or with this process, or are strays
        if not self._sandbox.pid_namespaces:
            tree.kill_strays(known=())
        if self._sandbox.groups:
            self._sandbox.groups.end()
        scratch.remove(self._sandbox.root)

    def _answer(self, number: int, end: Outcome | Fault) -> None:
        kind = "fault" if isinstance(end, Fault) else "outcome"
        try:
            self._say({"id": number, kind: end})
        except WireError:
            self._answer(number, faults.cannot_pass_on())

    def _say(self, message: Any) -> None:
        try:
            streams.send(self._replies, message)
        except BrokenPipeError:
            raise ClientGone from None

    # Leisure

    def _must_prepare(self) -> bool:
        """Whether to import everything before anything else runs.

        That pays for a flood of snippets; and while torch is still importing, code may take so
        long that it would seem to hang.
        """
        if self._preloaded:
            return False
        asked = any(snippet.may_hang for snippet, _ in self._waiting.values())
        in_doubt = not self._alone.keys().isdisjoint(self._waiting)
        return asked or in_doubt or len(self._waiting) >= LONG_QUEUE

    def _has_plans(self) -> bool:
        return self._spares.lacking() is not None or not self._preloaded

    def _use_leisure(self) -> None:
        if profile := self._spares.lacking():
            try:
                self._spares.add(self._fork(profile, rehearse=True))
            except OSError:
                self._spares.miss_one()
        else:
            self._preload_on()

    def _preload_on(self) -> None:
        self._answers_without_preloading = 0
        if self._zygote.preload_on():
            self._preloaded = True
            self._spares.bury_all()  # they were forked before, and lack what has been imported
        if self._waiting:
            self._say(ALIVE)

    def _fork(self, profile: Profile, *, rehearse: bool) -> Forked:
        return Forked(self._zygote, profile, rehearse=rehearse, knows_all=self._preloaded)

    def _watch(self, descriptor: int, events: int, react: Callable[[int], None]) -> None:
        self._selector.register(descriptor, events, react)


def _descriptor_of(*signals: signal.Signals) -> int:
    """A descriptor from which the numbers of these signals can be read, a byte each."""
    readable, writable = os.pipe()
    os.set_blocking(writable, False)
    for number in signals:
        signal.signal(number, lambda *_: None)  # without a handler nothing is written
    signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    return readable
