"""What the runner said of this machine when it last spoke.

Until torch is up, and where a command does without it, cards are counted by that. A machine that
has changed since is counted as it was until torch is started there again; nothing is run by it.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from quizapp.machine.safekeeping import read_own, write_if_roomy

if TYPE_CHECKING:
    from runner.protocol.wire import Hello

Command = Sequence[str] | None
"""What is started to run the cards; None for what usually is."""


def last_hello(cache: Path, command: Command) -> Hello | None:
    """Of the runner that this command starts; None where it is not known."""
    from runner.protocol.wire import decode_hello

    try:
        whose, hello = json.loads(read_own(hello_file(cache)))
        return decode_hello(hello) if whose == _whose(command) else None
    except (OSError, ValueError, TypeError):
        return None


def keep_hello(cache: Path, command: Command, hello: Hello) -> None:
    """Keep it, if that can be; nothing is written where it says what it said before."""
    kept = json.dumps([_whose(command), asdict(hello)]).encode()
    with suppress(OSError):
        if not _is_kept(hello_file(cache), kept):
            write_if_roomy(hello_file(cache), kept)


def hello_file(cache: Path) -> Path:
    return cache / "hello"


def _is_kept(file: Path, kept: bytes) -> bool:
    try:
        return read_own(file) == kept
    except OSError:
        return False


def _whose(command: Command) -> list[str]:
    """Machines may share the folder, and environments with a torch each."""
    return [platform.node(), sys.executable, *(command or ())]
