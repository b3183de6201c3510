"""What a process that runs a snippet reports of it, made sense of by whoever started it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from runner.protocol import budget, faults
from runner.protocol.credible import is_credible
from runner.protocol.framing import Frames, WireError
from runner.protocol.wire import Fact, Fault, Outcome, Snippet, decode_fault, decode_outcome

STARTED = "started"
UNCHANGED = "unchanged"
OUT_OF_MEMORY = "out of memory"
NO_ROOM_ON_THE_WAY = "no room on the way"
FAULTS = {OUT_OF_MEMORY: faults.memory, NO_ROOM_ON_THE_WAY: faults.no_room_on_the_way}
"""What its process says of a snippet that it cannot bring to an end."""
CANNOT_REPORT = 113  # exit status

START_LIMIT = 30.0  # seconds from getting a snippet to starting it, on a machine under load
TIME_TO_EXPLAIN = 2.0  # seconds past the time-out within which the end of ranks is summed up
LARGEST_REPORT = 8 << 20  # leaves room in a frame for what was printed


class Listener:
    """Follows one snippet, by what its process says and by the clock.

    `started` tells whether the snippet's own code was reached, `unchanged` whether its process is
    as it was before, as far as that says. `deadline` is on the clock of
    every `now`; `extra_time` is for a process that ends its snippet in time by itself. `end`
    is None until it is known, and an Outcome in it still lacks what was printed, see
    `complete`; whatever the process says after that is of no account.
    """

    def __init__(self, snippet: Snippet, now: float, *, extra_time: float = 0.0) -> None:
        self.snippet = snippet
        self.started = False
        self.unchanged = False
        self.deadline = now + START_LIMIT
        self.end: Outcome | Fault | None = None
        self._time_allowed = snippet.timeout + extra_time
        self._frames = Frames(LARGEST_REPORT)

    def hear(self, chunk: bytes, now: float) -> None:
        """Take in what it says."""
        if self.end is not None:
            return
        try:
            for message in self._frames.feed(chunk):
                self._take_in(message, now)
                if self.end is not None:
                    return
        except WireError:
            self.end = _unable_to_report()

    def stop(self, fault: Fault) -> None:
        """The snippet is to end with this, unless its end is known."""
        self.end = self.end or fault

    def run_out_of_time(self, path: str | None = None, line: int | None = None) -> None:
        """The snippet is to end as it was too slow, at this place of its sources."""
        self.end = self.end or faults.timeout(self.snippet, at=(path, line))

    def look_at_the_clock(self, now: float) -> None:
        """End the snippet if its time is over."""
        if self.end is None and now >= self.deadline:
            if self.started:
                self.run_out_of_time()
            else:
                self.end = faults.internal("its process did not start in time")

    def hear_of_its_death(self, exit_code: int, most_memory: int) -> None:
        """The process is gone, with a code as of subprocess; it had so many bytes at most."""
        if self.end is not None:
            return
        if not self.started:
            self.end = faults.internal("its process died before it started")
        elif exit_code == CANNOT_REPORT:
            self.end = _unable_to_report()
        elif exit_code < 0 and most_memory > 0.9 * budget.MEMORY:
            # The kernel's own end for a process that fills the machine's memory.
            self.end = faults.memory()
        else:
            self.end = faults.ended(exit_code)

    def _take_in(self, message: Any, now: float) -> None:
        if message == STARTED and not self.started:
            self.started = True
            self.deadline = now + self._time_allowed
        elif message == UNCHANGED and not self.unchanged:
            self.unchanged = True
        elif isinstance(message, str) and message in FAULTS:
            self.end = FAULTS[message]()
        elif (self.snippet.ranks > 1 or not self.started) and _is_fault(message):
            self.end = decode_fault(message)
        else:
            outcome = decode_outcome(message)
            if not is_credible(outcome, self.snippet.looks):
                raise WireError("the facts are not what the looks asked for")
            self.end = outcome


def complete(
    outcome: Outcome, snippet: Snippet, stdouts: Sequence[bytes], stderrs: Sequence[bytes]
) -> Outcome:
    """Add what the snippet printed, on each of its ranks."""
    printed = [stdout.decode(errors="replace") for stdout in stdouts]
    errors = [stderr.decode(errors="replace") for stderr in stderrs]
    for source in snippet.sources:  # of which warnings tell
        errors = [text.replace(f"{source.code_name}:", f"{source.path}:") for text in errors]
    output = Fact("output", printed[snippet.on_rank])
    facts = tuple(
        output if look.kind == "output" else fact
        for look, fact in zip(snippet.looks, outcome.facts, strict=True)
    )
    return replace(outcome, facts=facts, stdout=_by_rank(printed), stderr=_by_rank(errors))


def _by_rank(printed: Sequence[str]) -> str:
    """What each rank printed, rank by rank; where there are several, every line says whose."""
    if len(printed) == 1:
        return printed[0]
    return "".join(
        f"[rank {rank}] {line.rstrip(chr(10))}\n"
        for rank, text in enumerate(printed)
        for line in text.splitlines(keepends=True)
    )


def _is_fault(message: Any) -> bool:
    return isinstance(message, dict) and message.keys() == {field.name for field in fields(Fault)}


def _unable_to_report() -> Fault:
    return faults.internal("it left its process unable to report")
