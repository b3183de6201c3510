"""A snippet on several torch.distributed ranks.

Each rank is a process; one more stands between them and the zygote and never runs code that
is not ours. The ranks join their group before they are locked up: gloo's threads are confined
with them, and the connections that they hold go on working where no other can be made.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import select
import socket
import stat
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import torch
import torch.distributed as dist

from runner.inside import child, global_state
from runner.inside.perform import Place, prepare
from runner.processes import streams
from runner.protocol import budget, faults, listening
from runner.protocol.framing import Frames, WireError, frame
from runner.protocol.profile import Profile
from runner.protocol.wire import Fault, Look, Outcome, Snippet, Source, decode_outcome
from runner.sandbox.descriptors import close_all_but
from runner.sandbox.sandbox import Sandbox

TIME_TO_ANSWER = 0.5  # seconds for the ranks to say what they are at
CHUNK = 1 << 16
JOINED = "joined"
NEIGHBOUR_GONE = ("closed by peer", "reset by peer", "Broken pipe")  # as gloo says it


@dataclass(frozen=True)
class Between:
    """Descriptors of the process between, and the scratch folder that the ranks share.

    `streams` are a stdout and a stderr for each rank.
    """

    snippets: int
    replies: int
    streams: Sequence[tuple[int, int]]
    scratch: str


def live(
    between: Between, sandbox: Sandbox, *, zygote: int, profile: Profile, rehearse: bool
) -> NoReturn:
    """The whole life of the process between: start the ranks, pass a snippet on, sum up."""
    status = listening.CANNOT_REPORT
    try:
        child.be_a_process(sandbox, zygote)
        sandbox.separate(between.scratch, profile)
        ranks = [
            _Rank(number, between, sandbox, profile, rehearse=rehearse)
            for number in range(profile.ranks)
        ]
        sandbox.limit(profile)
        streams.silence(0)  # which is nowhere
        of_ranks = [descriptor for rank in ranks for descriptor in rank.descriptors]
        close_all_but(0, 1, 2, between.snippets, between.replies, *of_ranks)
        sandbox.lock_files(between.scratch, Profile())
        sandbox.lock_calls(Profile())
        for rank in ranks:
            rank.until_joined()
        while _answer(streams.receive(between.snippets), ranks, between.replies):
            pass
        child.wait_for_the_end(between.snippets)
        status = 0
    except BaseException:
        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(status)


def _answer(snippet: Snippet, ranks: Sequence[_Rank], replies: int) -> bool:
    """Have it run and report; whether all ranks go on with the next, being what they were."""
    for rank in ranks:
        rank.give(snippet)
    streams.send(replies, listening.STARTED)
    end = _until_the_end(snippet, ranks)
    go_on = all(rank.goes_on for rank in ranks)
    if go_on:
        streams.send(replies, listening.UNCHANGED)
    streams.send(replies, end)
    return go_on


class _Rank:
    """One rank, seen from the process between.

    `end` is None until it is known; `at` is the path and line where its time was over.
    """

    def __init__(
        self, number: int, between: Between, sandbox: Sandbox, profile: Profile, *, rehearse: bool
    ) -> None:
        self.number = number
        self.end: Outcome | Fault | None = None
        self.at: tuple[str, int] | None = None
        self._unchanged = False
        snippets, self._snippets = os.pipe()
        self.replies, replies = os.pipe()
        self.whereabouts, whereabouts = os.pipe()
        self._frames = Frames()
        parent = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            streams = between.streams[number]
            ends = child.Ends(snippets, replies, *streams, between.scratch, (whereabouts,))
            _live_as_rank(number, ends, sandbox, profile, parent=parent, rehearse=rehearse)
        for descriptor in (snippets, replies, whereabouts):
            os.close(descriptor)

    @property
    def descriptors(self) -> tuple[int, ...]:
        """All that it is heard and spoken to by."""
        return self._snippets, self.replies, self.whereabouts

    def until_joined(self) -> None:
        """Wait for that; raises EOFError where the rank ends before it."""
        if os.read(self.replies, CHUNK) != frame(JOINED):
            raise EOFError(f"rank {self.number} could not join")

    def give(self, snippet: Snippet) -> None:
        """Hand over what is to be run."""
        self.end, self._unchanged = None, False
        with contextlib.suppress(BrokenPipeError):  # its end is heard of soon
            streams.hand_over(self._snippets, snippet)

    @property
    def goes_on(self) -> bool:
        """Whether it waits for another snippet, as it was before this one."""
        return self._unchanged and isinstance(self.end, Outcome) and self.end.raised is None

    def hear(self) -> None:
        """Take in what it reports; to be called when there is something."""
        chunk = os.read(self.replies, CHUNK)
        if not chunk:
            _, status = os.waitpid(self._pid, 0)
            self.end = faults.on_rank(self.number, faults.ended(os.waitstatus_to_exitcode(status)))
            return
        try:
            for message in self._frames.feed(chunk):
                if isinstance(message, str) and message in listening.FAULTS:
                    self.end = listening.FAULTS[message]()
                elif message == listening.UNCHANGED:
                    self._unchanged = True
                elif message != listening.STARTED:
                    self.end = decode_outcome(message)
        except WireError:
            unable = faults.internal("it left its process unable to report")
            self.end = faults.on_rank(self.number, unable)

    def hear_where(self) -> None:
        """Take in where it says that it is."""
        with contextlib.suppress(WireError):
            for message in Frames().feed(os.read(self.whereabouts, CHUNK)):
                match message:
                    case [str(path), int(line)]:
                        self.at = (path, line)

    def whereabouts_in(self, snippet: Snippet) -> str:
        """What it was at when the time was over, in words."""
        if self.end is not None:
            return f"rank {self.number} had come to its end"
        if self.at is None:
            return f"rank {self.number} had not"
        return f"rank {self.number} was at `{_line_of(snippet, *self.at)}`"


def _until_the_end(snippet: Snippet, ranks: Sequence[_Rank]) -> Outcome | Fault:
    """Listen to all ranks until each has reported, one cannot, or the time is over."""
    deadline = time.monotonic() + snippet.timeout
    while unfinished := [rank for rank in ranks if rank.end is None]:
        if not _hear(unfinished, deadline):
            return _too_late(snippet, ranks)
        if failed := [rank.end for rank in ranks if isinstance(rank.end, Fault)]:
            return failed[0]
    return _sum_up(snippet, [rank.end for rank in ranks if isinstance(rank.end, Outcome)])


def _hear(ranks: Sequence[_Rank], deadline: float) -> bool:
    """Wait for a report; False where the time is over."""
    by_descriptor = {rank.replies: rank for rank in ranks}
    ready, _, _ = select.select(by_descriptor, [], [], max(0.0, deadline - time.monotonic()))
    for descriptor in ready:
        by_descriptor[descriptor].hear()
    return bool(ready)


def _too_late(snippet: Snippet, ranks: Sequence[_Rank]) -> Outcome | Fault:
    late = {rank.whereabouts: rank for rank in ranks if rank.end is None}
    until = time.monotonic() + TIME_TO_ANSWER
    while waiting := [descriptor for descriptor in late if late[descriptor].at is None]:
        ready, _, _ = select.select(waiting, [], [], max(0.0, until - time.monotonic()))
        if not ready:
            break
        for descriptor in ready:
            late.pop(descriptor).hear_where()
    return faults.timeout(snippet, ", ".join(rank.whereabouts_in(snippet) for rank in ranks))


def _sum_up(snippet: Snippet, outcomes: Sequence[Outcome]) -> Outcome:
    """What the rank that is looked at has seen, with the exception that came first.

    When a rank raises, others that wait for it raise in turn.
    """
    by_rank = [
        replace(outcome.raised, rank=rank)
        for rank, outcome in enumerate(outcomes)
        if outcome.raised is not None
    ]
    by_rank.sort(
        key=lambda raised: (
            any(sign in raised.message for sign in NEIGHBOUR_GONE),
            raised.rank != snippet.on_rank,
        )
    )
    seconds = max(outcome.seconds for outcome in outcomes)
    traces = [outcome.trace for outcome in outcomes if outcome.trace] if snippet.picture else []
    return replace(
        outcomes[snippet.on_rank],
        raised=by_rank[0] if by_rank else None,
        seconds=seconds,
        ranks=tuple(traces),
    )


def _line_of(snippet: Snippet, path: str, line: int) -> str:
    for source in snippet.sources:
        lines = source.text.splitlines()
        if source.path == path and 0 <= line - source.line < len(lines):
            return lines[line - source.line].strip()
    return f"{path}:{line}"


# In a rank's own process


def _live_as_rank(
    number: int,
    ends: child.Ends,
    sandbox: Sandbox,
    profile: Profile,
    *,
    parent: int,
    rehearse: bool,
) -> NoReturn:
    status = listening.CANNOT_REPORT
    try:
        child.be_a_process(sandbox, parent)
        nowhere = child.settle(ends, sandbox, profile)
        sandbox.lock_files(ends.scratch, profile)
        place = Place(profile.device, number, profile.ranks)
        with streams.silenced(nowhere):  # gloo tells stdout of its connections
            _join(place, ends.scratch)
        if "seccomp" in sandbox.layers and "namespaces" not in sandbox.layers:
            _stop_listening()  # no further group can connect; others of this machine could
        sandbox.lock_calls(profile)
        if rehearse:
            with streams.silenced(nowhere):
                prepare(REHEARSAL, place)
        streams.send(ends.replies, JOINED)
        snippet = streams.receive(ends.snippets)
        before = global_state.read(ends.scratch) if snippet.series else None
        while _goes_well(snippet, ends, place, nowhere, before):
            snippet = streams.receive(ends.snippets)  # or wait: others may still have need of it
            _see_that_all_are_in_step(place)
            streams.redirect(nowhere, ends.stdout, ends.stderr)
        status = 0
    except BaseException:
        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(status)


def _join(place: Place, scratch: str) -> None:
    """Be connected with all other ranks; the environment is that of torchrun."""
    rank, count = str(place.rank), str(place.world_size)
    os.environ.update(
        RANK=rank,
        LOCAL_RANK=rank,
        WORLD_SIZE=count,
        LOCAL_WORLD_SIZE=count,
        GLOO_SOCKET_IFNAME="lo",
    )
    backend = "gloo"
    if place.device == "cuda":
        torch.cuda.set_device(place.rank)
        backend = "cpu:gloo,cuda:nccl"
    store = dist.FileStore(  # type: ignore[attr-defined]
        f"{scratch}/.store", place.world_size
    )
    dist.init_process_group(backend, store=store, rank=place.rank, world_size=place.world_size)
    dist.all_reduce(torch.ones(1, device=place.device))


def _stop_listening() -> None:
    """Put something silent where gloo listened for the other ranks, for it still looks there."""
    silent = os.eventfd(0)
    for descriptor in range(budget.DESCRIPTORS):
        with contextlib.suppress(OSError):  # where nothing is open
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                with socket.socket(fileno=os.dup(descriptor)) as one:
                    listens = one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
                if listens:
                    os.dup2(silent, descriptor)
    os.close(silent)


def _goes_well(
    snippet: Snippet,
    ends: child.Ends,
    place: Place,
    nowhere: int,
    before: global_state.State | None,
) -> bool:
    """Run it and report, see `child.answer`; whether it came to its end without an exception."""
    over = _thread.allocate_lock()
    with over:
        _thread.start_new_thread(_tell_where, (snippet, ends.others[0], over))
        outcome = child.answer(snippet, ends, place, nowhere, before)
    return outcome is not None and outcome.raised is None


def _see_that_all_are_in_step(place: Place) -> None:
    """Raises where one rank has called upon its group oftener than another.

    The calls of a group meet by their number: those of the next snippet would meet what one
    before it has left.
    """
    number = dist.group.WORLD._get_sequence_number_for_group()  # type: ignore[union-attr]
    own = torch.tensor(number, device=place.device)
    numbers = [torch.empty_like(own) for _ in range(place.world_size)]
    dist.all_gather(numbers, own)
    if any(int(one) != number for one in numbers):
        raise RuntimeError("the ranks are not in step")


def _tell_where(snippet: Snippet, whereabouts: int, over: _thread.LockType) -> None:
    """When the time is over, say which line of the snippet the main thread is at."""
    paths = {source.code_name: source.path for source in snippet.sources}
    if over.acquire(timeout=snippet.timeout):
        return
    at = sys._current_frames()[threading.main_thread().ident or 0]
    while at.f_code.co_filename not in paths and at.f_back is not None:
        at = at.f_back
    name = at.f_code.co_filename
    streams.send(whereabouts, [paths.get(name, name), at.f_lineno])


REHEARSAL = Snippet(
    sources=(
        Source(
            """
import torch
import torch.distributed as dist
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.ones(1, 2)).sum().backward()
optimizer.step()
x = torch.ones(2) * rank
dist.all_reduce(x)
dist.broadcast(x, 0)
dist.barrier()
"""
        ),
    ),
    looks=(Look("value", "x"), Look("shape", "x")),
)
