"""The Faults of snippets that did not end by themselves, in words for the learner."""

from __future__ import annotations

import os
import signal

from runner import limits
from runner.wire import Fact, Fault, Outcome, Raised, Snippet

MOST_OUTPUT = 64 << 10  # bytes of stdout and stderr together


def timeout(snippet: Snippet, where: str = "") -> Fault | Outcome:
    """The code was stopped at its time limit, counted from its own start.

    That is an Outcome where it is just what was asked for. `where` says what it was at.
    """
    if any(look.kind == "hangs" for look in snippet.looks):
        unseen = Raised("TimeoutError", ("OSError", "Exception"), "the code did not end")
        facts = (Fact("hangs", True) if look.kind == "hangs" else unseen for look in snippet.looks)
        return Outcome(tuple(facts), "", "", None, snippet.timeout)
    unit = "second" if snippet.timeout == 1 else "seconds"
    message = f"The code ran longer than {snippet.timeout:g} {unit} and was stopped"
    return Fault("timeout", f"{message}: {where}." if where else f"{message}.")


def memory() -> Fault:
    """The code met its memory limit."""
    limit = f"{limits.MEMORY >> 30} GiB"
    return Fault("memory", f"The code needed more than {limit} of memory and was stopped.")


def output() -> Fault:
    """The code printed too much."""
    limit = f"{MOST_OUTPUT >> 10} KiB"
    return Fault("output", f"The code printed more than {limit} and was stopped.")


def ended(status: int) -> Fault:
    """The code's process ended before it could be observed; `status` is that of waitpid."""
    if not os.WIFSIGNALED(status):
        code = os.WEXITSTATUS(status)
        return Fault("killed", f"The code ended its own process, with exit status {code}.")
    number = os.WTERMSIG(status)
    name = signal.Signals(number).name if number in list(signal.Signals) else f"signal {number}"
    return Fault("killed", f"The code's process was ended by {name} ({signal.strsignal(number)}).")


def refused(why: str) -> Fault:
    """The runner cannot do what the snippet asks for."""
    return Fault("refused", f"The runner here cannot run this code: {why}.")


def internal(why: str) -> Fault:
    """The runner itself failed."""
    return Fault("internal", f"The runner could not observe the code: {why}.")


def on_rank(rank: int, fault: Fault) -> Fault:
    """The Fault of one of several ranks."""
    return Fault(fault.kind, f"Rank {rank}: {fault.message}")


def runner_killed() -> Fault:
    """The code, run alone, brought the zygote down."""
    return Fault("killed", "The code ended the runner itself, which has been started again.")


def cannot_start(why: str) -> Fault:
    """There is no zygote to run anything."""
    return Fault("internal", f"The runner could not start: {why.rstrip('.')}.")


def not_running() -> Fault:
    """Asked for before the start, or after or during the end."""
    return Fault("internal", "The runner is not running.")
