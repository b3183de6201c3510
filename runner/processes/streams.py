"""The standard streams of a process: kept for the protocol, given to a snippet, silenced."""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import sys
from collections.abc import Iterator
from typing import Any

from runner.protocol.framing import HEADER, frame
from runner.protocol.handing import handed, taken
from runner.protocol.wire import Snippet

# Once: another each time would be garbage that nobody collects.
_libc = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)


def take_over() -> tuple[int, int]:
    """Private descriptors of stdin and stdout: nothing printed can end up between frames."""
    received, sent = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return received, sent


def redirect(stdin: int, stdout: int, stderr: int) -> None:
    """Point 0, 1 and 2 at these."""
    os.dup2(stdin, 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)


def renew() -> None:
    """Make Python's own streams anew, on whatever 0, 1 and 2 are or will be."""
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout, sys.stderr = _text(1), _text(2)


def silence(nowhere: int) -> None:
    """Redirect 1 and 2 for whoever writes to them, threads and C code included."""
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


@contextlib.contextmanager
def silenced(nowhere: int) -> Iterator[None]:
    """Redirect 1 and 2 within the block only."""
    kept = [os.dup(1), os.dup(2)]
    silence(nowhere)
    try:
        yield
    finally:
        flush()
        for stream, descriptor in zip((1, 2), kept, strict=True):
            os.dup2(descriptor, stream)
            os.close(descriptor)


def flush() -> None:
    """Write out what Python and C hold back, be the streams as they may."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with contextlib.suppress(Exception):  # it may be closed, or anything at all
            stream.flush()  # type: ignore[union-attr]
    _libc.fflush(None)


def send(descriptor: int, message: Any) -> None:
    """Write one message, all of it; raises OSError where nobody reads any more."""
    _write(descriptor, frame(message))


def hand_over(descriptor: int, snippet: Snippet) -> None:
    """Write a snippet for a process that is to run it; raises OSError as well."""
    _write(descriptor, handed(snippet))


def receive(descriptor: int) -> Snippet:
    """The snippet that is handed over next; raises EOFError where nobody writes any more."""
    (size,) = HEADER.unpack(_read(descriptor, HEADER.size))
    return taken(_read(descriptor, size))


def _write(descriptor: int, whole: bytes) -> None:
    unsent = memoryview(whole)
    while unsent:
        unsent = unsent[os.write(descriptor, unsent) :]


def _read(descriptor: int, size: int) -> bytes:
    received = bytearray()
    while len(received) < size:
        if not (chunk := os.read(descriptor, size - len(received))):
            raise EOFError("nobody is left who could send a snippet")
        received += chunk
    return bytes(received)


def _text(descriptor: int) -> io.TextIOWrapper:
    raw = open(descriptor, "wb", closefd=False)  # noqa: SIM115
    # A line ends alike everywhere: what is printed is compared with what was predicted.
    return io.TextIOWrapper(
        raw, "utf-8", errors="backslashreplace", newline="\n", line_buffering=True
    )
