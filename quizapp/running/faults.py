"""What the runner says went wrong, which it says in English, in the language that is spoken."""

from __future__ import annotations

from quizapp.text.language import mark, spoken, tr
from quizapp.text.sayings import taken_apart
from runner.protocol.wire import Fault

SAYINGS = (
    mark("Rank {rank}: {fault}"),
    mark("The code ran longer than {limit} seconds and was stopped."),
    mark("The code ran longer than {limit} seconds and was stopped: {where}."),
    mark("The code needed more than {limit} of memory and was stopped."),
    mark("The code started more than {limit} threads and was stopped."),
    mark("The code started more than {limit} processes and was stopped."),
    mark("The code opened more than {limit} files and was stopped."),
    mark("The code printed more than {limit} and was stopped."),
    mark("The code ended its own process, with exit status {code}."),
    mark("The code's process was ended by {signal}."),
    mark("The code ended the runner itself, which has been started again."),
    mark("The runner here cannot run this code: {why}."),
    mark("torch cannot use {device} here: {why}."),
    mark("The runner could not observe the code: {why}."),
    mark("The runner was lost whenever it had this code: {why}."),
    mark("The runner could not start: {why}."),
    mark("The runner is not running."),
)
"""The first that fits is what was said. `quizapp` knows the runner, and never the other way."""

WITHIN = ("fault", "why", "where")
"""Places that hold a saying of the runner's again, or one of the following."""

REASONS = (
    mark("another program passes so many open files around that its workers could not"),
    mark("it reports more than can be passed on"),
    mark("the machine is too busy to tell whether it hangs"),
    mark("what it reported is not what was asked for"),
    mark("its process did not start in time"),
    mark("its process died before it started"),
    mark("it left its process unable to report"),
    mark("it gave no answer in time"),
    mark("it said what is no answer"),
    mark("it ended without a word"),
    mark("it is of another version than this quiz"),
    mark("it printed an empty line where a runner's first words were expected"),
)


def words_of(fault: Fault) -> str:
    """What went wrong in the language that is spoken, or as it came where we do not know it."""
    return fault.message if spoken() == "en" else _told(fault.message)


def _told(message: str) -> str:
    if message in REASONS:
        return tr(message)
    found = taken_apart(message.replace(" 1 second ", " 1 seconds ", 1), SAYINGS)
    if found is None:
        return message
    saying, told = found
    return tr(
        saying, **{name: _told(said) if name in WITHIN else said for name, said in told.items()}
    )
