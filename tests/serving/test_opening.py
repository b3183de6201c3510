"""`quiz serve --open`: what a browser is started with, and who waits for it."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

pytest.importorskip("textual_serve")

from quizapp.commands.serve import serve

PATIENCE = 60.0  # seconds
UNOPENED = "No browser could be started here: open the link yourself."


def serve_and(
    do: Callable[[], object], monkeypatch: pytest.MonkeyPatch, *, has_let_in: bool = False
) -> None:
    """Do it in place of waiting for requests, once it is told that the server has started."""

    class Served:
        def __init__(self, port: int, token: str, started: Callable[[], object]) -> None:
            self.started = started
            self.has_let_in = has_let_in

        def serve(self) -> None:
            self.started()
            do()

    monkeypatch.setattr("quizapp.serving.server.QuizServer", Served)
    serve(0, opens=True)


def test_a_browser_is_started_with_no_secret_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    addresses = SimpleQueue[str]()
    ended = Event()

    def show(address: str) -> bool:
        addresses.put(address)
        return ended.wait(PATIENCE)

    def look() -> None:
        page = Path(url2pathname(urlsplit(addresses.get(timeout=PATIENCE)).path))
        link = capsys.readouterr().out.split()[4]
        assert "?token=" in link
        assert f'content="0; url={link}"' in page.read_text()
        assert [path.stat().st_mode & 0o777 for path in (page, page.parent)] == [0o600, 0o700]
        assert page.parent.parent == tmp_path
        assert not page.parent.name.startswith(".")
        ended.set()

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(webbrowser, "open", show)
    serve_and(look, monkeypatch)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("home", "has_let_in", "told"), [("", False, True), ("", True, False), ("none", False, True)]
)
def test_where_no_browser_can_be_started_it_is_said(
    home: str,
    has_let_in: bool,
    told: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Now:
        """In place of a thread."""

        def __init__(self, target: Callable[..., object], args: tuple[str], daemon: bool) -> None:
            self.start = lambda: target(*args)

    monkeypatch.setenv("HOME", str(tmp_path / home))
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    monkeypatch.setattr("quizapp.commands.serve.Thread", Now)
    serve_and(lambda: None, monkeypatch, has_let_in=has_let_in)
    assert (UNOPENED in capsys.readouterr().out) == told
