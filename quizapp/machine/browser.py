"""Links, opened where there is a browser; such as hold a secret, by a page that leads to them."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from quizapp.machine.home import expanded

LEADS_ON = """\
<!DOCTYPE html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={link}"><title>quiz</title>
"""


def has_windows() -> bool:
    """Whether there are windows here: a browser of the terminal would take it from the app."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.keys() & {"DISPLAY", "WAYLAND_DISPLAY"}
    )


def open_links(links: Sequence[str]) -> bool:
    """Open them; whether there was a browser for that."""
    return has_windows() and all(map(webbrowser.open, links))


@contextmanager
def page_to(link: str) -> Iterator[str]:
    """The address of a page that leads to a link with a secret in it; nobody else may read it.

    What a browser is started with is seen by everybody on the machine. A browser that is shut in,
    as by snap, reads neither hidden folders nor temporary ones: the page is in the home itself.
    Raises UserError where that is not known, OSError.
    """
    private = TemporaryDirectory(prefix="quiz-", dir=expanded("~"), ignore_cleanup_errors=True)
    with private as folder:
        page = Path(folder) / "open.html"
        page.touch(0o600)
        page.write_text(LEADS_ON.format(link=link))
        yield page.as_uri()
