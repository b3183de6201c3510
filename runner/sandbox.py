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

from runner import landlock, limits, namespaces, proc, seccomp, visible
from runner.layers import LAYERS
from runner.syscalls import Machine, this_machine

GPUS = ("/dev/nvidiactl", "/dev/kfd")


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

        A GPU is driven by calls of which none of the layers knows yet: with one in sight
        there are none.
        """
        machine = this_machine()
        if machine is None or _sees_a_gpu():
            return cls(root, machine, ())
        tests = {
            "namespaces": cls(root, machine, ["namespaces"]).enter,
            "landlock": cls(root, machine, ["landlock"])._prove_landlock,
            "seccomp": cls(root, machine, ["seccomp"])._prove_seccomp,
        }
        wanted = [layer for layer in LAYERS if layer not in without]
        return cls(root, machine, [layer for layer in wanted if _succeeds(tests[layer])])

    def enter(self) -> None:
        """Put the zygote, before it has threads, where its children are to be."""
        proc.hold()
        if "namespaces" in self.layers and self._machine is not None:
            devices = [visible.SINK, *visible.READABLE_DEVICES]
            namespaces.enter(
                self._machine,
                visible=self._visible,
                devices=devices,
                own=str(self.root),
                empty=[visible.SHARED_MEMORY],
            )
            self.pid_namespaces = namespaces.PidNamespaces()
        self.root.mkdir(mode=0o700, exist_ok=True)
        # No other folder can be written to; torch looks for one as it is imported.
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.root)

    def limit(self, folder: Path, *, address_space: bool) -> None:
        """The first half of a child's confinement: what it may use up, and where."""
        if "namespaces" in self.layers:
            namespaces.own_file_systems(self._own(folder))
            limits.apply_to_threads()
        limits.apply(address_space=address_space)

    def lock(self, folder: Path) -> None:
        """The second half: what it may do. No other descriptors may be open any more."""
        if self._machine is None:
            return
        if self.layers:
            namespaces.drop_capabilities(self._machine)
        if "landlock" in self.layers:
            landlock.restrict(
                read=(*self._visible, *visible.READABLE_DEVICES),
                append=[visible.SINK],
                write=self._own(folder),
            )
        if "seccomp" in self.layers:
            guarded = "namespaces" in self.layers
            seccomp.restrict(self._machine, files_are_guarded=guarded)

    def _own(self, folder: Path) -> list[str]:
        """What a child may write to; shared memory only where it is not everybody's."""
        return [str(folder), *([visible.SHARED_MEMORY] if "namespaces" in self.layers else [])]

    def _prove_landlock(self) -> None:
        if landlock.version() < landlock.OLDEST_USEFUL:
            raise OSError("this kernel's Landlock is too old")
        self.lock(Path(visible.SINK))
        with contextlib.suppress(PermissionError):
            os.scandir("/").close()
            raise OSError("Landlock does not hold")

    def _prove_seccomp(self) -> None:
        self.lock(Path("/"))
        with contextlib.suppress(PermissionError):
            os.fork()
            raise OSError("seccomp does not hold")


def _sees_a_gpu() -> bool:
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES") == ""
    return not hidden and any(Path(path).exists() for path in GPUS)


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
