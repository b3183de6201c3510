"""Hostile snippets, and what did not happen outside of the sandbox.

Run as root, as an ordinary user, for each with and without namespaces, and with the rights to
start processes and to run on several ranks; see `tests.runner.tiers`. By day most run as one of
these, now this, now that; by night as all. In `tests.runner.outside` is what the snippets are told
of the world that they attack.
"""

from __future__ import annotations

import asyncio
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from runner.protocol import faults
from runner.protocol.wire import Fact, Fault, Look, Outcome, Snippet, Source
from tests.runner import outside, vandals
from tests.runner.background import BackgroundRunner, until_running
from tests.runner.checks import answers_right, leaves_nothing
from tests.runner.first_process import REACHES, SIGNALS, TO_REACH
from tests.runner.greedy import (
    CONNECTIONS_HOLD,
    CROWDS,
    EVERY_DESCRIPTOR_ON_ITS_WAY,
    EVERY_THREAD,
    MANY_DESCRIPTORS_ON_THEIR_WAY,
    MORE_THREADS,
    SOME_DESCRIPTORS_ON_THEIR_WAY,
    SOME_PROCESSES_FILL,
    SOME_THREADS,
    TAKES_TOO_MUCH,
    TOO_MUCH_TOGETHER,
)
from tests.runner.hostile import ENDS_WITHOUT_A_WORD, HARMS, LATER, MAY
from tests.runner.hostile_network import NETWORK
from tests.runner.outside import SECRET
from tests.runner.refused_calls import GRANTED, REFUSED_CALLS
from tests.runner.tiers import KINDS, ORDINARY, USER, USUAL, Tier, Tiers, tiers_of
from tests.runner.vandals import VANDALS

LONG = pytest.mark.long


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(USUAL, id="usual"),
        pytest.param([*KINDS], id="all", marks=LONG),
    ],
)
def tiers(request: pytest.FixtureRequest) -> Iterator[Tiers]:
    with tiers_of(request.param) as tiers:
        if not tiers.tiers:
            pytest.skip("this kernel gives no sandbox")
        yield tiers


@pytest.mark.parametrize("what", HARMS)
def test_no_harm_is_done_by(tiers: Tiers, what: str) -> None:
    def harm(tier: Tier) -> None:
        end = tier.attack(HARMS[what])
        if what in LATER:
            answers_right(tier.runner)
        if isinstance(end, Fault) or what in MAY.get(tier.name, ()):
            return
        if end.raised is None:
            assert what in ENDS_WITHOUT_A_WORD, "it got through"
        else:
            assert end.raised.type not in ("AssertionError", "SystemExit"), "it got through"

    besides = () if what in NETWORK else ("ranks without namespaces",)
    tiers.each(harm, besides=besides, turn=[*HARMS].index(what))


@pytest.mark.parametrize("what", CROWDS)
def test_no_process_outlives(tiers: Tiers, what: str) -> None:
    def crowd(tier: Tier) -> None:
        tier.attack(CROWDS[what])
        leaves_nothing(tier.runner, group=tier.group)

    tiers.each(crowd, turn=[*CROWDS].index(what))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are of x86_64")
def test_the_kernel_refuses_what_reaches_out(tiers: Tiers) -> None:
    def ask(tier: Tier) -> None:
        granted = GRANTED.get(tier.name, ())
        calls = {name: REFUSED_CALLS[name] for name in REFUSED_CALLS if name not in granted}
        end = tier.attack(f"""
x = {{}}
for name, number in {calls}.items():
    try: x[name] = call(number, 0, 0, 0, 0, 0)
    except OSError as error: x[name] = error.errno
x = {{name: seen for name, seen in x.items() if seen != 1}}  # EPERM
""")
        assert isinstance(end, Outcome), end
        assert end.facts == (Fact("text", "{}"),)

    tiers.each(ask)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are of x86_64")
