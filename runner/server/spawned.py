"""The pool's end of one interpreter: its start, its clock, what it uses up, and its end."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from functools import partial
from io import FileIO
from pathlib import Path

import psutil

from runner.inside.interpreter import HOME, STREAMS
from runner.processes import descendants, environment, scratch, streams
from runner.protocol import budget, faults
from runner.protocol.framing import Frames, WireError
from runner.protocol.listening import Listener, complete
from runner.protocol.wire import Fault, Hello, Outcome, Snippet, decode_hello

READY_LIMIT = 120.0  # seconds to its first words: torch may come from a cold disk
LOOK_EVERY = 0.05  # seconds between two looks at what it uses up
END_LIMIT = 1.0  # seconds for a thread that talks with it, once it is dead
CHUNK = 1 << 16
FOLDER = "RUNNER_FOLDER"  # in the environment of all that an interpreter starts
DEAD = b""


class Spawned:
    """An interpreter in a process of its own, which runs one snippet.

    Its calls wait; each gives up, with None, soon after the event that it is given is set.
    `started` tells whether the snippet's own code was reached.
    """

    def __init__(self, root: Path) -> None:
        """Start it, with a folder of its own below `root`; raises OSError."""
        self.started = False
        self._threads: list[threading.Thread] = []
        self._hello: Hello | None = None
        self._said: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._folder = scratch.make(root)
        (self._folder / HOME).mkdir()
        # Files and not pipes: nobody has to read them for the snippet to get on.
        self._printed = [(self._folder / name).open("w+b", buffering=0) for name in STREAMS]
        python, variables = environment.this_python()
        variables |= environment.importing_this_package(os.environ)
        variables |= environment.at_home_in(self._folder)
        variables[FOLDER] = str(self._folder)
        try:
            self._process = subprocess.Popen(
                [python, "-P", "-m", "runner.inside.interpreter", str(self._folder)],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=variables,
                cwd=self._folder / HOME,
                **descendants.apart(),
            )
        except OSError:
            self._remove_files()
            raise
        self._in_background(self._hear)

    @property
    def exit_code(self) -> int | None:
        """As of subprocess."""
        return self._process.poll()

    def until_ready(self, cancelled: threading.Event) -> Hello | None:
        """Wait for its first words; None, too, where it ends without any."""
        frames = Frames()
        deadline = time.monotonic() + READY_LIMIT
        while self._hello is None and not cancelled.is_set() and time.monotonic() < deadline:
            said = self._listen()
            if said == DEAD:
                break
            with contextlib.suppress(WireError):  # it never gets ready, then
                for message in frames.feed(said or b""):
                    self._hello = decode_hello(message)
        return self._hello

    def run(self, snippet: Snippet, cancelled: threading.Event) -> Outcome | Fault | None:
        """What comes of the snippet; to be called once."""
        self.until_ready(cancelled)
        self._in_background(partial(self._give, snippet))
        listener = Listener(snippet, time.monotonic())
        most_memory = self._memory()
        most_allowed = most_memory + budget.MEMORY
        while listener.end is None and not cancelled.is_set():
            said = self._listen()
            now = time.monotonic()
            most_memory = max(most_memory, self._memory())
            listener.hear(said or b"", now)
            if said == DEAD:
                listener.hear_of_its_death(self._process.wait(), most_memory)
            elif most_memory > most_allowed:
                listener.stop(faults.memory())
            elif self._has_printed_too_much():
                listener.stop(self._printed_too_much())
            listener.look_at_the_clock(now)
        self.started = listener.started
        if not isinstance(listener.end, Outcome):
            return listener.end
        if self._has_printed_too_much():
            return self._printed_too_much()
        stdout, stderr = map(_content, self._printed)
        return complete(listener.end, snippet, [stdout], [stderr])

    def close(self) -> None:
        """Kill it with all that it has started, and remove its folder."""
        descendants.end(self._process, FOLDER, str(self._folder))
        for thread in self._threads:
            thread.join(END_LIMIT)
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._remove_files()

    # What goes in and out

    def _in_background(self, talk: Callable[[], None]) -> None:
        """In a thread, for pipes cannot be waited for otherwise on every system."""
        self._threads.append(threading.Thread(target=talk, daemon=True))
        self._threads[-1].start()

    def _give(self, snippet: Snippet) -> None:
        """Write the snippet; the pipe stays open, for its end is the interpreter's."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it is dead, which is noticed elsewhere
            streams.hand_over(self._process.stdin.fileno(), snippet)

    def _hear(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as replies, contextlib.suppress(OSError):
            while chunk := os.read(replies.fileno(), CHUNK):
                self._said.put(chunk)
        self._process.wait()
        self._said.put(DEAD)

    def _listen(self) -> bytes | None:
        """What it says next, DEAD after its last words; None where it is silent for a while."""
        was_dead = self._process.poll() is not None
        try:
            return self._said.get(timeout=LOOK_EVERY)
        except queue.Empty:
            # Something that the snippet has started may hold the pipe open after it.
            return DEAD if was_dead else None

    # What it uses up

    def _memory(self) -> int:
        """Bytes of memory that it fills."""
        with contextlib.suppress(psutil.Error):
            return psutil.Process(self._process.pid).memory_info().rss
        return 0

    def _has_printed_too_much(self) -> bool:
        sizes = (os.fstat(file.fileno()).st_size for file in self._printed)
        return sum(sizes) > budget.OUTPUT

    def _printed_too_much(self) -> Fault:
        return faults.output(b"".join(map(_content, self._printed)))

    def _remove_files(self) -> None:
        for file in self._printed:
            file.close()
        scratch.remove(self._folder)


def _content(file: FileIO) -> bytes:
    file.seek(0)
    return file.read(budget.OUTPUT)
