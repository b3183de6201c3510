"""Inside the child: settle, wait for a snippet, run it, observe, report."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import tempfile
import traceback
from dataclasses import dataclass
from typing import NoReturn

import torch

from runner.inside import devices, global_state, passing
from runner.inside.perform import REHEARSAL, Place, perform, prepare
from runner.observed.raised import OutOfMemory
from runner.processes import kernel, streams, tree
from runner.protocol import listening
from runner.protocol.profile import Profile
from runner.protocol.wire import Outcome, Snippet
from runner.sandbox import limits
from runner.sandbox.descriptors import close_all_but
from runner.sandbox.sandbox import Sandbox


@dataclass(frozen=True)
class Ends:
    """The child's descriptors, and where it may write."""

    snippets: int
    replies: int
    stdout: int
    stderr: int
    scratch: str
    others: tuple[int, ...] = ()


def live(
    ends: Ends, sandbox: Sandbox, *, zygote: int, profile: Profile, rehearse: bool
) -> NoReturn:
    """The whole life of a child, from its fork to its end.

    A spare rehearses: it runs a card like others once, so that what torch does for the
    first time is behind it when a learner's comes.
    """
    status = listening.CANNOT_REPORT
    try:
        be_a_process(sandbox, zygote)
        sandbox.separate(ends.scratch, profile)
        nowhere = settle(ends, sandbox, profile)
        sandbox.lock_files(ends.scratch, profile)
        sandbox.lock_calls(profile)
        place = Place(profile.device)
        if rehearse:
            with streams.silenced(nowhere):
                prepare(REHEARSAL, place)
        snippet = streams.receive(ends.snippets)
        before = global_state.read(ends.scratch) if snippet.series else None
        answer(snippet, ends, place, nowhere, before)
        while before is not None:
            snippet = streams.receive(ends.snippets)
            streams.redirect(nowhere, ends.stdout, ends.stderr)
            answer(snippet, ends, place, nowhere, before)
        wait_for_the_end(ends.snippets)
        status = 0
    except BaseException:
        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(status)


def answer(
    snippet: Snippet,
    ends: Ends,
    place: Place,
    nowhere: int,
    before: global_state.State | None = None,
) -> Outcome | None:
    """Run a snippet and report; None where it could not be run, or met its memory limit.

    Where the state of the process is what it was `before`, that is reported as well.
    """
    if place.device != "cpu":
        with streams.silenced(nowhere):  # torch may have to say something of a GPU
            fault = devices.wake(place.device)
        if fault:
            streams.send(ends.replies, fault)
            return None
    limits.allow_cpu_time(snippet.timeout)
    if snippet.workers:
        passing.wait_for_room(ends.replies, snippet.timeout)
    streams.send(ends.replies, listening.STARTED)
    outcome = None
    with contextlib.suppress(OutOfMemory):
        outcome = perform(snippet, place, nowhere=nowhere)
    if outcome is not None and global_state.is_still(before, ends.scratch, after=snippet):
        streams.send(ends.replies, listening.UNCHANGED)
    streams.send(ends.replies, listening.OUT_OF_MEMORY if outcome is None else outcome)
    return outcome


def wait_for_the_end(snippets: int) -> None:
    """Wait to be killed: ending takes the kernel so long that whoever is answered would wait."""
    os.read(snippets, 1)


def be_a_process(sandbox: Sandbox, parent: int) -> None:
    """Undo what was inherited from the parent, and end with it."""
    kernel.take_signals()
    os.setsid()
    if not sandbox.pid_namespaces:
        tree.die_with_parent(parent)
        tree.adopt_orphans()


def settle(ends: Ends, sandbox: Sandbox, profile: Profile) -> int:
    """Be at home in the scratch folder; a descriptor for what nobody is to read."""
    sandbox.limit(profile)
    nowhere = _keep_only(ends)
    os.chdir(ends.scratch)
    os.environ["HOME"] = os.environ["TMPDIR"] = ends.scratch
    tempfile.tempdir = None
    sys.argv = [""]
    # After a fork, torch makes its thread pool anew when first asked for it, which crashes where
    # two threads ask at once, as those of autograd may.
    torch.set_num_threads(1)
    devices.count(profile.device)
    gc.enable()
    return nowhere


def _keep_only(ends: Ends) -> int:
    """Point 0, 1, 2 at the snippet's own streams and close what is not among the ends.

    A descriptor of the null device is kept, too: later there may be no way to open it.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    streams.redirect(nowhere, ends.stdout, ends.stderr)
    own = (ends.snippets, ends.replies, ends.stdout, ends.stderr, *ends.others)
    close_all_but(0, 1, 2, nowhere, *own)
    return nowhere