@pytest.mark.parametrize("what", REACHES)
def test_the_first_process_of_its_namespace_is_not_reached(tiers: Tiers, what: str) -> None:
    """It has the memory and the descriptors of the zygote."""

    def reach(tier: Tier) -> None:
        zygote = tier.runner.zygote
        end = tier.attack(TO_REACH + REACHES[what])
        assert isinstance(end, Outcome), end
        assert end.facts == (Fact("text", "[]"),)
        answers_right(tier.runner)
        assert tier.runner.zygote == zygote

    others = [name for name, kind in KINDS.items() if "namespaces" in kind.without]
    tiers.each(reach, besides=others, turn=[*REACHES].index(what))


@pytest.mark.long
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are of x86_64")
@pytest.mark.parametrize("whose", SIGNALS)
def test_signals_to_the_first_process_of_a_namespace_do_nothing(whose: str) -> None:
    """A handler would run in the zygote's memory. Of some kernels Landlock holds none back."""
    with BackgroundRunner(without=["landlock"]) as runner:
        if "namespaces" not in runner.layers:
            pytest.skip("this kernel gives no namespaces")
        zygote = runner.zygote
        snippet = Snippet((Source(SIGNALS[whose]),), (Look("text", "x"),), 20, workers=True)
        end = runner.end_of(snippet)
        assert isinstance(end, Outcome) and end.facts == (Fact("text", "0"),), end
        answers_right(runner)
        assert runner.zygote == zygote


@pytest.mark.parametrize("what", TAKES_TOO_MUCH)
def test_no_more_is_taken_than_there_is_to_take(tiers: Tiers, what: str) -> None:
    code, most = TAKES_TOO_MUCH[what]

    def take(tier: Tier) -> None:
        if "namespaces" in tier.kind.without and what in ("the disk", "the inodes"):
            return  # the folder is one of the disk's own
        end = tier.attack(code, timeout=10)
        assert isinstance(end, Outcome), end
        (fact,) = end.facts
        assert isinstance(fact, Fact), fact
        assert int(fact.data) <= most

    tiers.each(take, turn=[*TAKES_TOO_MUCH].index(what))


async def side_by_side(tier: Tier, greedy: Snippet, modest: Snippet) -> Outcome | Fault:
    """The end of the modest one, that came when the greedy one had taken what it could."""
    started = psutil.Process(tier.runner._own_pid())
    holding = asyncio.create_task(tier.runner.runner.run(greedy))
    await until_running(started, 1)
    end = await tier.runner.runner.run(modest)
    holding.cancel()
    return end


def test_a_card_with_all_threads_that_it_may_have_leaves_others_theirs(tiers: Tiers) -> None:
    def crowd(tier: Tier) -> None:
        greedy = Snippet((Source(EVERY_THREAD),), timeout=60, **tier.kind.rights)
        modest = Snippet((Source(SOME_THREADS),), timeout=20, **tier.kind.rights)
        end = tier.runner.wait_for(side_by_side(tier, greedy, modest))
        assert isinstance(end, Outcome) and end.raised is None, end

    tiers.each(crowd, among=(USER, ORDINARY))  # cards with workers run one after the other


def test_descriptors_that_a_card_has_on_their_way_keep_no_other_from_sending(
    tiers: Tiers,
) -> None:
    """The kernel counts those of all processes of a user together."""

    def crowd(tier: Tier) -> None:
        greedy = Snippet((Source(EVERY_DESCRIPTOR_ON_ITS_WAY),), timeout=2, workers=True)
        modest = Snippet((Source(SOME_DESCRIPTORS_ON_THEIR_WAY),), timeout=20, workers=True)
        end = tier.runner.wait_for(side_by_side(tier, greedy, modest))
        assert isinstance(end, Outcome) and end.raised is None, end

    tiers.each(crowd, among=("workers",))


