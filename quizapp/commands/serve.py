"""`quiz serve`: the app in a browser."""

from __future__ import annotations

import secrets
import webbrowser

from quizapp.commands.say import say
from quizapp.errors import UserError
from quizapp.text.language import tr


def serve(port: int, *, opens: bool) -> None:
    """Serve the app on loopback until Ctrl-C. Raises UserError where that cannot be."""
    try:
        from quizapp.serving.server import QuizServer, free_port
    except ImportError as error:
        raise UserError(
            tr(
                "this needs the package {name}: pip install 'torch-quiz[serve]'",
                name=error.name,
            )
        ) from error
    port = free_port(port)
    token, once = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    link = f"http://localhost:{port}/?token="

    def tell() -> None:
        say(tr("The app is at {link}", link=link + token))
        say(tr("Ctrl-C ends it. Who has this link can review as you do; nobody else is let in."))
        if opens:
            # Everybody on the machine sees what a browser is started with, for as long as it runs.
            webbrowser.open(link + once)

    QuizServer(port, token, tell, once=once if opens else "").serve()
