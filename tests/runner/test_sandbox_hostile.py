"""Hostile snippets, and what did not happen outside of the sandbox.

Run as root, as an ordinary user, and for each with and without namespaces. In
`tests.runner.outside` is what the snippets are told of the world that they attack.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from runner.layers import LAYERS
from runner.wire import Fact, Outcome
from tests.runner import outside, unprivileged
from tests.runner.background import BackgroundRunner
from tests.runner.checks import answers_right, leaves_nothing
from tests.runner.hostile import (
    CROWDS,
    ENDS_WITHOUT_A_WORD,
    HARMS,
    REFUSED_CALLS,
    TAKES_TOO_MUCH,
)
from tests.runner.outside import SECRET, Outside

ROOT = Path(__file__).parents[2]
IS_ROOT = os.getuid() == 0


@dataclass(frozen=True)
class Tier:
    """A runner under attack, and the world around it."""

    runner: BackgroundRunner
    world: Outside
    layers: tuple[str, ...]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((ordinary, without), id=f"{name}-{kind}")
        for ordinary, name in ((False, "root" if IS_ROOT else "user"), (True, "nobody"))
        if IS_ROOT or not ordinary
        for without, kind in (((), "all"), (("namespaces",), "no-namespaces"))
    ],
)
def tier(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tier]:
    ordinary, without = request.param
    folder = tmp_path_factory.mktemp("outside")
    for above in folder.parents[:-2]:
        above.chmod(0o755)  # nobody's world lies in it
    user = unprivileged.USER if ordinary else os.getuid()
    command = [sys.executable, "-m", "tests.runner.unprivileged"] if ordinary else None
    with pytest.MonkeyPatch.context() as patch, outside.build(folder, user) as world:
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.setenv("USERS_HOME" if ordinary else "HOME", str(world.home))
        with BackgroundRunner(command=command, without=without) as runner:
            layers = tuple(layer for layer in LAYERS if layer not in without)
            if runner.layers != layers:
                pytest.skip(f"this kernel gives {runner.layers} only")
            yield Tier(runner, world, layers)


def attack(tier: Tier, code: str) -> Outcome | None:
    """Run the code, and see that the world and the next snippet are none the worse."""
    end = tier.runner.run(tier.world.prelude, code, looks=[("text", "x")], timeout=2)
    tier.world.assert_unharmed()
    assert SECRET not in repr(end)
    answers_right(tier.runner)
    return end if isinstance(end, Outcome) else None


@pytest.mark.parametrize("what", HARMS)
def test_no_harm_is_done_by(tier: Tier, what: str) -> None:
    outcome = attack(tier, HARMS[what])
    if outcome is not None and what not in ENDS_WITHOUT_A_WORD:
        assert outcome.raised is not None
        assert outcome.raised.type not in ("AssertionError", "SystemExit"), "it got through"


@pytest.mark.parametrize("what", CROWDS)
def test_no_process_outlives(tier: Tier, what: str) -> None:
    attack(tier, CROWDS[what])
    leaves_nothing(tier.runner)


@pytest.mark.parametrize("call", REFUSED_CALLS)
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are of x86_64")
def test_the_kernel_refuses(tier: Tier, call: str) -> None:
    code = f"""
try: call({REFUSED_CALLS[call]}, 0, 0, 0, 0, 0)
except OSError as error: x = error.errno
"""
    outcome = attack(tier, code)
    assert outcome is not None
    assert outcome.facts == (Fact("text", "1"),)  # EPERM


@pytest.mark.parametrize("what", TAKES_TOO_MUCH)
def test_no_more_is_taken_than_there_is_to_take(tier: Tier, what: str) -> None:
    if "namespaces" not in tier.layers and what in ("the disk", "the inodes"):
        pytest.skip("without namespaces the folder is one of the disk's own")
    code, most = TAKES_TOO_MUCH[what]
    outcome = attack(tier, code)
    assert outcome is not None
    (fact,) = outcome.facts
    assert isinstance(fact, Fact), fact
    assert int(fact.data) <= most


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
    "stopping another",
    "lowering another's priority",
)


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
