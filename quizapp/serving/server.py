"""The app as a page, on this machine only, for whoever has the token.

A page is a process of its own, as a terminal would have one: they see each other's answers by the
review log.
"""

from __future__ import annotations

import asyncio
import hmac
import html
import logging
import re
import secrets
import shlex
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path

import aiohttp_jinja2
from aiohttp import web
from aiohttp.http import HttpProcessingError
from textual_serve.server import Server, to_int

from quizapp.errors import UserError
from quizapp.machine.browser import LEADS_ON
from quizapp.machine.settings import speak_as_set
from quizapp.machine.this_app import THIS_APP
from quizapp.serving.kept_app import KeptApp
from quizapp.text.language import asked_for, spoken, tr
from quizapp.text.reasons import reason

LOOPBACK = "127.0.0.1"
LOCAL_HOST = re.compile(rf"(localhost|{re.escape(LOOPBACK)})(:\d+)?", re.IGNORECASE)
"""What a browser may call this machine. By any other name a foreign page may stand behind it."""
COOKIE = "quiz-token"

LOOK_AGAIN = 0.02
HEARTBEAT = 15.0
FAREWELL = 1.0
"""Seconds; the last is for how long a page that is closed may take to say so too."""
NOT_OF_THE_PAGE = (
    *(AssertionError, AttributeError, LookupError),
    *(RecursionError, TypeError, ValueError),
)
"""What is raised by a message that is none of those which the page sends."""
MOST_LEFT = 3
"""Apps that wait for a page."""
TEMPLATES = Path(__file__).parent
LET_IN = LEADS_ON.format(link="./")
"""Goes on by itself: where a link on another site was followed, a redirect would still be asked for
by that site, without the cookie."""

