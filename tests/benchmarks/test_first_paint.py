"""How soon the home screen stands in a terminal, beside a Textual app that does nothing."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from fcntl import ioctl
from pathlib import Path

ROUNDS = 15

HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("hello world")

Hello().run()
"""

ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[PX^_].*?\x1b\\|.)")


def seconds_to(words: bytes, command: Sequence[str], env: Mapping[str, str]) -> float:
    """Seconds from the start of a command until these words have been drawn."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True
    )
    os.close(theirs)
    drawn = b""
    try:
        while words not in ESCAPES.sub(b"", drawn):
            assert select.select([ours], [], [], 30)[0], f"never drawn: {words!r}"
            drawn += os.read(ours, 1 << 16)
        return time.perf_counter() - start
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(ours)


def test_home_paints_in_at_most_1_4_times_a_hello_world(tmp_path: Path) -> None:
    env = {**os.environ, "QUIZ_HOME": str(tmp_path), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    quiz = [str(Path(sys.executable).with_name("quiz"))]
    hello = [sys.executable, "-c", HELLO]
    commands = {"home": (b"Autograd", quiz), "hello": (b"hello world", hello)}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for words, command in commands.values():  # fills the caches of both
        seconds_to(words, command, env)
    for _ in range(ROUNDS):
        for name, (words, command) in commands.items():
            times[name].append(seconds_to(words, command, env))
    home, hello_world = (statistics.median(times[name]) for name in ("home", "hello"))
    ratio = statistics.median(a / b for a, b in zip(times["home"], times["hello"], strict=True))
    print(f"\nhome {home * 1e3:.0f} ms, hello world {hello_world * 1e3:.0f} ms, ratio {ratio:.2f}")
    assert ratio <= 1.4
