"""Helpers of tests that are no children of them: tests of runners know what children there are."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]


@contextmanager
def started_apart(module: str, *arguments: str) -> Iterator[None]:
    """Run a module that says `ready` when it is, and ends when its stdin does."""
    ours, theirs = os.pipe(), os.pipe()
    words = [sys.executable, "-m", module, *arguments]
    apart = ["sh", "-c", 'exec 3<&0; "$@" <&3 3<&- &', "sh", *words]
    subprocess.run(apart, stdin=ours[0], stdout=theirs[1], cwd=ROOT, check=True)
    os.close(ours[0])
    os.close(theirs[1])
    with os.fdopen(theirs[0]) as said:
        with os.fdopen(ours[1], "wb"):
            assert said.readline() == "ready\n"
            yield
        said.read()  # until it has ended
