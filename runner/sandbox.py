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

from runner import gpu, landlock, limits, namespaces, proc, scratch, seccomp, visible
from runner.layers import LAYERS
from runner.profile import Profile
from runner.syscalls import Machine, this_machine

# What is given up, one after the other, until a GPU can be driven.
WITH_A_GPU = (LAYERS, ("landlock", "seccomp"), ("landlock",), ())


class Sandbox:
    """What holds for every snippet of one zygote, beside its limits.

    `root` is the folder below which each child has its own. `layers` names what is in
    force. `pid_namespaces` is None where a child's tree of processes has to be hunted down
    by other means.
    """

    def __init__(self, root: Path, machine: Machine | None, layers: Collection[str]) -> None:
        self.root = root
        self.layers = tuple(layer for layer in LAYERS if layer in layers)
        self.pid_namespaces: namespaces.PidNamespaces | None = None
        self._machine = machine
        self._visible = visible.paths()

    @classmethod
    def strongest(cls, root: Path, *, without: Collection[str] = ()) -> Self:
        """All layers that are to be had here, but those left out on purpose.

        Where there is a GPU that can be driven, they are as many as leave it so.
        """
        machine = this_machine()
        if machine is None:
            return cls(root, machine, ())
        tests = {
            "namespaces": cls(root, machine, ["namespaces"]).enter,
            "landlock": cls(root, machine, ["landlock"])._prove_landlock,
            "seccomp": cls(root, machine, ["seccomp"])._prove_seccomp,
        }
        wanted = [layer for layer in LAYERS if layer not in without]
        had = [layer for layer in wanted if _succeeds(tests[layer])]
        if visible.gpu_devices() and _succeeds(gpu.prove):
            weaker = (cls(root, machine, set(had) & set(kept)) for kept in WITH_A_GPU)
            return next(sandbox for sandbox in weaker if _succeeds(sandbox._prove_gpu))
        return cls(root, machine, had)

    def enter(self) -> None:
        """Put the zygote, before it has threads, where its children are to be."""
        proc.hold()
        if "namespaces" in self.layers and self._machine is not None:
            devices = [visible.SINK, *visible.READABLE_DEVICES, *visible.gpu_devices()]
            namespaces.enter(
                self._machine,
                visible=(*self._visible, *visible.of_the_gpu_driver()),
                devices=devices,
                own=str(self.root),
                empty=[visible.SHARED_MEMORY],
            )
            self.pid_namespaces = namespaces.PidNamespaces()
        self.root.mkdir(mode=0o700, exist_ok=True)
        # No other folder can be written to; torch looks for one as it is imported.
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.root)

    @property
    def abilities(self) -> tuple[str, ...]:
        """What a snippet can be given here beyond computing, see `runner.wire.Hello`.

        Processes of its own could reach any socket of the user's but in a network namespace;
        where nothing is held back anyway, they can be had, too.
        """
        isolated = "namespaces" in self.layers or not self.layers
        return ("ranks", "workers") if isolated else ("ranks",)

    def separate(self, folder: Path, profile: Profile) -> None:
        """Give this process file systems of its own, and a network where it needs one."""
        if "namespaces" in self.layers:
            namespaces.own_file_systems(self._own(folder))
            if profile.ranks > 1:
                namespaces.own_network()

    def limit(self, profile: Profile) -> None:
        """Bound what this process may use up."""
        if "namespaces" in self.layers:
            limits.apply_to_threads()
        limits.apply(address_space=profile.device == "cpu")

    def lock_files(self, folder: Path, profile: Profile) -> None:
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
        if "seccomp" in self.layers and self._machine is not None:
            seccomp.restrict(self._machine, profile, in_namespaces="namespaces" in self.layers)

    def _own(self, folder: Path) -> list[str]:
        """What a child may write to; shared memory only where it is not everybody's."""
        return [str(folder), *([visible.SHARED_MEMORY] if "namespaces" in self.layers else [])]

    def _prove_landlock(self) -> None:
        if landlock.version() < landlock.OLDEST_USEFUL:
            raise OSError("this kernel's Landlock is too old")
        self.lock_files(Path(visible.SINK), Profile())
        with contextlib.suppress(PermissionError):
            os.scandir("/").close()
            raise OSError("Landlock does not hold")

    def _prove_seccomp(self) -> None:
        self.lock_calls(Profile())
        with contextlib.suppress(PermissionError):
            os.fork()
            raise OSError("seccomp does not hold")

    def _prove_gpu(self) -> None:
        on_a_gpu = Profile("cuda")
        self.enter()
        folder = scratch.make(self.root)
        self.separate(folder, on_a_gpu)
        self.limit(on_a_gpu)
        self.lock_files(folder, on_a_gpu)
        self.lock_calls(on_a_gpu)
        gpu.prove()


def _succeeds(attempt: Callable[[], None]) -> bool:
    """Whether a process of its own gets through this."""
    if (pid := os.fork()) == 0:
        try:
            attempt()
            os._exit(0)
        except BaseException:
            os._exit(1)
    _, status = os.waitpid(pid, 0)
    return status == 0
