"""Lends a runner that is up to any number of apps and commands: none of them waits for torch.

Run as `python -m tests.lent SOCKET [LAYER…]`, it is the runner, without these layers, until its
stdin ends. Each client speaks with it through `tests/borrow.py SOCKET`, as with a runner on
another machine; every snippet gets a process of its own all the same.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from runner.client import CHUNK, Runner
from runner.protocol import requests
from runner.protocol.framing import Frames, frame
from runner.protocol.wire import Fault, Hello, Snippet
from tests.apart import started_apart

BORROW = Path(__file__).with_name("borrow.py")
PARTLY = "-partly"
"""Behind the name of its socket: it says of itself, and acts by it, that it has no seccomp."""


@contextmanager
def lend(*without: str) -> Iterator[Sequence[str]]:
    """The command of a runner that is up, for `runner.command`."""
    with tempfile.TemporaryDirectory() as folder:
        socket = f"{folder}/socket"
        with started_apart("tests.lent", socket, *without):
            yield [sys.executable, "-IS", str(BORROW), socket]


async def main(socket: str, *without: str) -> None:
    """Serve until nobody can come any more."""
    async with Runner(without=without) as runner:
        hello = await runner.ready()
        assert hello is not None
        layers = tuple(layer for layer in hello.sandbox if layer != "seccomp")
        servers = [
            await asyncio.start_unix_server(partial(serve, runner, said), path)
            for path, said in (
                (socket, hello),
                (f"{socket}{PARTLY}", replace(hello, sandbox=layers)),
            )
        ]
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.buffer.read)
        for server in servers:
            server.close()


async def serve(runner: Runner, hello: Hello, reader: StreamReader, writer: StreamWriter) -> None:
    """Be the runner of one client that says this, and drop what it no longer waits for."""
    writer.write(frame({"hello": hello}))
    frames = Frames()
    asked: dict[int, asyncio.Task[None]] = {}
    try:
        while chunk := await reader.read(CHUNK):
            for message in frames.feed(chunk):
                number, end = understood(message, hello)
                if end is None:
                    asked[number].cancel()
                elif isinstance(end, Fault):
                    writer.write(frame({"id": number, "fault": end}))
                else:
                    asked[number] = asyncio.create_task(answer(runner, writer, number, end))
    finally:
        for task in asked.values():
            task.cancel()
        await asyncio.gather(*asked.values(), return_exceptions=True)
        writer.close()


def understood(message: Any, hello: Hello) -> tuple[int, Snippet | Fault | None]:
    number, asked = requests.understand(message, hello)
    return number, asked[0] if isinstance(asked, tuple) else asked


async def answer(runner: Runner, writer: StreamWriter, number: int, snippet: Snippet) -> None:
    end = await runner.run(snippet)
    writer.write(frame({"id": number, "fault" if isinstance(end, Fault) else "outcome": end}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
