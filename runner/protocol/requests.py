"""What a client asks of a runner."""

from __future__ import annotations

from typing import Any

from runner.protocol import faults
from runner.protocol.framing import WireError
from runner.protocol.profile import Profile, Unsuitable, admit
from runner.protocol.wire import Fault, Hello, Snippet, decode_snippet

Asked = tuple[Snippet, Profile]
"""A snippet to run, and what to give it for that."""


class ClientGone(Exception):
    """Nobody is left to answer."""


def understand(message: Any, hello: Hello) -> tuple[int, Asked | Fault | None]:
    """The number of a request, and what is asked for.

    In its place there is a Fault where that cannot be run by a runner of which `hello` is
    true, and None where the request cancels an earlier one. Raises WireError.
    """
    if not isinstance(message, dict) or type(number := message.get("id")) is not int:
        raise WireError("a request without an id")
    if message.get("cancel"):
        return number, None
    try:
        snippet = decode_snippet(message.get("snippet"))
        return number, (snippet, admit(snippet, hello))
    except WireError as error:
        return number, faults.internal(f"it came garbled: {error}")
    except Unsuitable as error:
        return number, faults.refused(str(error))
