"""Stands in for ssh: starts a command elsewhere, and copies bytes both ways.

Run as `python tests/relay.py HOST WORD...`. As with ssh the words are joined and left to a
shell that knows nothing of the environment here; and what runs there learns that nobody listens
any more by the end of its stdin.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from typing import IO


def main() -> int:
    """Copy until the command ends; its exit code."""
    _, _, *words = sys.argv
    with subprocess.Popen(
        ["sh", "-c", " ".join(words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={name: os.environ[name] for name in ("PATH", "HOME")},
        cwd="/",
        start_new_session=True,
    ) as there:
        assert there.stdin is not None and there.stdout is not None
        threading.Thread(target=copy, args=(sys.stdin.buffer, there.stdin), daemon=True).start()
        copy(there.stdout, sys.stdout.buffer)
        return there.wait()


def copy(source: IO[bytes], target: IO[bytes]) -> None:
    """Copy bytes as they come, and close the target after them."""
    with contextlib.suppress(BrokenPipeError), target:
        while chunk := os.read(source.fileno(), 1 << 16):
            target.write(chunk)
            target.flush()


if __name__ == "__main__":
    sys.exit(main())
