"""A world around the sandbox, with things that a hostile snippet would like to get at."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import termios
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

SECRET = "correct-horse-battery-staple"
TOKEN = "QUIZ_TEST_TOKEN"  # a variable in the environment of whoever starts a runner


@dataclass
class Outside:
    """Files, sockets, a terminal and a process of one user, and whether they are as they were.

    `screen` is where it could be read what was drawn on the terminal.
    """

    folder: Path
    home: Path
    victim: psutil.Process
    tcp: socket.socket
    udp: socket.socket
    unix: socket.socket
    datagrams: socket.socket
    abstract: socket.socket
    screen: int
    terminal: int
    _before: dict[str, tuple[object, ...]] = field(default_factory=dict)

    @property
    def prelude(self) -> str:
        """What the snippet is told of it."""
        return f"""
import ctypes, os, signal, socket, struct, sys
OUTSIDE, HOME, TOKEN = {str(self.folder)!r}, {str(self.home)!r}, {TOKEN!r}
VICTIM = {self.victim.pid}
APP, PORT, UDP_PORT = {os.getpid()}, {self.tcp.getsockname()[1]}, {self.udp.getsockname()[1]}
UNIX, DATAGRAMS = {self.unix.getsockname()!r}, {self.datagrams.getsockname()!r}
ABSTRACT, TERMINAL = {self.abstract.getsockname()!r}, {os.ttyname(self.terminal)!r}
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *(
        ctypes.c_long(a) if isinstance(a, int) else a for a in arguments
    ))
    if result < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
"""

    def remember(self) -> None:
        """Take this state for the unharmed one."""
        self._before = self._state()

    def assert_unharmed(self) -> None:
        """Nothing was written or drawn, nobody connected, and the victim sleeps on."""
        assert self._state() == self._before
        assert self.victim.status() == psutil.STATUS_SLEEPING
        assert self.victim.nice() == psutil.Process().nice()
        for listening in (self.tcp, self.unix, self.abstract):
            with contextlib.suppress(BlockingIOError):
                listening.accept()[0].close()
                raise AssertionError(f"somebody connected to {listening.getsockname()!r}")
        for receiving in (self.udp, self.datagrams):
            with contextlib.suppress(BlockingIOError):
                raise AssertionError(f"somebody sent {receiving.recv(100)!r}")
        for side in (self.screen, self.terminal):
            with contextlib.suppress(BlockingIOError):
                raise AssertionError(f"somebody drew or typed {os.read(side, 100)!r}")

    def _state(self) -> dict[str, tuple[object, ...]]:
        settings = termios.tcgetattr(self.terminal)
        return {"terminal": tuple(map(str, settings))} | {
            str(path): (
                (seen := path.lstat()).st_mode,
                seen.st_uid,
                seen.st_mtime_ns,
                seen.st_nlink,
                path.read_bytes() if path.is_file() else b"",
            )
            for top in (self.folder, self.home)
            for path in [top, *top.rglob("*")]
        }


@contextlib.contextmanager
def build(folder: Path, user: int) -> Iterator[Outside]:
    """The world, all of it that user's."""
    home = folder / "home"
    for place in (folder, home, home / ".ssh"):
        place.mkdir(exist_ok=True)
        (place / "secret").write_text(SECRET)
    with contextlib.ExitStack() as stack:
        sleeper = stack.enter_context(subprocess.Popen(["sleep", "1000"], user=user))
        stack.callback(sleeper.kill)
        tcp, udp = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
        unix = socket.socket(socket.AF_UNIX)
        datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        abstract = socket.socket(socket.AF_UNIX)
        tcp.bind(("127.0.0.1", 0))
        udp.bind(("127.0.0.1", 0))
        unix.bind(str(folder / "stream"))
        datagrams.bind(str(folder / "datagrams"))
        abstract.bind(f"\0quiz-{os.urandom(8).hex()}".encode())
        for sock in (tcp, udp, unix, datagrams, abstract):
            stack.callback(sock.close)
            sock.setblocking(False)
            if sock.type == socket.SOCK_STREAM:
                sock.listen()
        screen, terminal = os.openpty()
        termios.tcsetattr(terminal, termios.TCSANOW, _raw(terminal))
        for side in (screen, terminal):
            stack.callback(os.close, side)
            os.set_blocking(side, False)
        os.chown(terminal, user, -1)
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, user, user if user else -1)
            path.chmod(0o700 if path.is_dir() else 0o666)
        victim = psutil.Process(sleeper.pid)
        sockets = (tcp, udp, unix, datagrams, abstract)
        world = Outside(folder, home, victim, *sockets, screen, terminal)
        world.remember()
        yield world


def _raw(terminal: int) -> list[Any]:
    """Settings with which every letter that is typed can be read at once, and none is echoed."""
    settings = termios.tcgetattr(terminal)
    settings[3] &= ~(termios.ICANON | termios.ECHO)
    return settings
