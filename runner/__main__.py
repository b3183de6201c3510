"""`python -m runner`: speaks the protocol of `runner.protocol.wire` on stdin and stdout."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from runner.processes.forking import others_forks_only
from runner.protocol.layers import LAYERS

with others_forks_only():  # Python's own modules, too, have something done at each fork
    from runner.processes import environment, scratch, streams

if TYPE_CHECKING:
    from runner.sandbox.sandbox import Sandbox

ADDED_BY_PYTHON = {"LC_CTYPE", "__CF_USER_TEXT_ENCODING"}  # as it starts, on some systems
MOST_INTERPRETERS = 4  # at once, unless more are asked for: each holds a whole torch


def main() -> int:
    """Serve until stdin ends; exit code 1 where torch is missing."""
    parser = argparse.ArgumentParser(prog="python -m runner", description=__doc__)
    parser.add_argument("--jobs", type=int, default=None, help="snippets run at once")
    parser.add_argument(
        "--without",
        action="append",
        choices=LAYERS,
        default=[],
        help="a layer of the sandbox to leave out, to see how the others hold",
    )
    parser.add_argument(
        "--pool",
        action="store_true",
        help="start a Python for each snippet, as is done where none can be forked",
    )
    parser.add_argument(
        "--hash-seed", type=int, default=0, help="by which Python hashes texts, but on Windows"
    )
    options = parser.parse_args()
    _begin_clean(options.hash_seed)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = streams.take_over()
    variables = environment.scrubbed(os.environ)
    os.environ.clear()
    os.environ.update(variables)
    root = scratch.choose_root()
    if sys.platform == "linux" and not options.pool:
        # One more than cores: whoever begins or ends waits for others now and then.
        jobs = options.jobs or len(os.sched_getaffinity(0)) + 1
        return _serve_by_forking(requests, replies, jobs, root, options.without)

    from runner.server.pool import Pool

    jobs = options.jobs or min(os.cpu_count() or 1, MOST_INTERPRETERS)
    return Pool(requests, replies, jobs, root).serve()


def _begin_clean(hash_seed: int) -> None:
    """Begin anew, where whoever started this has more in the environment than a runner needs.

    What a process was started with stays in its memory, for every snippet to read. And with
    the fixed seed a set prints alike in every run.
    """
    wanted = environment.scrubbed(os.environ) | {"PYTHONHASHSEED": str(hash_seed)}
    more = os.environ.keys() - wanted.keys() - ADDED_BY_PYTHON
    if sys.platform != "win32" and (more or os.environ.get("PYTHONHASHSEED") != str(hash_seed)):
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], wanted)


def _serve_by_forking(
    requests: int, replies: int, jobs: int, root: Path, without: Sequence[str]
) -> int:
    if sys.platform != "linux":
        raise OSError("nothing forks here")
    with others_forks_only():
        from runner.processes import tree
        from runner.sandbox.sandbox import Sandbox
        from runner.server import bytecode

    bytecode.fork_to_compile(bytecode.modules())
    sandbox = Sandbox.strongest(root, without=without)
    sandbox.count()
    sandbox.enter()
    orders, ordered = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    deaths, tell = os.pipe()
    server = os.getpid()
    if (zygote := os.fork()) == 0:
        tree.die_with_parent(server)
        orders.close()
        for descriptor in (requests, replies, deaths):
            os.close(descriptor)
        if sandbox.groups:
            sandbox.groups.enter_as_zygote()
        return _fork_for_it(ordered, tell, sandbox)
    ordered.close()
    os.close(tell)
    from runner.server.orders import Zygote, ZygoteGone
    from runner.server.server import Server

    try:
        Server(requests, replies, jobs, Zygote(zygote, orders, deaths, sandbox)).serve()
    except ZygoteGone:  # it has said why
        return 1
    return 0


def _fork_for_it(orders: socket.socket, deaths: int, sandbox: Sandbox) -> int:
    """Be the process that holds torch; no frame of what it does is below those of a child."""
    from runner.inside import preload, torch_here

    try:
        # Here, not above: torch prints, and reads the environment, as it is imported.
        with others_forks_only(), preload.without_collecting():
            torch_here.ensure()
            from runner.server.zygote import serve
    except ImportError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if live := serve(orders, deaths, sandbox):
        live()
    return 0


if __name__ == "__main__":
    code = main()
    sys.stderr.flush()
    os._exit(code)  # the interpreter's own end takes torch a while, and nothing is left to do
