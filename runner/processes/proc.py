"""The kernel's files about processes, also where /proc is not to be seen any more."""

from __future__ import annotations

import functools
import os

CHUNK = 1 << 16


@functools.cache
def hold() -> int:
    """A descriptor of /proc, to be taken while it is in sight.

    It is as good as /proc itself: it must be closed before any code that is not ours runs.
    """
    return os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)


def read(name: str) -> str:
    """What is in /proc/NAME."""
    descriptor = os.open(name, os.O_RDONLY, dir_fd=hold())
    try:  # without a text file's buffers: every child reads some
        chunks = iter(lambda: os.read(descriptor, CHUNK), b"")
        return b"".join(chunks).decode(errors="replace")
    finally:
        os.close(descriptor)


def write(name: str, text: str) -> None:
    """Write to /proc/NAME."""
    descriptor = os.open(name, os.O_WRONLY, dir_fd=hold())
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def names(name: str) -> list[int]:
    """The numbers by which the entries of /proc/NAME go, as threads and descriptors do.

    Among this process' own descriptors is that of the listing.
    """
    listing = os.open(name, os.O_RDONLY | os.O_DIRECTORY, dir_fd=hold())
    try:
        with os.scandir(listing) as entries:
            return [int(entry.name) for entry in entries]
    finally:
        os.close(listing)


def own_pid_namespace() -> int:
    """A descriptor of the PID namespace that this process is in."""
    return os.open("self/ns/pid", os.O_RDONLY | os.O_CLOEXEC, dir_fd=hold())
