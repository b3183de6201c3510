"""Imports torch once, forks a child for every snippet, and outlives whatever it does.

One thread, one loop: libgomp and the autograd engine do not survive a fork from a
process that has used them, so torch is never called here beyond being imported.
"""

from __future__ import annotations

import os
import platform
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import torch

from runner.inside import devices, preload
from runner.inside.perform import prepare_to_fork
from runner.processes import packages, scratch, streams, tree
from runner.processes.birth import Born
from runner.protocol import faults, requests
from runner.protocol.framing import Frames, WireError
from runner.protocol.profile import Profile
from runner.protocol.requests import Asked
from runner.protocol.wire import Fault, Hello, Outcome, Snippet
from runner.sandbox.sandbox import Sandbox
from runner.server.doubt import judged
from runner.server.forked import Forked
from runner.server.spares import Spares

MOST_ANSWERS_WITHOUT_PRELOADING = 8  # else a long run of snippets would each import anew
A_BREATHER = 0.003  # seconds in which a client gets to read its answer
ALIVE = {"alive": True}  # for a client that has been waiting longer than it reckons with
LONG_QUEUE = 32  # snippets; for so many it pays to import all that they may need first
CHUNK = 1 << 16  # so large that a flood is known for one


class ClientGone(Exception):
    """Nobody is left to answer."""


def hello(sandbox: Sandbox) -> Hello:
    """What a zygote says of itself in this sandbox."""
    return Hello(
        torch.__version__,
        platform.python_version(),
        devices.available(),
        sandbox.layers,
        sandbox.abilities,
        packages.installed(),
    )


