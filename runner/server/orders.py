"""The server's end of its zygote, the process that holds torch and forks; see there.

What the two say to each other is marshalled, for that leaves the zygote the least to do. No child
that runs code has either end.
"""

from __future__ import annotations

import marshal
import os
import select
import socket
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from runner.processes import tree
from runner.protocol.framing import Frames
from runner.protocol.profile import MOST_RANKS, Profile
from runner.protocol.wire import Hello, decode_hello
from runner.sandbox.namespaces import PidNamespace
from runner.sandbox.sandbox import Sandbox

DEATH = struct.Struct("iiq")
LARGEST_ORDER = 1 << 13
LARGEST_HELLO = 1 << 18
MOST_DESCRIPTORS = 2 + 2 * MOST_RANKS + 1
CHUNK = 512 * DEATH.size


class ZygoteGone(Exception):
    """Nothing can be forked any more."""


class Death(NamedTuple):
    """How a process ended, and the bytes that it had at most."""

    pid: int
    status: int
    most_memory: int


class Zygote:
    """Forks what it is told to, one after the other; `deaths` can be read from as children end.

    `hello` is what it says first. `end_of_it` can be read from once it is gone itself: its sockets
    and pipes may stay open then, for the first processes of namespaces share its descriptors.
    Every call may raise ZygoteGone.
    """

    def __init__(self, pid: int, orders: socket.socket, deaths: int, sandbox: Sandbox) -> None:
        self.pid = pid
        self.deaths = deaths
        self.sandbox = sandbox
        self._orders = orders
        self.end_of_it = os.pidfd_open(pid)
        self._heard = select.poll()
        for source in (orders.fileno(), self.end_of_it):
            self._heard.register(source, select.POLLIN)
        (hello,) = Frames().feed(self._hear(LARGEST_HELLO))
        self.hello: Hello = decode_hello(hello)

    def preload_on(self) -> bool:
        """Import a bit more of torch; whether there is no more."""
        return bool(self._obeyed(["preload"]))

    def fork(
        self, profile: Profile, descriptors: Sequence[int], folder: Path, *, rehearse: bool
    ) -> tuple[int, PidNamespace | None]:
        """The pid of a new child, and its namespace where it has its own; raises OSError.

        The descriptors are those for snippets and replies, for what each rank prints, and the
        entrance of the child's group if it is to have one.
        """
        order = [profile.device, profile.ranks, profile.workers, str(folder), rehearse]
        forked = self._obeyed(order, descriptors)
        if isinstance(forked, str):
            raise OSError(forked)
        first, pid = forked
        return pid, PidNamespace(first, os.pidfd_open(first)) if first else None

    def end_child(self, pid: int) -> None:
        """Kill a child, and wait for its end. What it leaves becomes a stray of the server's."""
        self._obeyed(["end", pid])

    def hear_of_deaths(self) -> Iterator[Death]:
        """Those of children, and of first processes, since the last time."""
        told = os.read(self.deaths, CHUNK)
        if not told:
            raise ZygoteGone
        yield from map(Death._make, DEATH.iter_unpack(told))

    def end(self) -> None:
        """Kill it."""
        tree.kill(self.pid)

    def _obeyed(self, order: Any, descriptors: Sequence[int] = ()) -> Any:
        try:
            socket.send_fds(self._orders, [marshal.dumps(order)], descriptors)
        except BrokenPipeError:
            raise ZygoteGone from None
        return marshal.loads(self._hear(LARGEST_ORDER))

    def _hear(self, most: int) -> bytes:
        if self._orders.fileno() not in dict(self._heard.poll()):
            raise ZygoteGone
        try:
            said = self._orders.recv(most)
        except ConnectionResetError:
            said = b""
        if not said:
            raise ZygoteGone
        return said
