"""What lies between a browser and `quiz serve`, and may break."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from yarl import URL

from quizapp.serving.server import LOOPBACK


class Tunnel:
    """Leads on to a link until it is cut."""

    def __init__(self, link: URL) -> None:
        self._link = link
        self._ends: set[StreamWriter] = set()
        self.is_open = True

    def cut(self) -> None:
        """Break what goes through it, unclosed as far as the browser can see."""
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    async def lead(self, reader: StreamReader, writer: StreamWriter) -> None:
        if not self.is_open:
            writer.transport.abort()
            return
        far, on = await asyncio.open_connection(self._link.host, self._link.port)
        self._ends |= {writer, on}
        await asyncio.gather(_pour(reader, on), _pour(far, writer), return_exceptions=True)


async def _pour(reader: StreamReader, writer: StreamWriter) -> None:
    while data := await reader.read(2**16):
        writer.write(data)
        await writer.drain()
    writer.close()


@asynccontextmanager
async def tunnel(link: str) -> AsyncIterator[tuple[Tunnel, str]]:
    """A tunnel, and the link at its near end."""
    far = URL(link)
    through = Tunnel(far)
    server = await asyncio.start_server(through.lead, LOOPBACK, 0)
    try:
        yield through, str(far.with_port(server.sockets[0].getsockname()[1]))
    finally:
        server.close()
        through.cut()
