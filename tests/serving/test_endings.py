"""What is left of `quiz serve` once it has ended, however it did: nothing."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import psutil
import pytest

pytest.importorskip("textual_serve")

from aiohttp import ClientSession, CookieJar
from yarl import URL

from tests.serving.serve import server

PATIENCE = 60.0  # seconds


@pytest.mark.long
@pytest.mark.parametrize("told", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_the_app_of_an_open_page_ends_with_the_server(tmp_path: Path, told: signal.Signals) -> None:
    async def end() -> None:
        async with (
            server(tmp_path) as (link, process),
            ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser,
        ):
            address = (await browser.get(link)).url.join(URL("ws"))
            async with browser.ws_connect(address) as page:
                await page.receive_bytes()
                apps = psutil.Process(process.pid).children(recursive=True)
                assert apps
                process.send_signal(told)
                await process.wait()
                left = await asyncio.to_thread(psutil.wait_procs, apps, PATIENCE)
                assert not left[1]

    asyncio.run(end())
