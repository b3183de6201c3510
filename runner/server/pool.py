"""Where a process cannot be forked: interpreters that wait, each for one snippet.

It speaks the protocol of `runner.protocol.wire` as the server does, with nothing but threads,
pipes and processes as every system has them. There is no sandbox around a snippet here.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

from runner.processes import scratch, streams
from runner.protocol import faults, requests
from runner.protocol.framing import Frames, WireError
from runner.protocol.requests import ClientGone
from runner.protocol.wire import Fault, Hello, Outcome, Snippet
from runner.server.spawned import Spawned

SPARES = 2
MOST_TRIES = 3  # for a snippet, where interpreters die before they start it
CHUNK = 1 << 16


class Pool:
    """Answers snippets that come in as frames, `jobs` of them at once."""

    def __init__(self, requests: int, replies: int, jobs: int, root: Path) -> None:
        self._requests = requests
        self._replies = replies
        self._root = root
        self._jobs = ThreadPoolExecutor(jobs)
        self._cancelled: dict[int, threading.Event] = {}
        self._spares: deque[Spawned] = deque()
        self._closed = threading.Event()
        self._taking, self._saying = threading.Lock(), threading.Lock()

    def serve(self) -> int:
        """Answer until the client is gone, then leave nothing behind; the exit code."""
        signal.signal(signal.SIGTERM, _end_service)
        self._root.mkdir(mode=0o700, exist_ok=True)
        try:
            self._stock_up(SPARES)
            hello = self._spares[0].until_ready(self._closed)
            if hello is None:
                return self._give_up()
            self._say({"hello": hello})
            self._hear_client(hello)
        except ClientGone:
            pass
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            self._close()
        return 0

    def _give_up(self) -> int:
        code = self._spares[0].exit_code
        if code != 1:  # else it has said itself what is the matter
            sys.stderr.write(f"Python did not get to import torch (exit code {code})\n")
        return 1

    def _close(self) -> None:
        with self._taking:
            self._closed.set()
        for cancelled in list(self._cancelled.values()):
            cancelled.set()
        self._jobs.shutdown(cancel_futures=True)
        for spare in self._spares:
            spare.close()
        scratch.remove(self._root)

    # What comes in and goes out

    def _hear_client(self, hello: Hello) -> None:
        frames = Frames()
        while chunk := os.read(self._requests, CHUNK):
            try:
                for message in frames.feed(chunk):
                    self._request(*requests.understand(message, hello))
            except WireError as error:
                sys.stderr.write(f"the client does not speak the protocol: {error}\n")
                return

    def _request(self, number: int, asked: requests.Asked | Fault | None) -> None:
        if isinstance(asked, Fault):
            self._answer(number, asked)
        elif asked is not None:
            self._cancelled[number] = threading.Event()
            self._jobs.submit(self._work_on, number, asked[0], self._cancelled[number])
        elif cancelled := self._cancelled.pop(number, None):
            cancelled.set()

    def _answer(self, number: int, end: Outcome | Fault) -> None:
        self._cancelled.pop(number, None)
        kind = "fault" if isinstance(end, Fault) else "outcome"
        try:
            self._say({"id": number, kind: end})
        except WireError:
            self._answer(number, faults.cannot_pass_on())

    def _say(self, message: Any) -> None:
        # Where nobody reads any more, the requests soon end, too.
        with self._saying, contextlib.suppress(OSError):
            streams.send(self._replies, message)

    # A snippet's way, in a thread of its own

    def _work_on(self, number: int, snippet: Snippet, cancelled: threading.Event) -> None:
        for tries_left in reversed(range(MOST_TRIES)):
            if cancelled.is_set():
                return
            try:
                interpreter = self._take()
            except OSError as error:
                self._answer(number, faults.internal(f"no process could be started: {error}"))
                return
            with contextlib.closing(interpreter):
                end = interpreter.run(snippet, cancelled)
                # Where it has not started, an earlier snippet may have done away with it.
                if end is not None and (interpreter.started or not tries_left):
                    self._answer(number, end)
                    return

    def _take(self) -> Spawned:
        """An interpreter that waits, or is about to; raises OSError, and ClientGone."""
        with self._taking:
            if self._closed.is_set():
                raise ClientGone
            self._stock_up(SPARES + 1)  # one of them is taken
            return self._spares.popleft()

    def _stock_up(self, count: int) -> None:
        while len(self._spares) < count:
            self._spares.append(Spawned(self._root))


def _end_service(number: int, frame: FrameType | None) -> None:
    raise ClientGone
