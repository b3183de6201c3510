"""`python -m runner`: speaks the protocol of `runner.wire` on stdin and stdout."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from runner import environment, scratch
from runner.layers import LAYERS
from runner.sandbox import Sandbox


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
    options = parser.parse_args()
    jobs = options.jobs or len(os.sched_getaffinity(0))

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = _take_over_stdin_and_stdout()
    variables = environment.scrubbed(os.environ)
    os.environ.clear()
    os.environ.update(variables)
    root = scratch.choose_root()
    sandbox = Sandbox.strongest(root, without=options.without)
    sandbox.enter()
    try:
        # Here, not above: torch prints, and reads the environment, as it is imported.
        from runner.zygote import Zygote
    except ImportError as error:
        sys.stderr.write(f"{sys.executable} cannot import what it needs: {error}\n")
        return 1
    Zygote(requests, replies, jobs, sandbox).serve()
    return 0


def _take_over_stdin_and_stdout() -> tuple[int, int]:
    """Private descriptors for the protocol: nothing printed can end up between frames."""
    requests, replies = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return requests, replies


if __name__ == "__main__":
    code = main()
    sys.stderr.flush()
    os._exit(code)  # the interpreter's own end takes torch a while, and nothing is left to do