def test_a_card_waits_for_descriptors_that_another_program_has_on_their_way(tiers: Tiers) -> None:
    """As another runner of the same user may have: that is not the card's doing."""

    async def released_once_it_runs(tier: Tier, holder: subprocess.Popen[bytes]) -> Outcome | Fault:
        modest = Snippet((Source(SOME_DESCRIPTORS_ON_THEIR_WAY),), timeout=20, workers=True)
        running = asyncio.create_task(tier.runner.runner.run(modest))
        await until_running(psutil.Process(tier.runner._own_pid()), 1)
        holder.kill()
        return await running

    def crowd(tier: Tier) -> None:
        user = str(tier.runner.server.uids().real)
        command = [sys.executable, "-IS", "-c", MANY_DESCRIPTORS_ON_THEIR_WAY, user]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
            try:
                assert holder.stdout is not None and holder.stdout.read(1) == b"x"
                source = (Source(SOME_DESCRIPTORS_ON_THEIR_WAY),)
                hopeless = Snippet(source, (Look("hangs", "code"),), timeout=0.5, workers=True)
                end = tier.runner.wait_for(tier.runner.runner.run(hopeless))
                assert end == faults.no_room_on_the_way(), end
                end = tier.runner.wait_for(released_once_it_runs(tier, holder))
                assert isinstance(end, Outcome) and end.raised is None, end
            finally:
                holder.kill()

    tiers.each(crowd, among=("workers",))


def test_what_several_processes_take_counts_together(tiers: Tiers) -> None:
    def fill(tier: Tier) -> None:
        end = tier.attack(SOME_PROCESSES_FILL, timeout=60)
        assert isinstance(end, Fault) and end.kind == "memory", end
        answers_right(tier.runner)

    tiers.each(fill, among=("workers",))


def test_connections_of_ranks_hold_little(tiers: Tiers) -> None:
    def connect(tier: Tier) -> None:
        end = tier.attack(CONNECTIONS_HOLD)
        assert isinstance(end, Outcome) and isinstance(end.facts[0], Fact), end
        assert 0 < int(end.facts[0].data) <= 1 << 18

    tiers.each(connect, among=("ranks",))


def test_threads_are_counted_where_the_kernel_does_not(tiers: Tiers) -> None:
    def start(tier: Tier) -> None:
        end = tier.attack(MORE_THREADS, timeout=60)
        assert isinstance(end, Fault) and "512 threads" in end.message, end

    tiers.each(start, among=(f"{USER} without namespaces", "ranks without namespaces"))


@pytest.mark.parametrize("what", TOO_MUCH_TOGETHER)
def test_several_processes_are_not_to_take(tiers: Tiers, what: str) -> None:
    def take(tier: Tier) -> None:
        end = tier.attack(TOO_MUCH_TOGETHER[what], timeout=20)
        assert isinstance(end, Fault) and what in end.message, end

    tiers.each(take, among=("workers",))


COSTLY = {
    "a hundred thousand causes",
    "a repr of a gigabyte",
    "a write that does nothing",
    "numbers without end",
}


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=[LONG] if what in COSTLY else []) for what in VANDALS]
)
def test_the_next_card_is_none_the_worse_for(tiers: Tiers, what: str) -> None:
    def vandalise(tier: Tier) -> None:
        tier.attack(vandals.PRELUDE + VANDALS[what], timeout=0.5)
        answers_right(tier.runner)

    tiers.each(vandalise, among=(USER, "ranks"))


def test_after_all_of_that_the_next_card_is_answered_right(tiers: Tiers) -> None:
    def see(tier: Tier) -> None:
        answers_right(tier.runner)
        leaves_nothing(tier.runner, group=tier.group)

    tiers.each(see)


NOTICED = (
    "reading a file",
    "writing a file",
    "removing a file",
    "changing a mode",
    "connecting to localhost",
    "connecting to a unix socket",
    "sending a datagram to localhost",
    "sending a datagram to a unix socket",
    "connecting to an abstract socket",
    "a datagram from one of a pair",
    "a signal by an owned pipe",
    "a signal by an owned socket",
    "stopping another",
    "lowering another's priority",
    "the app's terminal",
    "the settings of the app's terminal",
)


@LONG
@pytest.mark.parametrize("what", NOTICED)
def test_it_is_noticed_what_an_unprotected_snippet_does(
    bare_runner: BackgroundRunner, tmp_path: Path, what: str
) -> None:
    """Else all of the above would prove nothing."""
    with outside.build(tmp_path, os.getuid()) as world:
        end = bare_runner.run(world.prelude, HARMS[what], looks=[("text", "x")])
        with pytest.raises(AssertionError):
            assert SECRET not in repr(end)
            world.assert_unharmed()
