"""Apps that outlive their pages: which page finds which app, and which end."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psutil
import pytest

pytest.importorskip("textual_serve")

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from aiohttp.web import AppRunner, TCPSite, WebSocketResponse
from textual_serve.download_manager import DownloadManager
from yarl import URL

from quizapp.machine.background import is_said_to_be_light
from quizapp.serving import kept_app
from quizapp.serving.kept_app import MOST_CELLS, KeptApp
from quizapp.serving.server import LOOPBACK, MOST_LEFT, QuizServer

TOKEN = "told-to-nobody"
PATIENCE = 60.0  # seconds
ESCAPES = re.compile(r"\x1b\[[0-9;?<>=]*[a-zA-Z]")
ALTERNATE_SCREEN = "\x1b[?1049h"
CTRL_Q = "\x11"
APP = """
from textual.widgets import Input
from quizapp.tui.painted_anew import PaintedAnew

class Field(PaintedAnew):
    def compose(self):
        yield Input(placeholder="nothing yet")

Field().run()
"""
LINGER = """
import os, signal
os.close(1)
os.close(2)
os.kill(os.getpid(), signal.SIGSTOP)
"""


class Served:
    """A server of a small app."""

    def __init__(self, address: URL, browser: ClientSession) -> None:
        self._address, self._browser = address, browser

    async def page(self, name: str, columns: int = 40, rows: int = 9) -> ClientWebSocketResponse:
        of = {"width": str(columns), "height": str(rows), "page": name}
        return await self._browser.ws_connect(self._address.join(URL("ws")).with_query(of))


@pytest.fixture(name="apps")
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    apps: list[Process] = []
    begin = KeptApp._open_app_process

    async def keep(*of: Any) -> Process:
        apps.append(await begin(*of))
        return apps[-1]

    monkeypatch.setattr(KeptApp, "_open_app_process", keep)
    return apps


@asynccontextmanager
async def served(app: str = APP) -> AsyncIterator[Served]:
    server = QuizServer(0, TOKEN, lambda: None)
    server.command = f"exec {shlex.join([sys.executable, '-c', app])}"
    async with (
        asyncio.timeout(PATIENCE),
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser,
    ):
        runner = AppRunner(await server._make_app())
        await runner.setup()
        try:
            await TCPSite(runner, LOOPBACK, 0).start()
            address = "http://{}:{}/".format(*runner.addresses[0])
            page = await browser.get(f"{address}?token={TOKEN}")
            yield Served(page.url, browser)
        finally:
            await runner.cleanup()


async def sees(page: ClientWebSocketResponse, wanted: str) -> str:
    """All that was written until this was, or the page is closed."""
    written = ""
    while wanted not in ESCAPES.sub("", written):
        message = await page.receive()
        assert message.type not in (WSMsgType.CLOSE, WSMsgType.CLOSED), written
        written += message.data.decode() if message.type is WSMsgType.BINARY else ""
    return written


async def is_closed(page: ClientWebSocketResponse) -> bool:
    while (await page.receive()).type not in (WSMsgType.CLOSE, WSMsgType.CLOSED):
        pass
    return True


@pytest.mark.parametrize("is_closed_before", [True, False])
def test_a_page_that_comes_back_finds_its_app_as_it_stood(
    apps: list[Process], is_closed_before: bool
) -> None:
    async def reload() -> None:
        async with served() as here:
            page = await here.page("one")
            await sees(page, "nothing yet")
            await page.send_json(["stdin", "half an ans"])
            await sees(page, "half an ans")
            if is_closed_before:  # a link that has died unclosed is not
                await page.close()
            again = await here.page("one")
            assert ALTERNATE_SCREEN in await sees(again, "half an ans")
            await again.send_json(["stdin", "wer"])
            await sees(again, "wer")
            assert is_closed_before or await is_closed(page)
            assert len(apps) == 1

    asyncio.run(reload())


def test_nothing_that_is_sent_ends_no_input(apps: list[Process]) -> None:
    async def send() -> None:
        async with served() as here:
            page = await here.page("one")
            await sees(page, "nothing yet")
            for sent in ("", "half", "", " an answer"):
                await page.send_json(["stdin", sent])
            await sees(page, "half an answer")

    asyncio.run(send())


def test_what_no_page_sends_ends_that_page_and_is_no_fault_of_the_server(
    apps: list[Process], caplog: pytest.LogCaptureFixture
) -> None:
    async def send() -> None:
        async with served() as here:
            strange = ("[" * 100_000, "7", "[]", '["stdin"]', '["stdin", 7]', '["resize", {}]', "{")
            for sent in strange:
                page = await here.page("one")
                await sees(page, "nothing yet")
                await page.send_str(sent)
                assert await is_closed(page)
        assert len(apps) == 1

    asyncio.run(send())
    assert not [record for record in caplog.records if record.name.startswith("aiohttp")]


def test_another_page_has_an_app_of_its_own(apps: list[Process]) -> None:
    async def open_two() -> None:
        async with served() as here:
            for name in ("one", "two"):
                await sees(await here.page(name), "nothing yet")
            assert len(apps) == 2
            for app in apps:
                assert os.getsid(app.pid) == app.pid, "Ctrl-C is for the server"

    asyncio.run(open_two())


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_page_whose_app_has_ended_is_closed_and_begins_anew(
    apps: list[Process], is_killed: bool
) -> None:
    async def end() -> None:
        async with served() as here:
            page = await here.page("one")
            await sees(page, "nothing yet")
            if is_killed:
                apps[0].kill()
            else:
                await page.send_json(["stdin", CTRL_Q])
            assert await is_closed(page)
            await sees(await here.page("one"), "nothing yet")

    asyncio.run(end())


@pytest.mark.parametrize("light", [True, False])
def test_an_app_is_light_where_its_browser_prefers_that(
    light: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = KeptApp("", WebSocketResponse(), DownloadManager(), light=light)
    monkeypatch.setattr(os, "environ", app._build_environment())
    assert is_said_to_be_light() is light


@pytest.mark.long
def test_an_app_ends_where_its_page_has_no_name_or_too_many_are_left(apps: list[Process]) -> None:
    async def leave() -> None:
        async with served() as here:
            for name in ("", *map(str, range(MOST_LEFT + 1))):
                page = await here.page(name)
                await sees(page, "nothing yet")
                await page.close()
            for ended in apps[:2]:
                assert await ended.wait() == 0
            assert [app.returncode for app in apps[2:]] == [None] * MOST_LEFT
        async with asyncio.timeout(PATIENCE):
            assert {await app.wait() for app in apps} == {0}, "what is left ends with the server"

    asyncio.run(leave())


@pytest.mark.long
def test_of_many_pages_that_go_at_once_no_more_apps_are_left(apps: list[Process]) -> None:
    async def leave() -> None:
        async with served() as here:
            pages = [await here.page(str(nth)) for nth in range(2 * MOST_LEFT)]
            for page in pages:
                await sees(page, "nothing yet")
            await asyncio.gather(*(page.close() for page in pages))
            ends = {asyncio.create_task(app.wait()) for app in apps}
            while sum(not end.done() for end in ends) > MOST_LEFT:
                waited_for = [end for end in ends if not end.done()]
                await asyncio.wait(waited_for, return_when=asyncio.FIRST_COMPLETED)

    asyncio.run(leave())


def test_a_page_gets_no_more_cells_than_a_screen_has(
    apps: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    resized: list[object] = []
    sent = KeptApp.send_meta

    async def send(app: KeptApp, told: dict[str, Any]) -> None:
        resized.append((told.get("width"), told.get("height")))
        await sent(app, told)

    monkeypatch.setattr(KeptApp, "send_meta", send)

    async def ask_for_many() -> None:
        async with served() as here:
            page = await here.page("one", 10**6, 9)
            await sees(page, "nothing yet")
            environment = psutil.Process(apps[0].pid).environ()
            assert (environment["COLUMNS"], environment["ROWS"]) == (str(MOST_CELLS[0]), "9")
            await page.send_json(["resize", {"width": 40, "height": 10**6}])
            await sees(page, "nothing yet")
        assert (40, MOST_CELLS[1]) in resized

    asyncio.run(ask_for_many())


def test_an_app_that_does_not_end_is_killed(
    apps: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_app, "LONGEST_END", 0.1)

    async def stop() -> None:
        async with served() as here:
            await sees(await here.page("one"), "nothing yet")
            os.killpg(apps[0].pid, signal.SIGSTOP)
        assert await apps[0].wait() == -signal.SIGKILL

    asyncio.run(stop())


def test_an_app_whose_output_has_ended_is_waited_for_until_it_has_itself(
    apps: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_app, "LONGEST_END", 0.1)

    async def stop() -> None:
        async with served(APP + LINGER) as here:
            await sees(await here.page("one"), "nothing yet")
        assert apps[0].returncode == -signal.SIGKILL

    asyncio.run(stop())