class Zygote:
    """Answers snippets that come in as frames; see `runner.protocol.wire`.

    `hello` is what it says of itself. `rehearse` is done after a fork: every page of memory is
    copied then as it is first written to, and whoever asks next would wait for that.
    """

    def __init__(
        self,
        requests: int,
        replies: int,
        jobs: int,
        sandbox: Sandbox,
        hello: Hello,
        rehearse: Callable[[], None],
    ) -> None:
        self._replies = replies
        self._jobs = jobs
        self._sandbox = sandbox
        self._frames = Frames()
        self._selector = selectors.PollSelector()  # epoll would be shared with the children
        self._waiting: dict[int, Asked] = {}
        self._alone: set[int] = set()  # whose first end was in doubt
        self._running: dict[int, Forked] = {}
        self._finished: list[Forked] = []  # answered
        self._breather_ends = 0.0
        self._dying: dict[int, Forked] = {}  # by what tells of the end of their namespace
        self._spares = Spares(hello, self._bury)
        self._preload = preload.steps(prepare_to_fork)
        self._preloaded = False
        self._answers_without_preloading = 0
        self._hello = hello
        self._rehearse = rehearse
        self._watch(requests, selectors.EVENT_READ, self._hear_client)

    def serve(self) -> None:
        """Answer until the client is gone, then leave nothing behind; raises Born in a child."""
        torch.set_num_threads(1)
        if not self._sandbox.pid_namespaces:
            tree.adopt_orphans()
            tree.wake_up_when_parent_dies()
        signals = _descriptor_of(signal.SIGCHLD, signal.SIGTERM)
        self._watch(signals, selectors.EVENT_READ, self._hear_signals)
        try:
            self._say({"hello": self._hello})
            while True:
                self._turn()
        except Born:
            vars(self).clear()
            raise
        except ClientGone:
            self._leave_nothing()
        except BaseException:
            self._leave_nothing()
            raise

    def _turn(self) -> None:
        """Hear what there is, act on it; use the time when there is nothing."""
        leisure = (self._must_prepare() or not self._waiting) and not self._running
        leisure = leisure and self._has_plans() and not self._finished
        events = self._selector.select(0 if leisure else self._patience())
        for key, _ in events:
            if key.fd in self._selector.get_map():  # else closed by an event before it
                key.data(key.fd)
        now = time.monotonic()
        for number, child in list(self._running.items()):
            child.look_at_the_clock(now)
            self._finish_if_ended(number)
        while self._may_start_next() and not self._must_prepare():
            self._start_next()
        if self._finished and (self._waiting or now >= self._breather_ends):
            self._bury_finished()
        elif leisure and not events:
            self._use_leisure()
        elif self._answers_without_preloading >= MOST_ANSWERS_WITHOUT_PRELOADING:
            self._preload_on()

    def _may_start_next(self) -> bool:
        """Whether one more snippet may run; those that may hang are expected to do nothing."""
        if not self._waiting or not self._alone.isdisjoint(self._running):
            return False
        number, (_, profile) = next(iter(self._waiting.items()))
        if number in self._alone:
            return not self._running
        others = (*self._running.values(), *self._finished, *self._dying.values())
        if any(profile.disturbs(other.profile) for other in others):
            return False
        at_work = sum(not child.snippet.may_hang for child in self._running.values())
        there = len(self._running) + len(self._dying)
        return at_work < self._jobs and there < 2 * self._jobs

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
        number, asked = requests.understand(message, self._hello)
        if isinstance(asked, Fault):
            self._answer(number, asked)
        elif asked is not None:
            self._waiting[number] = asked
        else:
            self._cancel(number)

    def _cancel(self, number: int) -> None:
        self._waiting.pop(number, None)
        self._alone.discard(number)
        if child := self._running.pop(number, None):
            self._clean_up_after(child)

    def _hear_child(self, number: int, descriptor: int) -> None:
        if not self._running[number].read(descriptor, time.monotonic()):
            self._selector.unregister(descriptor)
        self._finish_if_ended(number)

    def _hear_signals(self, descriptor: int) -> None:
        if signal.SIGTERM in os.read(descriptor, CHUNK):
            raise ClientGone
        now = time.monotonic()
        for number, child in list(self._running.items()):
            if child.reap(now):
                self._finish_if_ended(number)
        for child in self._dying.values():
            child.reap(now)
        self._spares.reap(now)

    # A snippet's way

    def _start_next(self) -> None:
        number = next(iter(self._waiting))
        snippet, profile = self._waiting.pop(number)
        try:
            child = self._spares.take(profile) or self._fork(profile, rehearse=False)
        except OSError as error:
            self._answer(number, faults.internal(f"no process could be started: {error}"))
            return
        self._running[number] = child
        if number in self._alone:
            self._say(ALIVE)
        child.give(snippet, time.monotonic())
        is_sent = not child.write()
        for descriptor in child.readable:
            self._watch(descriptor, selectors.EVENT_READ, partial(self._hear_child, number))
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
        elif isinstance(end := judged(child, child.end, alone=number in self._alone), Snippet):
            self._alone.add(number)
            self._run_next(number, end, child.profile)
        else:
            self._alone.discard(number)
            self._spares.trust_again()
            self._answers_without_preloading += not self._preloaded
            self._answer(number, end)
        self._clean_up_after(child)

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
            self._kill_strays(known=self._children())

    def _bury_the_dead(self, descriptor: int) -> None:
        self._selector.unregister(descriptor)
        self._dying.pop(descriptor).bury()

    def _children(self) -> list[Forked]:
        return [*self._running.values(), *self._finished, *self._dying.values(), *self._spares]

    def _kill_strays(self, known: Iterable[Forked]) -> None:
        if not self._sandbox.pid_namespaces:  # where nothing outlives its namespace
            tree.kill_strays(known=[child.pid for child in known])

    def _leave_nothing(self) -> None:
        for child in self._children():
            child.bury()
        self._kill_strays(known=())
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
        in_doubt = not self._alone.isdisjoint(self._waiting)
        return asked or in_doubt or len(self._waiting) >= LONG_QUEUE

    def _has_plans(self) -> bool:
        return self._spares.lacking() is not None or not self._preloaded

    def _use_leisure(self) -> None:
        if profile := self._spares.lacking():
            try:
                self._spares.add(self._fork(profile, rehearse=True))
            except OSError:
                self._spares.miss_one()
            self._rehearse()
        else:
            self._preload_on()

    def _preload_on(self) -> None:
        self._answers_without_preloading = 0
        if next(self._preload, "over") == "over":
            self._preloaded = True
            self._spares.bury_all()  # they were forked before, and lack what has been imported
        if self._waiting:
            self._say(ALIVE)

    def _fork(self, profile: Profile, *, rehearse: bool) -> Forked:
        return Forked(self._sandbox, profile, rehearse=rehearse, knows_all=self._preloaded)

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
