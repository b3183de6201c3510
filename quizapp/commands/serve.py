"""`quiz serve`: the app in a browser."""

from __future__ import annotations

import secrets
import webbrowser
from contextlib import ExitStack
from threading import Thread

from quizapp.commands.say import say
from quizapp.errors import UserError
from quizapp.machine.browser import page_to
from quizapp.text.language import tr


def serve(port: int, *, opens: bool) -> None:
    """Serve the app on loopback until Ctrl-C. Raises UserError where that cannot be."""
    try:
        from quizapp.serving.server import LOOPBACK, QuizServer, free_port
    except ImportError as error:
        raise UserError(
            tr(
                "this needs the package {name}: pip install 'torch-quiz[serve]'",
                name=error.name,
            )
        ) from error
    port = free_port(port)
    token = secrets.token_urlsafe(32)
    # By a name a browser may ask another address first, where another user can listen.
    link = f"http://{LOOPBACK}:{port}/?token={token}"

    def tell() -> None:
        say(tr("The app is at {link}", link=link))
        say(
            tr(
                "Ctrl-C ends it. Who has this link can review and run any program as you do; "
                "nobody else is let in."
            )
        )
        if opens:
            open_page()

    def open_page() -> None:
        try:
            page = left.enter_context(page_to(link))
        except (OSError, UserError):
            say_unopened()
        else:
            # A browser in the terminal is waited for until it ends.
            Thread(target=start_browser, args=(page,), daemon=True).start()

    def start_browser(page: str) -> None:
        # One that has shown the app may end with an error, as by Ctrl-C.
        if not webbrowser.open(page) and not server.has_let_in:
            say_unopened()

    def say_unopened() -> None:
        say(tr("No browser could be started here: open the link yourself."))

    server = QuizServer(port, token, tell)
    with ExitStack() as left:
        server.serve()
