"""The same snippet under other conditions, which its truth must not depend on."""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, attr-defined, misc"

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from runner.protocol.wire import Snippet, Source

OTHER_SEED = 1
MORE_SEEDS = range(2, 9)
"""For what has few values: by chance a yes or no is the same with every other seed."""

LATER = 103_706_611
"""Seconds: some years that are no whole number of weeks, hours, minutes, tens, or twos."""

LONGER = 6
"""Times as long for what hangs: what ends then was slow. But no more than this many seconds on:"""
MUCH_LONGER = 10.0

_RANDOM = re.compile(r"rand|normal_|perm\(|shuffle|dropout|bernoulli|multinomial|nn\.\w+\(")
_FORMS = {"shape", "dtype", "device"}
_ADDRESSES = re.compile(r"data_ptr\(\).*[<>]|[<>].*data_ptr\(\)")


def compares_addresses(snippet: Snippet) -> bool:
    """Whether the snippet asks which of two addresses is the greater, or seems to."""
    texts = [*(one.text for one in snippet.sources), *(look.expression for look in snippet.looks)]
    return any(_ADDRESSES.search(text) for text in texts)


def may_be_random(snippet: Snippet) -> bool:
    """Whether more than a form is asked of a card's code that seems to draw at random."""
    asks = any(look.kind not in _FORMS for look in snippet.looks)
    code = "".join(source.text for source in snippet.sources[-1:])  # a choice may have none
    return asks and not snippet.may_hang and _RANDOM.search(code) is not None


def otherwise(snippet: Snippet, seed: int = OTHER_SEED) -> Snippet:
    """The snippet with another seed, at another time and place, in memory used otherwise.

    It is given longer where it is asked whether it hangs.
    """
    given = longer(snippet) if snippet.may_hang else snippet
    return replace(given, sources=(_source(_change, LATER), *snippet.sources), seed=seed)


def longer(snippet: Snippet) -> Snippet:
    """The snippet with time enough to tell what is slow from what hangs."""
    timeout = min(LONGER * snippet.timeout, snippet.timeout + MUCH_LONGER)
    return replace(snippet, timeout=timeout)


def mirrored(snippet: Snippet) -> tuple[Snippet, Snippet]:
    """The snippet twice, in memory used alike, with the order of storages in it turned round once.

    The first may differ from the snippet itself, in whose memory the change does not lie.
    """
    as_it_is, turned = (
        replace(snippet, sources=(_source(_mirror, turned), *snippet.sources))
        for turned in (False, True)
    )
    return as_it_is, turned


@cache
def _source(change: Callable[..., None], *given: int) -> Source:
    """What makes a change whose text runs before a card's code."""
    name, said = change.__name__, ", ".join(map(str, given))
    return Source(f"{inspect.getsource(change)}\n{name}({said})\ndel {name}\n", "<conditions>")


def _mirror(turned):
    """Turn the order of storages in memory round: within each of them all stays as it is."""
    import sys

    torch = sys.modules["torch"]
    of_tensor, of_storage = torch.Tensor.data_ptr, torch.UntypedStorage.data_ptr
    end = 1 << 60

    def mirrored(storage):
        at = of_storage(storage)
        return end - at if turned and at else at

    def data_ptr(tensor):
        at, storage = of_tensor(tensor), tensor.untyped_storage()
        return at - of_storage(storage) + mirrored(storage)

    torch.Tensor.data_ptr, torch.UntypedStorage.data_ptr = data_ptr, mirrored


def _change(later):
    import datetime
    import multiprocessing
    import os
    import sys
    import tempfile
    import time
    from pathlib import Path

    elsewhere = Path.cwd() / "elsewhere"
    elsewhere.mkdir(exist_ok=True)  # the ranks have one folder together
    os.chdir(elsewhere)
    os.environ["HOME"] = os.environ["TMPDIR"] = str(elsewhere)
    tempfile.tempdir = None
    os.environ["TZ"] = "XXX-5:17"  # which is nobody's
    if hasattr(time, "tzset"):
        time.tzset()

    processors = (os.cpu_count() or 1) + 15
    os.cpu_count = os.process_cpu_count = multiprocessing.cpu_count = lambda: processors
    os.sched_getaffinity = lambda of: {*range(processors)}

    torch = sys.modules["torch"]
    threads, set_threads = torch.get_num_threads, torch.set_num_threads
    torch.get_num_threads = lambda: processors

    def set_num_threads(count):
        set_threads(count)
        torch.get_num_threads = threads

    torch.set_num_threads = set_num_threads
    junk = [torch.full((1 + n % 16,), 5.0) for n in range(48)]
    time.kept = junk[::2], [object() for _ in range(100)]  # so that new ones lie elsewhere
    seconds, nanoseconds, strftime = time.time, time.time_ns, time.strftime

    def clock():
        return seconds() + later

    def then(of):
        return lambda at=None: of(clock() if at is None else at)

    local = then(time.localtime)
    time.time, time.time_ns = clock, lambda: nanoseconds() + later * 10**9
    time.localtime, time.gmtime, time.ctime = local, then(time.gmtime), then(time.ctime)
    time.strftime = lambda form, at=None: strftime(form, at or local())

    class Date(datetime.date):
        @classmethod
        def today(cls):
            return cls.fromtimestamp(clock())

    class Datetime(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(clock(), tz)

        @classmethod
        def today(cls):
            return cls.now()

        @classmethod
        def utcnow(cls):
            return cls.now(datetime.UTC).replace(tzinfo=None)

    Date.__name__, Datetime.__name__ = "datetime.date", "datetime.datetime"  # as they are shown
    datetime.date, datetime.datetime = Date, Datetime
