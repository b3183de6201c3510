"""Inside an interpreter of the pool: import torch, wait for a snippet, run it, report.

Run as `python -m runner.inside.interpreter FOLDER` by `runner.server.spawned`.
"""

from __future__ import annotations

import _thread
import contextlib
import faulthandler
import os
import platform
import queue
import signal
import sys
import tempfile
import traceback
from pathlib import Path

from runner.inside import preload, torch_here
from runner.observed.raised import OutOfMemory
from runner.processes import environment, packages, streams
from runner.protocol import listening
from runner.protocol.profile import admit
from runner.protocol.wire import Fault, Hello, Outcome, Snippet

HOME = "home"  # the folder that a snippet finds itself in
STREAMS = ("stdout", "stderr")  # files that take what a snippet prints
GRACE = 5.0  # seconds past its time-out after which nobody can be about to end a snippet


def main(folder: Path) -> int:
    """The whole life of the interpreter; it is killed when nobody needs it any more."""
    snippets, replies = streams.take_over()
    try:
        # Here, not above: torch prints as it is imported.
        with preload.without_collecting():
            torch_here.ensure()
            import torch

            from runner.inside import devices, perform
    except ImportError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    torch.set_num_threads(1)
    hello = Hello(
        torch.__version__,
        platform.python_version(),
        devices.available(),
        packages=packages.installed(),
    )
    best = hello.devices[-1].partition(":")[0]
    perform.prepare(perform.REHEARSAL, perform.Place("cpu"))
    nowhere = _settle(folder)
    streams.send(replies, hello)

    received: queue.SimpleQueue[Snippet] = queue.SimpleQueue()
    _thread.start_new_thread(_attend, (snippets, received))
    unusable = devices.wake(best)
    with streams.silenced(nowhere):  # parts of torch tell stderr what they miss
        snippet = _import_until(received)
    # Not before: torch makes files as it is imported.
    os.environ.update(environment.at_home_in(folder / HOME))
    tempfile.tempdir = None
    place = perform.Place(admit(snippet, hello).device)
    report: Outcome | Fault | str | None = None if place.device == "cpu" else unusable
    if report is None:
        # Were whoever is to kill it dead, this does it, also while C code holds the interpreter.
        faulthandler.dump_traceback_later(snippet.timeout + GRACE, exit=True, file=nowhere)
        streams.send(replies, listening.STARTED)
        try:
            report = perform.perform(snippet, place, nowhere=nowhere)
        except OutOfMemory:
            report = listening.OUT_OF_MEMORY
    streams.send(replies, report)
    received.get()  # until the end: what it has started is looked for while it is alive
    return 0


def _import_until(received: queue.SimpleQueue[Snippet]) -> Snippet:
    """Import what may be needed until there is a snippet; all of it for one that may hang.

    That is to be found out by the time that it takes, without that of imports.
    """
    snippet: Snippet | None = None
    for _ in preload.imports():
        if snippet is None and not received.empty():
            snippet = received.get()
        if snippet is not None and not snippet.may_hang:
            break
    return snippet or received.get()


def _settle(folder: Path) -> int:
    """Be as a snippet is to find this process; a descriptor for what nobody is to read."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = [""]
    nowhere = os.open(os.devnull, os.O_RDWR)
    with contextlib.ExitStack() as stack:
        # Appended to, lest a process that the snippet starts writes over what it has written.
        printed = [stack.enter_context((folder / name).open("ab")) for name in STREAMS]
        streams.redirect(nowhere, *(file.fileno() for file in printed))
    streams.renew()
    return nowhere


def _attend(snippets: int, received: queue.SimpleQueue[Snippet]) -> None:
    """Take the snippet in, and end with whoever sent it."""
    with contextlib.suppress(OSError, EOFError):
        received.put(streams.receive(snippets))
        os.read(snippets, 1)
    os._exit(1)


if __name__ == "__main__":
    status = listening.CANNOT_REPORT
    try:
        status = main(Path(sys.argv[1]))
    except BaseException:
        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(status)
