"""Where a process is in a snippet's code, which it says at a signal: else it costs nothing."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import re
import signal

from runner.protocol.wire import Snippet

_SIGNAL = signal.SIGRTMAX - 3 if hasattr(signal, "SIGRTMAX") else None
_FRAME = re.compile(r'^  File "(.*)", line (\d{1,9}) in .*\n', re.MULTILINE)


def to_be_told() -> None:
    """Have this process, and what is forked from it, say on stderr where it is when it is asked."""
    if _SIGNAL is not None:
        faulthandler.register(_SIGNAL, file=2, all_threads=False)


def ask(pid: int) -> None:
    """Ask a process that is of no use any more: it may have chosen to end by such a signal."""
    if _SIGNAL is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, _SIGNAL)


def told(said: bytes, snippet: Snippet) -> tuple[str, int] | None:
    """The path and the line of the snippet's sources that were said; None so far."""
    sources = {_said(source.code_name): source for source in snippet.sources}
    for name, line in _FRAME.findall(said.decode(errors="replace")):
        source = sources.get(name)
        if source and 0 <= int(line) - source.line < len(source.text.splitlines()):
            return source.path, int(line)
    return None


def _said(name: str) -> str:
    """A name as it is said, in ASCII."""
    return name.encode("ascii", "backslashreplace").decode()
