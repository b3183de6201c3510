"""A zygote's process, seen from outside: its start, and making sure of its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from runner.processes import descendants, environment, scratch

CHUNK = 1 << 16
LEFT_BEHIND = 1.0
"""Seconds until its pipes are closed, which a process that it has left behind may hold for ever."""

if sys.platform == "win32":
    KILL = signal.SIGTERM  # is without mercy there
else:
    KILL = signal.SIGKILL


class Launched:
    """A process that speaks the protocol on `requests` and `replies`.

    `root` is the folder below which it keeps what snippets write; its name is in the
    environment of every process that it starts.
    """

    def __init__(self, process: Process, root: Path) -> None:
        assert process.stdin and process.stdout and process.stderr
        self.requests = process.stdin
        self.replies = process.stdout
        self._process = process
        self._root = root
        self._last_words = asyncio.create_task(_last_line(process.stderr))

    @classmethod
    async def start(cls, command: Sequence[str] | None, arguments: Sequence[str]) -> Self:
        """Start the command, or this Python's own runner; raises OSError."""
        root = scratch.new_root()
        if command is None:
            # -P and a neutral folder: no module of the same name gets in the way.
            command, variables, folder = [sys.executable, "-P", "-m", "runner"], _own(), "/"
        else:
            variables, folder = dict(os.environ), None
        process = await asyncio.create_subprocess_exec(
            *command,
            *arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=variables | {scratch.VARIABLE: str(root)},
            cwd=folder,
            **descendants.apart(),
        )
        return cls(process, root)

    def kill(self) -> None:
        """Kill the process, if it still runs."""
        # Not the process' own kill(), which may reap it before asyncio does.
        if self._process.returncode is None:
            with contextlib.suppress(OSError):  # gone by itself, in each system's words
                os.kill(self._process.pid, KILL)

    async def end(self) -> str:
        """Leave no process, folder or pipe of it; the last line that it wrote to stderr."""
        self.kill()
        ended = asyncio.create_task(self._process.wait())
        if (await asyncio.wait((ended, self._last_words), timeout=LEFT_BEHIND))[1]:
            self._process._transport.close()  # type: ignore[attr-defined]
        await ended
        self.requests.close()
        with contextlib.suppress(OSError):
            await self.requests.wait_closed()
        if self._process.returncode != 0:  # it could not clear up itself
            await asyncio.to_thread(_clear_up, self._root)
        if sys.platform == "linux":
            from runner.sandbox import cgroups

            cgroups.clear_up(self._root.name)  # as it may not, where root has started it
        return await self._last_words


def _own() -> dict[str, str]:
    variables = environment.importing_this_package(environment.scrubbed(os.environ))
    # The fixed seed: a printed set looks alike in every run.
    return variables | {"PYTHONHASHSEED": "0"}


async def _last_line(stderr: asyncio.StreamReader) -> str:
    tail = b""
    while chunk := await stderr.read(CHUNK):
        tail = (tail + chunk)[-CHUNK:]
    lines = [line.strip() for line in tail.decode(errors="replace").splitlines()]
    return next(filter(None, reversed(lines)), "")


def _clear_up(root: Path) -> None:
    """End what the snippets of a killed zygote left behind, and remove their folder."""
    descendants.end_marked(scratch.VARIABLE, str(root))
    scratch.remove(root)
