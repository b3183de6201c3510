"""Inside the child: settle, wait for a snippet, run it, observe, report."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import io
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import numpy as np
import torch

from runner import limits, observe, proc, tree
from runner.profile import Profile
from runner.raised import OutOfMemory, describe, remember
from runner.sandbox import Sandbox
from runner.wire import (
    Fact,
    Frames,
    Look,
    Outcome,
    Raised,
    Snippet,
    Source,
    decode_snippet,
    frame,
    to_json,
)

STARTED = "started"
OUT_OF_MEMORY = "out of memory"
CANNOT_REPORT = 113  # exit status


@dataclass(frozen=True)
class Ends:
    """The child's descriptors, and where it may write."""

    snippets: int
    replies: int
    stdout: int
    stderr: int
    scratch: Path
    others: tuple[int, ...] = ()


@dataclass(frozen=True)
class Place:
    """What a snippet gets to know of where it runs."""

    device: str
    rank: int = 0
    world_size: int = 1


def live(
    ends: Ends, sandbox: Sandbox, *, zygote: int, profile: Profile, rehearse: bool
) -> NoReturn:
    """The whole life of a child, from its fork to its end.

    A spare rehearses: it runs a card like others once, so that what torch does for the
    first time is behind it when a learner's comes.
    """
    status = CANNOT_REPORT
    try:
        be_a_process(sandbox, zygote)
        sandbox.separate(ends.scratch, profile)
        nowhere = settle(ends, sandbox, profile)
        sandbox.lock_files(ends.scratch, profile)
        sandbox.lock_calls(profile)
        place = Place(profile.device)
        if rehearse:
            prepare(REHEARSAL, place)
        answer(receive(ends.snippets), ends, place, nowhere)
        status = 0
    except BaseException:
        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(status)


def prepare(rehearsal: Snippet, place: Place) -> None:
    """Run a snippet as if it had come from the zygote."""
    for message in Frames().feed(frame(to_json(rehearsal))):
        frame(to_json(perform(decode_snippet(message), place, nowhere=None)))
    gc.freeze()


def answer(snippet: Snippet, ends: Ends, place: Place, nowhere: int) -> Outcome | None:
    """Run a snippet and report; None where it met its memory limit."""
    limits.allow_cpu_time(snippet.timeout)
    send(ends.replies, STARTED)
    outcome = None
    with contextlib.suppress(OutOfMemory):
        outcome = perform(snippet, place, nowhere=nowhere)
    send(ends.replies, OUT_OF_MEMORY if outcome is None else to_json(outcome))
    return outcome


def perform(snippet: Snippet, place: Place, *, nowhere: int | None) -> Outcome:
    """Run a snippet and look at it; stdout and stderr are the zygote's to fill in.

    What is printed after the code has run goes to the descriptor `nowhere`; None leaves
    the streams to the next snippet. Raises OutOfMemory.
    """
    paths = {source.path for source in snippet.sources}
    names = _fresh_names(place)
    remember(snippet.sources)
    torch.manual_seed(snippet.seed)
    random.seed(snippet.seed)
    np.random.seed(snippet.seed % 2**32)
    process = os.getpid()
    begun = time.perf_counter()
    raised = _run(snippet.sources, names, paths)
    seconds = time.perf_counter() - begun
    _end_a_copy_of(process, raised)
    flush_streams()
    if nowhere is not None:
        _send_streams(nowhere)
    facts = tuple(_look(look, names, raised, paths) for look in snippet.looks)
    _end_a_copy_of(process, None)
    return Outcome(facts, "", "", raised, seconds)


def _run(sources: Sequence[Source], names: dict[str, Any], paths: set[str]) -> Raised | None:
    try:
        for source in sources:
            # Blank lines before it put every line, of syntax errors too, where it was written.
            text = "\n" * (source.line - 1) + source.text
            exec(compile(text, source.path, "exec", dont_inherit=True), names)
    except BaseException as error:  # SystemExit and KeyboardInterrupt are the code's own, too
        return describe(error, paths)
    return None


def _end_a_copy_of(process: int, raised: Raised | None) -> None:
    """Code that forks comes back here twice: the copy ends as a script does."""
    if os.getpid() != process:
        if raised is not None:
            sys.stderr.write(raised.traceback)
        flush_streams()
        os._exit(0 if raised is None else 1)