REFUSED = """\
<!DOCTYPE html><html lang="{language}"><meta charset="utf-8"><title>quiz</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<p style="font: 1.2em/1.5 sans-serif; text-align: center; margin: 40vh 1em">{why}</p>
"""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class QuizServer(Server):
    """Serves the app on loopback; nothing of it is answered without the token.

    All of it stands in a folder of a name that nobody can guess, for cookies know no ports: the
    browser sends one of all paths to every other server of this machine that it visits.
    """

    def __init__(self, port: int, token: str, started: Callable[[], object]) -> None:
        asked = asked_for()
        command = [*THIS_APP, *(("--lang", asked) if asked else ())]
        super().__init__(shlex.join(command), LOOPBACK, port, "quiz", templates_path=TEMPLATES)
        self.folder = secrets.token_urlsafe(16)
        self._token = token
        self.has_let_in = False
        self._started = started
        self._pages: set[asyncio.Task[object]] = set()
        self._apps: dict[str, KeptApp] = {}

    def initialize_logging(self) -> None:
        logging.getLogger("textual-serve").setLevel(logging.CRITICAL)
        logging.getLogger("aiohttp.server").addFilter(_is_of_this_side)

    async def on_startup(self, app: web.Application) -> None:
        if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.request_exit)
        self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        """Say that it has started once it can be reached."""
        while True:
            try:
                _, trial = await asyncio.open_connection(LOOPBACK, self.port)
            except OSError:
                await asyncio.sleep(LOOK_AGAIN)
            else:
                trial.close()
                self._started()
                return

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page, in the language that is set by now."""
        speak_as_set()
        words = {
            "title": self.title,
            "language": spoken(),
            "keyboard": tr("On-screen keyboard"),
            "ended": tr("The app has ended. All that was answered is kept."),
            "lost": tr("The link to the app is broken. All that was answered is kept."),
            "silent": tr("The app does not answer at the moment. All that was answered is kept."),
            "again": tr("Open it again"),
            "copy": tr("Copy"),
        }
        page = aiohttp_jinja2.render_template("app_index.html", request, words)
        page.headers["Content-Security-Policy"] = "frame-ancestors 'none'"
        page.headers["Cache-Control"] = "no-store"
        return page

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        if not web.WebSocketResponse().can_prepare(request):
            raise web.HTTPBadRequest(text=tr("This is for the page of the app, as a WebSocket."))
        task = asyncio.current_task()
        assert task is not None
        self._pages.add(task)
        page = web.WebSocketResponse(heartbeat=HEARTBEAT, timeout=FAREWELL)
        try:
            await page.prepare(request)
            await self._serve(page, request.query)
        except asyncio.CancelledError:
            await page.close()
        finally:
            self._pages.remove(task)
        return page

    async def _serve(self, page: web.WebSocketResponse, query: Mapping[str, str]) -> None:
        """Have a page show its app until it goes, and keep that for when it comes back."""
        name = query.get("page", "")
        known = self._apps.get(name)
        is_back = known is not None and known.is_running
        light = query.get("light") == "true"
        new = KeptApp(self.command, page, self.download_manager, light=light)
        app = known if known and is_back else new
        if name:
            self._apps[name] = app
        try:
            with suppress(ConnectionResetError):  # it is gone
                if is_back:
                    await app.go_on_with(page)
                else:
                    size = (to_int(query.get("width", ""), 80), to_int(query.get("height", ""), 24))
                    await app.start(*size)
                try:
                    await self._process_messages(page, app)
                except NOT_OF_THE_PAGE:
                    await page.close()
            if self._apps.get(name) is app and app.is_of(page) and app.is_running:
                self._make_room()
                await app.wait_for_another_page()
        finally:
            if app.is_of(page):
                if self._apps.get(name) is app:
                    del self._apps[name]
                await app.stop()

    def _make_room(self) -> None:
        """Where many wait let the longest waiting go: closed tabs never come back."""
        waiting = [app for app in self._apps.values() if app.is_left]
        if len(waiting) >= MOST_LEFT:
            min(waiting, key=lambda app: app.left_since).let_go()

    async def on_shutdown(self, app: web.Application) -> None:
        """End the app of each page, which would be waited for up to a minute."""
        for page in self._pages:
            page.cancel()
        # Nobody waits for pages that have gone.
        left = [asyncio.create_task(app.stop()) for app in self._apps.values() if app.is_left]
        if left:
            await asyncio.wait(left, timeout=HEARTBEAT)

    async def _make_app(self) -> web.Application:
        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._let_in(request, handler)

        app = web.Application(middlewares=[guard])
        app.add_subapp(f"/{self.folder}", await super()._make_app())
        return app

    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn the token of a link into a cookie; answer nobody else.

        The cookie is not sent along with what another site asks for. To a browser all ports of
        this machine are one site: what their pages ask for tells where it comes from.
        """
        if not LOCAL_HOST.fullmatch(request.host):
            raise _refused(tr("Open this page at 127.0.0.1."))
        given = request.query.get("token")
        if request.path == "/" and _same(given, self._token):
            raise web.HTTPFound(f"{self.folder}/?token={given}")
        if request.path == f"/{self.folder}/" and _same(given, self._token):
            return self._cookie()
        if not _same(request.cookies.get(COOKIE), self._token):
            raise _refused(
                tr("Open the link that 'quiz serve' printed last: it is another one at each start.")
            )
        if request.headers.get("Origin", request.host).rpartition("://")[2] != request.host:
            raise _refused(tr("Open this page at 127.0.0.1."))
        return await handler(request)

    def _cookie(self) -> web.Response:
        """What lets in from now on; a browser keeps it for the folder, for no path is named."""
        self.has_let_in = True
        page = web.Response(text=LET_IN, content_type="text/html")
        page.headers["Cache-Control"] = "no-store"
        page.set_cookie(COOKIE, self._token, path="", httponly=True, samesite="Strict")
        return page


def _refused(why: str) -> web.HTTPForbidden:
    page = REFUSED.format(language=spoken(), why=html.escape(why))
    return web.HTTPForbidden(text=page, content_type="text/html")


def _is_of_this_side(record: logging.LogRecord) -> bool:
    """Whether it tells of something that failed here, and not of a request that is none."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def _same(given: str | None, token: str) -> bool:
    if given is None:
        return False
    # What a browser sends may be no UTF-8.
    return hmac.compare_digest(given.encode(errors="replace"), token.encode())


def free_port(wanted: int) -> int:
    """The port, or for 0 any that is free. Raises UserError where another program has it."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((LOOPBACK, wanted))
        except OSError as error:
            raise UserError(
                tr(
                    "port {port} cannot be had: {error}; --port takes another one",
                    port=wanted,
                    error=reason(error),
                )
            ) from error
        return int(trial.getsockname()[1])
