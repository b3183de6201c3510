"""Runners under attack, each with a world around it: as which user, with what layers and rights."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from runner.protocol.layers import LAYERS
from runner.protocol.wire import Fault, Look, Outcome, Snippet, Source
from tests.runner import outside, unprivileged
from tests.runner.background import BackgroundRunner
from tests.runner.hasty import path_to
from tests.runner.outside import SECRET, TOKEN, Outside

IS_ROOT = os.getuid() == 0
USER = "root" if IS_ROOT else "user"
ORDINARY = "nobody" if IS_ROOT else USER


@dataclass(frozen=True)
class Kind:
    """How a tier comes about: `rights` are the snippets' own fields."""

    ordinary: bool = False
    without: tuple[str, ...] = ()
    rights: Mapping[str, Any] = field(default_factory=dict)


NOBODY_AS_WELL = {
    "nobody": Kind(ordinary=True),
    "nobody without namespaces": Kind(ordinary=True, without=("namespaces",)),
}
KINDS = {
    USER: Kind(),
    f"{USER} without namespaces": Kind(without=("namespaces",)),
    **(NOBODY_AS_WELL if IS_ROOT else {}),
    "workers": Kind(ordinary=IS_ROOT, rights={"workers": True}),
    "ranks": Kind(ordinary=IS_ROOT, rights={"ranks": 2}),
    "ranks without namespaces": Kind(without=("namespaces",), rights={"ranks": 2}),
}

USUAL = (USER, f"{ORDINARY} without namespaces", "workers")
"""Those that between them have all layers and rights; all of them take long."""


@dataclass(frozen=True)
class Tier:
    """A runner, and a world for nobody else to touch."""

    name: str
    kind: Kind
    runner: BackgroundRunner
    world: Outside

    def run(self, code: str, *, timeout: float = 2.0) -> Outcome | Fault:
        """The end of code that has been told of the world; `x` is looked at."""
        sources = (Source(self.world.prelude + self._allowed), Source(code))
        snippet = Snippet(sources, (Look("text", "x"),), timeout=timeout, **self.kind.rights)
        end = self.runner.wait_for(self.runner.runner.run(snippet))
        assert not (isinstance(end, Fault) and end.kind == "refused"), end  # else it never ran
        return end

    def attack(self, code: str, *, timeout: float = 2.0) -> Outcome | Fault:
        """Run it, and see that the world is none the worse."""
        end = self.run(code, timeout=timeout)
        self.world.assert_unharmed()
        assert SECRET not in repr(end)
        return end

    @property
    def group(self) -> int:
        """How many ranks wait for the next snippet of such rights, see `leaves_nothing`."""
        return int(self.kind.rights.get("ranks", len(self.kind.rights)))

    @property
    def _allowed(self) -> str:
        families = {"workers": "{1}", "ranks": "{1, 2, 10, 16}"}
        (right, *_) = (*self.kind.rights, "")
        isolated = "namespaces" not in self.kind.without
        return f"ALLOWED_SOCKETS = {families.get(right, 'set()') if isolated else 'set()'}\n"


@dataclass(frozen=True)
class Tiers:
    """All tiers that this machine has, to be attacked side by side."""

    tiers: tuple[Tier, ...]
    all_there: bool
    _threads: ThreadPoolExecutor

    def each(
        self,
        attack: Callable[[Tier], None],
        *,
        among: Collection[str] = KINDS,
        besides: Collection[str] = (),
        turn: int | None = None,
    ) -> None:
        """Attack some tiers; the error of one that does not hold tells which it is.

        Where not all are there, one of those is attacked whose turn it is.
        """

        def told(tier: Tier) -> None:
            try:
                attack(tier)
            except BaseException as error:
                error.add_note(f"with the runner: {tier.name}")
                raise

        names = set(among) - set(besides)
        if not (chosen := [tier for tier in self.tiers if tier.name in names]):
            pytest.skip(f"none of {sorted(names)} is here: it takes long, or another kernel")
        if turn is not None and not self.all_there:
            chosen = [chosen[turn % len(chosen)]]
        list(self._threads.map(told, chosen))


@contextlib.contextmanager
def tiers_of(names: Collection[str]) -> Iterator[Tiers]:
    """Start some; a layer that this kernel has not leaves out its tiers."""
    with contextlib.ExitStack() as stack:
        # None of pytest's own, which every start of it closes to nobody.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("PYTHONPATH", path_to(folder))
        for path in (folder, *folder.iterdir()):
            path.chmod(0o755)
        patch.setenv(TOKEN, SECRET)
        tiers = []
        for number, name in enumerate(names):
            kind = KINDS[name]
            place = folder / str(number)
            place.mkdir()
            user = unprivileged.USER if kind.ordinary else os.getuid()
            world = stack.enter_context(outside.build(place, user))
            runner = stack.enter_context(_runner(kind, world))
            if runner.layers == tuple(layer for layer in LAYERS if layer not in kind.without):
                tiers.append(Tier(name, kind, runner, world))
        threads = stack.enter_context(ThreadPoolExecutor(len(os.sched_getaffinity(0))))
        yield Tiers(tuple(tiers), set(names) == set(KINDS), threads)


@contextlib.contextmanager
def _runner(kind: Kind, world: Outside) -> Iterator[BackgroundRunner]:
    """One whose user's home is in the world."""
    command = None
    if kind.ordinary:
        variables = [f"HOME={Path.home()}", f"USERS_HOME={world.home}"]
        command = ["env", *variables, sys.executable, "-m", "tests.runner.unprivileged"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(world.home))
        with BackgroundRunner(command=command, without=kind.without) as runner:
            runner.outcome("pass")  # it has started, in that home
            patch.undo()
            yield runner