def _look(
    look: Look, names: dict[str, Any], raised: Raised | None, paths: set[str]
) -> Fact | Raised:
    try:
        if look.kind == "output":
            return Fact("output", "")
        if look.kind == "hangs":
            return Fact("hangs", False)
        if look.kind == "raises":
            return Fact("raises", _what_raises(look.expression, names, raised, paths))
        thing = eval(compile(look.expression.strip(), "<look>", "eval", dont_inherit=True), names)
        return Fact(look.kind, observe.FACTS[look.kind](thing))
    except OutOfMemory:
        raise
    except BaseException as error:
        return describe(error, paths)


def _what_raises(
    expression: str, names: dict[str, Any], raised: Raised | None, paths: set[str]
) -> dict[str, Any] | None:
    if expression != "code":
        tried = compile(expression.strip(), "<look>", "exec", dont_inherit=True)
        raised = None
        try:
            exec(tried, names)
        except BaseException as error:
            raised = describe(error, paths)
    if raised is None:
        return None
    return {"type": raised.type, "bases": list(raised.bases), "message": raised.message}


def _fresh_names(place: Place) -> dict[str, Any]:
    """The namespace of a new `__main__`, with the names given to every snippet."""
    main = ModuleType("__main__")
    sys.modules["__main__"] = main
    names = vars(main)
    names.update(
        shares=observe.shares,
        device=torch.device(place.device),
        rank=place.rank,
        world_size=place.world_size,
    )
    return names


def be_a_process(sandbox: Sandbox, parent: int) -> None:
    """Undo what was inherited from the parent, and end with it."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    if not sandbox.pid_namespaces:
        tree.die_with_parent(parent)
        tree.adopt_orphans()


def settle(ends: Ends, sandbox: Sandbox, profile: Profile) -> int:
    """Be at home in the scratch folder; a descriptor for what nobody is to read."""
    sandbox.limit(profile)
    nowhere = _keep_only(ends)
    folder = str(ends.scratch)
    os.chdir(folder)
    os.environ.update(HOME=folder, TMPDIR=folder)
    tempfile.tempdir = None
    sys.argv = [""]
    gc.enable()
    return nowhere


def _keep_only(ends: Ends) -> int:
    """Point 0, 1, 2 at the snippet's own streams and close what is not among the ends.

    A descriptor of the null device is kept, too: later there may be no way to open it.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(ends.stdout, 1)
    os.dup2(ends.stderr, 2)
    kept = (0, 1, 2, nowhere, ends.snippets, ends.replies, *ends.others)
    for inherited in proc.descriptors():
        if inherited not in kept:
            with contextlib.suppress(OSError):  # the listing's own descriptor is closed already
                os.close(inherited)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout, sys.stderr = _stream(1), _stream(2)
    return nowhere


def _send_streams(descriptor: int) -> None:
    """Redirect 1 and 2 for whoever writes to them, threads and C code included."""
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)


def _stream(descriptor: int) -> io.TextIOWrapper:
    raw = open(descriptor, "wb", closefd=False)  # noqa: SIM115
    return io.TextIOWrapper(raw, "utf-8", errors="backslashreplace", line_buffering=True)


def flush_streams() -> None:
    """Write out what Python and C hold back, be the streams as they may."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with contextlib.suppress(Exception):  # it may be closed, or anything at all
            stream.flush()  # type: ignore[union-attr]
    ctypes.CDLL(None).fflush(None)


def receive(descriptor: int) -> Snippet:
    """The snippet that comes next; raises EOFError."""
    frames = Frames()
    while chunk := os.read(descriptor, 1 << 16):
        for message in frames.feed(chunk):
            return decode_snippet(message)
    raise EOFError("the zygote is gone")


def send(descriptor: int, message: Any) -> None:
    """Write one message, all of it."""
    unsent = memoryview(frame(message))
    while unsent:
        unsent = unsent[os.write(descriptor, unsent) :]


REHEARSAL = Snippet(
    sources=(
        Source(
            """
import torch
x = torch.tensor([[1.0, 0.0], [-1.0, 1.0]], requires_grad=True)
z = (x.pow(2) @ x).sum()
z.backward()
model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())
torch.nn.functional.cross_entropy(model(x.detach()), torch.tensor([0, 1])).backward()
torch.ones(2, 3) @ torch.ones(2, 3)
"""
        ),
    ),
    looks=(
        Look("value", "x.grad"),
        Look("value", "[z, {'shape': x.shape}]"),
        Look("shape", "x"),
        Look("strides", "x"),
        Look("dtype", "x"),
        Look("device", "x"),
        Look("grad_fn", "z"),
        Look("bool", "shares(x, x.detach())"),
        Look("raises", "code"),
        Look("text", "z"),
        Look("output", "stdout"),
    ),
)
