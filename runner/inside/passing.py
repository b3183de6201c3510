"""Descriptors that a snippet's processes pass each other, as those of a DataLoader do tensors.

The kernel counts those on their way for a user as a whole. Whether there is room for one more
depends on what else runs as that user, and says nothing of the snippet.
"""

from __future__ import annotations

import errno
import functools
import socket
import time
from multiprocessing import reduction

from runner.processes import streams
from runner.protocol import listening

ASK_AGAIN = 0.01  # seconds
SHARE_OF_TIME = 0.9  # of a snippet's time, after which it would seem to hang

_send = reduction.sendfds


def wait_for_room(replies: int, timeout: float) -> None:
    """Have this process, and all that it forks, wait where there is none.

    When most of the snippet's time is over, `replies` is told, and the snippet ends.
    """
    until = time.monotonic() + SHARE_OF_TIME * timeout
    reduction.sendfds = functools.partial(_patient, replies, until)


def _patient(replies: int, until: float, sock: socket.socket, descriptors: list[int]) -> None:
    while True:
        try:
            return _send(sock, descriptors)
        except OSError as error:
            if error.errno != errno.ETOOMANYREFS:
                raise
        if time.monotonic() >= until:
            streams.send(replies, listening.NO_ROOM_ON_THE_WAY)
        time.sleep(ASK_AGAIN)
