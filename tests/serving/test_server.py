"""The page of the app: who is let in, and what is answered to others."""

from __future__ import annotations

import asyncio
import logging
import shlex
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual_serve")

from aiohttp import ClientSession, CookieJar, WSMsgType, WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request

from quizapp.errors import UserError
from quizapp.serving.kept_app import KeptApp
from quizapp.serving.server import QuizServer, free_port

TOKEN = "told-to-nobody"
PATIENCE = 60.0  # seconds
PATHS = ("/", "/static/js/textual.js", "/static/", "/download/any", "/nothing")
COOKIE = {"Cookie": f"quiz-token={TOKEN}", "Host": "localhost:8765"}


def quiz_server() -> QuizServer:
    server = QuizServer(0, TOKEN, lambda: None)
    server.folder = "hidden"
    return server


@asynccontextmanager
async def browser(
    server: QuizServer | None = None,
) -> AsyncIterator[TestClient[Request, Application]]:
    app = await (server or quiz_server())._make_app()
    async with TestClient(TestServer(app)) as client:
        yield client


@pytest.mark.parametrize("query", ["", "?token=", "?token=told-to-nobodY", "?token=%C3%A9"])
def test_nothing_is_answered_without_the_token(query: str) -> None:
    async def ask() -> None:
        async with browser() as client:
            for path in (*PATHS, *(f"/hidden{path}" for path in PATHS)):
                answer = await client.get(path + query)
                assert answer.status == 403
                assert "Open the link that" in await answer.text()
            with pytest.raises(WSServerHandshakeError, match="403"):
                await client.ws_connect(f"/hidden/ws{query}")

    asyncio.run(ask())


@pytest.mark.parametrize(("token", "status"), [(b"\xff", b"403"), (b"a" * 9000, b"400")])
def test_a_cookie_that_is_none_is_refused_and_nothing_logged(
    token: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask() -> bytes:
        server = quiz_server()
        server.initialize_logging()
        async with browser(server) as client:
            reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
            cookie = b"Cookie: quiz-token=" + token
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + cookie + b"\r\n\r\n")
            told = await reader.readline()
            writer.close()
            return told

    assert asyncio.run(ask()).split()[1] == status
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_the_link_lets_in_and_the_page_works_through_a_tunnel() -> None:
    async def ask() -> None:
        async with browser() as client:
            link = await client.get(f"/?token={TOKEN}", headers={"Host": "localhost:9123"})
            assert link.url.path == "/hidden/"
            assert "HttpOnly" in link.headers["Set-Cookie"]
            assert "SameSite=Strict" in link.headers["Set-Cookie"]
            assert 'content="0; url=./"' in await link.text()
            cookie = COOKIE | {"Host": "localhost:9123"}
            answer = await client.get("/hidden/", headers=cookie)
            page = await answer.text()
            assert 'src="static/js/textual.js"' in page
            assert "googleapis" not in page
            assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
            script = await client.get("/hidden/static/js/textual.js", headers=cookie)
            assert script.status == 200

    asyncio.run(ask())


def test_no_other_server_of_the_machine_is_sent_the_token() -> None:
    """A browser sends a cookie to all ports, for the paths below where it was set."""

    async def ask() -> None:
        jar = CookieJar(unsafe=True)  # loopback has an address for a name
        server = QuizServer(0, TOKEN, lambda: None)
        async with browser(server) as client, ClientSession(cookie_jar=jar) as learner:
            page = (await learner.get(client.make_url(f"/?token={TOKEN}"))).url
            assert len(server.folder) > 20
            assert (await learner.get(page.with_query(None))).status == 200
            assert [*jar.filter_cookies(page)] == ["quiz-token"]
            assert not jar.filter_cookies(page.with_path("/").with_port(9123))
            assert not jar.filter_cookies(page.with_path("/tree/ws").with_port(9123))

    asyncio.run(ask())


def test_a_page_is_in_the_language_that_is_set_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUIZ_HOME", str(tmp_path))

    async def ask() -> None:
        server = quiz_server()
        assert "--lang" not in server.command
        async with browser(server) as client:
            for language in ("zh", "en"):
                (tmp_path / "config.toml").write_text(f'language = "{language}"\n')
                page = await (await client.get("/hidden/", headers=COOKIE)).text()
                assert f'<html lang="{language}">' in page

    asyncio.run(ask())


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost:8000.evil.example",
        "192.168.0.7",
        "[",
    ],
)
def test_a_page_of_another_name_is_refused_even_with_the_token(host: str) -> None:
    async def ask() -> None:
        async with browser() as client:
            answer = await client.get(f"/?token={TOKEN}", headers={"Host": host})
            assert answer.status == 403

    asyncio.run(ask())


def test_a_browser_that_two_servers_let_in_stays_in_at_both() -> None:
    async def ask() -> None:
        theirs = QuizServer(0, "another", lambda: None)
        async with browser() as one, browser(theirs) as other:
            jar = CookieJar(unsafe=True)  # loopback has an address for a name
            async with ClientSession(cookie_jar=jar) as both:
                pages = [
                    (await both.get(client.make_url(f"/?token={token}"))).url.with_query(None)
                    for client, token in ((one, TOKEN), (other, "another"))
                ]
                for page in pages:
                    assert (await both.get(page)).status == 200

    asyncio.run(ask())


@pytest.mark.parametrize(
    "origin",
    ["http://localhost:9999", "http://evil.example", "http://evil.example/{host}", "null"],
)
def test_the_socket_is_refused_to_pages_of_others(origin: str) -> None:
    async def ask() -> None:
        async with browser() as client:
            with pytest.raises(WSServerHandshakeError, match="403"):
                said = origin.format(host=f"{client.host}:{client.port}")
                await client.ws_connect("/hidden/ws", headers=COOKIE | {"Origin": said})

    asyncio.run(ask())


def test_who_asks_for_the_socket_as_for_a_page_is_answered_in_words() -> None:
    async def ask() -> None:
        async with browser() as client:
            answer = await client.get("/hidden/ws", headers=COOKIE)
            assert (answer.status, await answer.text()) == (
                400,
                "This is for the page of the app, as a WebSocket.",
            )

    asyncio.run(ask())


def test_an_open_page_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    apps = []
    begin = KeptApp._open_app_process

    async def keep(*of: Any) -> Process:
        apps.append(await begin(*of))
        return apps[-1]

    monkeypatch.setattr(KeptApp, "_open_app_process", keep)

    async def end() -> None:
        server = quiz_server()
        server.command = shlex.join(
            [sys.executable, "-c", "from textual.app import *; App().run()"]
        )
        async with (
            browser(server) as client,
            client.ws_connect("/hidden/ws", headers=COOKIE) as page,
        ):
            await page.receive_bytes()
            assert client.app is not None
            await client.app.shutdown()
            async with asyncio.timeout(PATIENCE):
                while (await page.receive()).type is not WSMsgType.CLOSE:
                    pass
                assert await apps[0].wait() == 0

    asyncio.run(end())


def test_a_port_that_another_program_has_is_told_of() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(UserError, match=r"cannot be had: .*; --port takes another one"):
            free_port(other.getsockname()[1])
    assert free_port(0) > 0
