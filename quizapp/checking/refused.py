"""What the sandbox keeps code from, told to an author whose code raises by it."""

from __future__ import annotations

import re

from quizapp.deck.model import WORKERS, RunCard
from quizapp.text.language import tr
from runner.protocol.wire import Raised

_REFUSED = re.compile(r"PermissionError: \[Errno 1\]")
_NO_NETWORK = re.compile(r"name resolution|Name or service not known|internet connection")
_NO_FILE = re.compile(r"\w+Error: \[Errno (2|13|30)\]")
"""It is not there, may not be read, or lies where nothing can be written."""


def of_the_sandbox(card: RunCard, raised: Raised) -> str:
    """A remark for code that did not announce its processes, or is refused something else."""
    told = f"{raised.type}: {raised.message}"
    forks = "fork" in raised.traceback and "subprocess" not in raised.traceback
    if _REFUSED.match(told) and forks and WORKERS not in card.needs:
        return tr("; code that starts processes, as a DataLoader with workers does, needs: workers")
    if _REFUSED.match(told) or _NO_NETWORK.search(told):
        return tr(
            "; in the sandbox code reaches no network, no other program and no foreign process"
        )
    if _NO_FILE.match(told):
        return tr(
            "; in the sandbox code reads what Python and torch are made of, and writes in a folder "
            "of its own"
        )
    return ""
