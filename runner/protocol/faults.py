"""The Faults of snippets that did not end by themselves, in words for the learner."""

from __future__ import annotations

import signal

from runner.protocol import budget
from runner.protocol.wire import Fact, Fault, Outcome, Raised, Snippet

SHOWN_OF_A_FLOOD = 4_000  # bytes

# Windows has no signals: what it ends a process for is told by the exit code.
CRASHES_OF_WINDOWS = 0xC0000000
WINDOWS_SAYS = {
    0xC0000005: "access violation",
    0xC00000FD: "stack overflow",
    0xC0000409: "abort",
}


def timeout(
    snippet: Snippet, where: str = "", at: tuple[str | None, int | None] = (None, None)
) -> Fault | Outcome:
    """The code was stopped at its time limit, counted from its own start.

    That is an Outcome where it is just what was asked for. `where` says what it was at, in words,
    `at` by the path and the line.
    """
    if snippet.may_hang:
        unseen = Raised("TimeoutError", ("OSError", "Exception"), "the code did not end")
        facts = (Fact("hangs", True) if look.kind == "hangs" else unseen for look in snippet.looks)
        return Outcome(tuple(facts), "", "", None, snippet.timeout)
    unit = "second" if snippet.timeout == 1 else "seconds"
    message = f"The code ran longer than {snippet.timeout:g} {unit} and was stopped"
    message = f"{message}: {where}." if where else f"{message}."
    return Fault("timeout", message, path=at[0], line=at[1])


def memory() -> Fault:
    """The code met its memory limit."""
    limit = f"{budget.MEMORY >> 30} GiB"
    return Fault("memory", f"The code needed more than {limit} of memory and was stopped.")


def threads() -> Fault:
    """The code started too many threads, in all of its processes."""
    return Fault("killed", f"The code started more than {budget.THREADS} threads and was stopped.")


def processes() -> Fault:
    """The code started too many processes."""
    message = f"The code started more than {budget.PROCESSES} processes and was stopped."
    return Fault("killed", message)


def descriptors() -> Fault:
    """The processes of the code opened too many files, pipes and sockets."""
    message = f"The code opened more than {budget.ALL_DESCRIPTORS:,} files and was stopped."
    return Fault("killed", message)


def no_room_on_the_way() -> Fault:
    """What else runs as this user has so many descriptors on their way that no more can be sent."""
    return internal("another program passes so many open files around that its workers could not")


def output(printed: bytes) -> Fault:
    """The code printed too much."""
    limit = f"{budget.OUTPUT >> 10} KiB"
    message = f"The code printed more than {limit} and was stopped."
    return Fault("output", message, printed[:SHOWN_OF_A_FLOOD].decode(errors="replace"))


def ended(code: int) -> Fault:
    """The code's process ended before it could be observed, with a code as of subprocess."""
    if code >= CRASHES_OF_WINDOWS:
        why = f"Windows ({WINDOWS_SAYS.get(code, f'{code:#x}')})"
    elif code >= 0:
        return Fault("killed", f"The code ended its own process, with exit status {code}.")
    else:
        known = -code in list(signal.Signals)
        name = signal.Signals(-code).name if known else f"signal {-code}"
        why = f"{name} ({signal.strsignal(-code)})"
    return Fault("killed", f"The code's process was ended by {why}.")


def refused(why: str) -> Fault:
    """The runner cannot do what the snippet asks for."""
    return Fault("refused", f"The runner here cannot run this code: {why}.")


def unusable(device: str, why: str) -> Fault:
    """The device is there, but torch cannot compute on it."""
    return Fault("refused", f"torch cannot use {device} here: {why.rstrip('.')}.")


def internal(why: str) -> Fault:
    """The runner itself failed."""
    return Fault("internal", f"The runner could not observe the code: {why}.")


def cannot_pass_on() -> Fault:
    """A report too large for a frame: numbers are written out that the child wrote shorter."""
    return internal("it reports more than can be passed on")


def too_busy() -> Fault:
    """Other programs had the processors, so that the clock says nothing of the code."""
    return internal("the machine is too busy to tell whether it hangs")


def on_rank(rank: int, fault: Fault) -> Fault:
    """The Fault of one of several ranks."""
    return Fault(fault.kind, f"Rank {rank}: {fault.message}")


def runner_killed() -> Fault:
    """The code, run alone, brought the zygote down."""
    return Fault("killed", "The code ended the runner itself, which has been started again.")


def lost(why: str) -> Fault:
    """The runner, or the way to it, failed again and again while it had the code."""
    return Fault("internal", f"The runner was lost whenever it had this code: {why.rstrip('.')}.")


def cannot_start(why: str) -> Fault:
    """There is no zygote to run anything."""
    return Fault("internal", f"The runner could not start: {why.rstrip('.')}.")


def not_running() -> Fault:
    """Asked for before the start, or after or during the end."""
    return Fault("internal", "The runner is not running.")
