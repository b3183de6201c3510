"""The layers around a snippet, each in force where the kernel lets us have it.

A layer is tried out in a throw-away process first: some systems grant its first step and
refuse the next. Once a layer is in force, a child that cannot get it does not run.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Self

from runner.processes import proc, scratch, users
from runner.processes.forking import succeeds
from runner.protocol.layers import LAYERS
from runner.protocol.profile import Profile
from runner.sandbox import gpu, landlock, limits, namespaces, seccomp, visible
from runner.sandbox.cgroups import Groups, groups_here
from runner.sandbox.syscalls import Machine, this_machine

# What is given up, one after the other, until a GPU can be driven.
WITH_A_GPU = (LAYERS, ("landlock", "seccomp"), ("landlock",), ())


class Sandbox:
    """What holds for every snippet of one zygote, beside its limits.

    `root` is the folder below which each child has its own, `user` who snippets run as.
    `layers` names what is in force. `pid_namespaces` is None where a child's tree of processes
    has to be hunted down by other means; `groups` where nobody but the server adds up what the
    processes of a snippet take.
    """

    def __init__(
        self, root: Path, machine: Machine | None, layers: Collection[str], user: int
    ) -> None:
        self.root = root
        self.layers = tuple(layer for layer in LAYERS if layer in layers)
        self.pid_namespaces: namespaces.PidNamespaces | None = None
        self.groups: Groups | None = None
        self._machine = machine
        self._user = user
        self._visible = visible.paths()
        self._imported_first = visible.imported_first()

    @classmethod
    def strongest(cls, root: Path, *, without: Collection[str] = ()) -> Self:
        """All layers that are to be had here, but those left out on purpose.

        Where there is a GPU that can be driven, they are as many as leave it so. And root's
        rights are given up where no layer is lost by that.
        """
        machine = this_machine()
        if machine is None:
            return cls(root, machine, (), os.getuid())
        wanted = tuple(layer for layer in LAYERS if layer not in without)
        had: list[Self] = []
        for user in users.candidates():
            had.append(cls._strongest_of(user, root, machine, wanted))
            if had[-1].layers == wanted:
                break
        if visible.gpu_devices() and succeeds(gpu.prove):
            weaker = (
                cls(root, machine, set(one.layers) & set(kept), one._user)
                for kept in WITH_A_GPU
                for one in had
            )
            return next(sandbox for sandbox in weaker if succeeds(sandbox._prove_gpu))
        return max(had, key=lambda one: len(one.layers))

    @classmethod
    def _strongest_of(
        cls, user: int, root: Path, machine: Machine, wanted: tuple[str, ...]
    ) -> Self:
        best = cls(root, machine, wanted, user)
        if succeeds(best._prove):
            return best
        best = cls(root, machine, (), user)
        for layer in wanted:
            one_more = cls(root, machine, (*best.layers, layer), user)
            best = one_more if succeeds(one_more._prove) else best
        return best

    def enter(self) -> None:
        """Put the zygote, before it has threads, where its children are to be."""
        self._go_in()
        self.root.mkdir(mode=0o700, exist_ok=True)
        # No other folder can be written to; torch looks for one as it is imported.
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.root)
        if self.pid_namespaces and "seccomp" in self.layers and self._machine is not None:
            # Once here, and not by each child: it is kept, and the same for most.
            seccomp.program(self._machine, Profile(), namespaces.CHILD, in_namespaces=True)

    def count(self) -> None:
        """Have the kernel bound what a snippet's processes take together; before `enter`."""
        self.groups = groups_here(self.root.name, self._user)

    def _go_in(self) -> None:
        proc.hold()
        if "namespaces" in self.layers and self._machine is not None:
            devices = [visible.SINK, *visible.READABLE_DEVICES, *visible.gpu_devices()]
            namespaces.enter(
                self._machine,
                visible=(*self._visible, *visible.of_the_gpu_driver(), *devices),
                own=str(self.root),
                empty=[visible.SHARED_MEMORY],
                user=self._user,
            )
            self.pid_namespaces = namespaces.PidNamespaces()
        elif self.layers and self._user != os.getuid():
            users.become(self._user)

    @property
    def abilities(self) -> tuple[str, ...]:
        """What a snippet can be given here beyond computing, see `runner.protocol.wire.Hello`.

        Processes of its own could reach any socket of the user's but in a network namespace;
        where nothing is held back anyway, they can be had, too.
        """
        isolated = "namespaces" in self.layers or not self.layers
        return ("ranks", "workers") if isolated else ("ranks",)

    def bounds(self, profile: Profile) -> bool:
        """Whether the kernel's own limits are all that a snippet needs.

        They hold for each process, of memory where there is none that they do not count and no
        GPU is used, and of threads where they are counted apart, and root's are not.
        """
        counted = {"namespaces", "seccomp"} <= set(self.layers)
        return counted and profile == Profile() and self._user != 0

    def separate(self, folder: str, profile: Profile) -> None:
        """Give this process what is its own alone.

        That is file systems, counts of what it uses, and a network where it needs one.
        """
        if "namespaces" in self.layers:
            limits.apply_to_process_ids()
            namespaces.own_file_systems(self._own(folder))
            if profile.ranks > 1 or profile.workers:
                namespaces.own_network()
            users.own_namespace(self._user)

    def limit(self, profile: Profile) -> None:
        """Bound what this process may use up."""
        if "namespaces" in self.layers:
            limits.apply_to_threads()
        limits.apply(address_space=profile.device == "cpu")

    def lock_files(self, folder: str, profile: Profile) -> None:
        """Bound what it may open. No descriptor of anything else may be open any more."""
        if self.layers and self._machine is not None:
            namespaces.drop_capabilities(self._machine)
        if "landlock" in self.layers:
            gpu = profile.device == "cuda"
            landlock.restrict(
                read=(*self._visible, *visible.READABLE_DEVICES, *visible.also_for(profile)),
                append=[visible.SINK],
                write=self._own(folder),
                drive=visible.gpu_devices() if gpu else (),
                sockets=profile.workers,
                network=profile.ranks > 1,
            )

    def lock_calls(self, profile: Profile) -> None:
        """Bound what it may ask of the kernel, for all of its threads."""
        limits.leave_no_core()
        if "seccomp" in self.layers and self._machine is not None:
            seccomp.restrict(self._machine, profile, in_namespaces="namespaces" in self.layers)

    def _own(self, folder: str) -> list[str]:
        """What a child may write to; shared memory only where it is not everybody's."""
        return [folder, *([visible.SHARED_MEMORY] if "namespaces" in self.layers else [])]

    def _prove(self) -> None:
        """Go the way of a snippet, and see that what is in force holds."""
        self._go_in()
        folder = visible.SINK
        if "namespaces" in self.layers:
            folder = str(scratch.make(self.root))
        self.separate(folder, Profile())
        self.lock_files(folder, Profile())
        visible.prove((*self._visible, *self._imported_first))
        if "landlock" in self.layers:
            if landlock.version() < landlock.OLDEST_USEFUL:
                raise OSError("this kernel's Landlock is too old")
            _refused(os.scandir, "/")
        self.lock_calls(Profile())
        if "seccomp" in self.layers:
            _refused(os.fork)

    def _prove_gpu(self) -> None:
        on_a_gpu = Profile("cuda")
        self.enter()
        folder = str(scratch.make(self.root))
        self.separate(folder, on_a_gpu)
        self.limit(on_a_gpu)
        self.lock_files(folder, on_a_gpu)
        self.lock_calls(on_a_gpu)
        gpu.prove()


def _refused(act: Callable[..., object], *arguments: str) -> None:
    with contextlib.suppress(PermissionError):
        act(*arguments)
        raise OSError("a layer does not hold")
