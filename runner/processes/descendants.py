"""Processes that a process has started, on any system.

They are known by who started whom, by the group that they are in, and by a variable in their
environment: a process may hide from each of these, but hardly from all.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import psutil

MOST_ROUNDS = 20


def apart() -> dict[str, Any]:
    """Arguments of subprocess for one that leads a group, and hears of no Ctrl-C of ours."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return {"creationflags": flags}
    return {"start_new_session": True}


def end(process: subprocess.Popen[bytes], variable: str, value: str) -> None:
    """Kill a process that was started apart, and all that it has started in turn.

    Whatever has the variable, with this value, in its environment is taken for that, too.
    """
    import psutil

    family: list[psutil.Process] = []
    if process.poll() is None:  # else its number may be another's by now
        with contextlib.suppress(psutil.Error):
            family = psutil.Process(process.pid).children(recursive=True)
    if sys.platform != "win32":
        # All at once: processes that fork on and on would outrun a list of them.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    _kill(family)
    process.wait()
    end_marked(variable, value)


def end_marked(variable: str, value: str) -> None:
    """Kill every process that has the variable, with this value, in its environment."""
    import psutil

    for _ in range(MOST_ROUNDS):
        if not (left := [p for p in psutil.process_iter() if _is_marked(p, variable, value)]):
            return
        _kill(left)


def _is_marked(process: psutil.Process, variable: str, value: str) -> bool:
    import psutil

    try:
        return process.environ().get(variable) == value
    except (psutil.Error, OSError):  # somebody else's, or gone
        return False


def _kill(processes: list[psutil.Process]) -> None:
    import psutil

    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(processes, timeout=1)
