"""A real browser, without a window, driven by the DevTools protocol."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

PATIENCE = 60.0  # seconds
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

ESCAPES = re.compile(r"\x1b\[[0-9;?<>=]*[a-zA-Z]")

LISTEN = """
window.received = '';
const decoder = new TextDecoder();
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...of) {
    super(...of);
    this.addEventListener('message', async (event) => {
      const data = event.data instanceof Blob ? await event.data.arrayBuffer() : event.data;
      window.received += typeof data === 'string' ? data : decoder.decode(data, {stream: true});
    });
  }
};
"""
"""What the app writes to the terminal of the page is kept, since a canvas cannot be read."""


class Page:
    """A tab."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def call(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        async for message in self._socket:
            answer = json.loads(message.data)
            if answer.get("id") == number:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    return await self.call(method, **parameters)  # the page before it was asked
                assert "error" not in answer, answer
                return answer["result"]
        raise ConnectionError("the browser has gone")

    async def open(self, link: str) -> None:
        await self.call("Page.enable")
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=LISTEN)
        await self.call("Page.navigate", url=link)

    async def value(self, expression: str) -> Any:
        told = await self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return told["result"].get("value")

    async def sees(self, *wanted: str) -> None:
        """Wait until all of this has been written since it was last asked."""
        text = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(words in text for words in wanted):
                    text = ESCAPES.sub("", await self.value("window.received || ''"))
        except TimeoutError:
            pytest.fail(f"never saw {wanted} in:\n{text}")
        await self.value("window.received = ''")

    async def finds(self, expression: str, wanted: object) -> None:
        """Wait until it has this value."""
        found = None
        try:
            async with asyncio.timeout(PATIENCE):
                while (found := await self.value(expression)) != wanted:
                    pass
        except TimeoutError:
            pytest.fail(f"never found {wanted!r}, but {found!r}")

    async def type(self, text: str) -> None:
        for sign in text:
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=sign, key=sign)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=sign)

    async def press(self, key: str, code: int) -> None:
        named = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        await self.call("Input.dispatchKeyEvent", type="rawKeyDown", **named)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **named)

    async def compose(self, word: str, taken_up: int = 0) -> None:
        """Write as an on-screen keyboard does, which may still change the word.

        In place of so many letters that were sent before.
        """
        end = {"selectionStart": len(word), "selectionEnd": len(word)}
        if taken_up:
            held = await self.value("document.activeElement.value.length")
            end |= {"replacementStart": held - taken_up, "replacementEnd": held}
        await self.call("Input.imeSetComposition", text=word, **end)
        read = "new Promise(read => setTimeout(read))"  # by the terminal
        await self.call("Runtime.evaluate", expression=read, awaitPromise=True)

    async def paste(self, text: str) -> None:
        """Press ctrl+v, with this on the clipboard."""
        permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        await self.call("Browser.grantPermissions", permissions=permissions)
        await self.call(
            "Runtime.evaluate",
            expression=f"navigator.clipboard.writeText({json.dumps(text)})",
            awaitPromise=True,
        )
        key = {"key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86, "modifiers": 2}
        await self.call("Input.dispatchKeyEvent", type="rawKeyDown", commands=["paste"], **key)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **key)

    async def click(self, x: int, y: int) -> None:
        at = {"x": x, "y": y, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, **at)

    async def drag(self, x: int, begin: int, end: int, *, steps: int = 10) -> None:
        """Let a finger go down or up the page."""
        await self._touch("touchStart", {"x": x, "y": begin})
        for step in range(1, steps + 1):
            await self._touch("touchMove", {"x": x, "y": begin + (end - begin) * step // steps})
        await self._touch("touchEnd")

    async def pinch(self, x: int, y: int, begin: int, end: int, *, steps: int = 4) -> None:
        """Let two fingers go apart or together."""
        for step in range(steps + 1):
            apart = begin + (end - begin) * step // steps
            ends = [{"x": x + way * apart // 2, "y": y, "id": way} for way in (-1, 1)]
            await self._touch("touchMove" if step else "touchStart", *ends)
        await self._touch("touchEnd")

    async def tap(self, x: int, y: int) -> None:
        await self._touch("touchStart", {"x": x, "y": y})
        await self._touch("touchEnd")

    async def touch_until_cancelled(self, x: int, y: int, sent: str) -> None:
        """Rest a finger until this has come of it, when the system takes it away."""
        await self._touch("touchStart", {"x": x, "y": y})
        await self.finds(sent, True)
        await self._touch("touchCancel")

    async def _touch(self, kind: str, *points: dict[str, int]) -> None:
        await self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    async def resize(self, width: int, height: int, *, tablet: bool = False) -> None:
        """Give the page a size; a tablet's is touched, if it was so before it was opened."""
        await self.call("Emulation.setTouchEmulationEnabled", enabled=tablet)
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=tablet,
        )


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Page]:
    """A browser with one tab; it keeps what it has in the folder."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        *(CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
        *("--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"),
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            line = b""
            while b"listening on ws://" not in line:
                line = await process.stderr.readline()
                assert line, "Chromium did not start"
        port = line.decode().split("ws://127.0.0.1:")[1].split("/")[0]
        async with aiohttp.ClientSession() as session:
            tabs = await (await session.get(f"http://127.0.0.1:{port}/json/list")).json()
            address = next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
            async with session.ws_connect(address, max_msg_size=0) as socket:
                yield Page(socket)
    finally:
        process.kill()
        await process.wait()
