"""`quiz` in forks of a process that has imported it, which saves a tenth of a second each time.

Run as `python -m tests.cli.forks SOCKET`, it serves until its stdin ends. All but the imports is
as in a process of its own: arguments, environment, folder, descriptors and the way it ends.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NoReturn

from quizapp.commands import decks
from quizapp.search import parse
from quizapp.study import opening

LATE = (
    *("quizapp.cli.main", "quizapp.tui.themes", "runner.sandbox", "runner.processes.forking"),
    *("numpy", "psutil", "statistics", "tomllib", "nbformat", "email.parser", "zstandard"),
)
"""Imported by many commands once they need it."""
COURSE = "QUIZ_COURSE"
"""Names, in the environment of a request, what is to be in place of the decks of the app."""
LARGEST = 1 << 17
"""Bytes of a request; the environment is in it."""


def run_forked(
    server: str, arguments: Sequence[str], *, input: str, env: Mapping[str, str], timeout: float
) -> subprocess.CompletedProcess[str]:
    """Run `quiz` to its end, as subprocess.run does."""
    with ExitStack() as stack:
        files = [
            stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(3)
        ]
        files[0].write(input)
        files[0].seek(0)
        descriptors = [file.fileno() for file in files]
        asking = stack.enter_context(forking(server, arguments, descriptors, env))
        asking.settimeout(timeout)
        code = int(asking.recv(LARGEST))
        for file in files:
            file.seek(0)
        return subprocess.CompletedProcess(arguments, code, files[1].read(), files[2].read())


def forking(
    server: str, arguments: Sequence[str], descriptors: Sequence[int], env: Mapping[str, str]
) -> socket.socket:
    """Begin to run `quiz` on these in place of stdin, stdout, stderr; what will say its code."""
    asking = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    asking.connect(server)
    request = json.dumps([arguments, dict(env), str(Path.cwd())]).encode()
    socket.send_fds(asking, [request], descriptors)
    return asking


def serve(path: str) -> bool:
    """Answer each request by the exit code of its fork; whether this is such a fork."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(path)
        listening.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while 0 not in select.select([0, listening.fileno()], [], [])[0]:
            with listening.accept()[0] as asked:
                request, descriptors, *_ = socket.recv_fds(asked, LARGEST, 3)
                child = os.fork()
                if not child:
                    become(request, descriptors)
                    return True
                for descriptor in descriptors:
                    os.close(descriptor)
                _, status = os.waitpid(child, 0)
                with suppress(BrokenPipeError):  # of a test that has failed meanwhile
                    asked.send(b"%d" % os.waitstatus_to_exitcode(status))
    return False


def become(request: bytes, descriptors: Sequence[int]) -> None:
    """Be the process that was asked for."""
    arguments, environment, folder = json.loads(request)
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    if course := environment.pop(COURSE, None):
        for reads in (decks, opening):
            reads.SHIPPED_DECKS = Path(course)  # type: ignore[attr-defined]
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["quiz", *arguments]


def run_server(path: str) -> None:
    """Import all that any command imports, early or late; then serve."""
    import quizapp.commands

    for module in pkgutil.walk_packages(quizapp.commands.__path__, "quizapp.commands."):
        importlib.import_module(module.name)
    for late in LATE:
        importlib.import_module(late)
    parse._parser()
    gc.collect()
    gc.freeze()  # else each fork looks at all of it once more as it ends, which copies it
    if serve(path):
        from quizapp.__main__ import main

        end_as_by(main)


def end_as_by(main: Callable[[], None]) -> NoReturn:
    """End as a process does once that has exited, but for clearing away all modules."""
    code: object = 1
    try:
        main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    run_server(sys.argv[1])
