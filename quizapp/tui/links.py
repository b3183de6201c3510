"""Links that a card gives, opened where there is a browser for them."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Thread

from textual.app import App

from quizapp.machine.browser import has_windows
from quizapp.text.language import tr
from quizapp.text.visible import visible


def open_links(app: App[object], links: Sequence[str]) -> None:
    """Open them; without a browser of windows, send them to the terminal's clipboard.

    A browser of the terminal would take the screen from the app.
    """
    if app.is_web:
        for link in links:
            app.open_url(link)
    elif has_windows():
        # The first window of a browser may take seconds to say that it stands.
        Thread(target=lambda: [*map(app.open_url, links)], daemon=True).start()
    else:
        app.copy_to_clipboard("\n".join(links))
        shown = visible("\n".join(links))
        app.notify(tr("Sent to the terminal's clipboard:\n{links}", links=shown), markup=False)
