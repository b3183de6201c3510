"""What code in the sandbox gets to see of the machine: that of which Python and torch are made."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path

from runner.processes.environment import LEARNERS
from runner.protocol.profile import Profile

SYSTEM = (
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/etc/localtime",
    # The kinds of the processors, after which libraries choose their code.
    "/proc/cpuinfo",
    "/sys/devices/system/cpu",
)
READABLE_DEVICES = ("/dev/random", "/dev/urandom")
"""Not /dev/zero: memory that is shared by it counts for no process."""

SINK = "/dev/null"
SHARED_MEMORY = "/dev/shm"  # where torch puts tensors that processes share
PACKAGE_FOLDERS = ("site-packages", "dist-packages")
IMPORTED_FIRST = ("torch", "numpy", "runner")
OF_TORCH = (*IMPORTED_FIRST, "torchgen", "functorch")

NETWORK_CARDS = ("/sys/bus/pci", "/sys/class/net", "/sys/devices")  # gloo looks for the fastest
GPU_DRIVER = ("/proc/driver/nvidia", "/proc/devices", "/sys/bus/pci", "/sys/devices", "/sys/module")
GPU_DEVICES = ("nvidia*", "nvidia-caps/*")


def also_for(profile: Profile) -> tuple[str, ...]:
    """What a snippet of this profile gets to read besides, where it is there at all."""
    cards = NETWORK_CARDS if profile.ranks > 1 else ()
    own = "/proc/self" if profile.device == "cuda" else ""
    wanted = [*cards, *(of_the_gpu_driver() if own else ()), own]
    return tuple(path for path in wanted if path and Path(path).exists())


def of_the_gpu_driver() -> tuple[str, ...]:
    """What the driver of a GPU tells of it; none where there is none to be used."""
    return tuple(filter(os.path.exists, GPU_DRIVER)) if gpu_devices() else ()


def gpu_devices() -> tuple[str, ...]:
    """The devices by which a GPU is driven, none where the environment hides it."""
    if os.environ.get("CUDA_VISIBLE_DEVICES") == "":
        return ()
    return tuple(
        str(path)
        for pattern in GPU_DEVICES
        for path in sorted(Path("/dev").glob(pattern))
        if not path.is_dir()
    )


def prove(paths: Iterable[str]) -> None:
    """See that these can be read; raises OSError."""
    for path in paths:
        os.scandir(path).close() if Path(path).is_dir() else Path(path).open().close()


def imported_first() -> tuple[str, ...]:
    """The files by which that begins; none of a package that is not installed."""
    return tuple(found.origin for found in _found(IMPORTED_FIRST) if found.origin)


@cache  # to look through all packages takes 5 ms, and each sandbox that is tried asks
def paths() -> tuple[str, ...]:
    """Files and folders to read, none within another, none around the user's home.

    Of an environment around the learner's own folder, what lies beside that.
    """
    libraries = [Path(entry) for entry in filter(None, sys.path) if _is_for_packages(Path(entry))]
    home = Path(os.environ.get("HOME", "~"))
    own = Path(os.environ.get(LEARNERS) or home).absolute()
    chosen: list[Path] = []
    wanted = [
        *(Path(path) for path in (*SYSTEM, sys.prefix, sys.base_prefix)),
        *libraries,
        # A package may be developed where it lies, this very one too.
        *(Path(place) for found in _found(OF_TORCH) for place in _places_of(found)),
        *(place for folder in libraries for place in _linked_from(folder)),
    ]
    for path in sorted(wanted, key=lambda path: len(path.parts)):
        covered = any(path.is_relative_to(wider) for wider in chosen)
        if path.exists() and not home.is_relative_to(path) and not covered:
            chosen.append(path)
    return tuple(str(part) for path in chosen for part in _beside(path, own))


def _beside(path: Path, own: Path) -> Iterator[Path]:
    """A path; in place of a folder around one's own, all else that is in it.

    But for folders of packages: those have to be listed, which cannot be had without their all.
    """
    if own == path or not own.is_relative_to(path) or path.name in PACKAGE_FOLDERS:
        yield path
        return
    for entry in sorted(path.iterdir()):
        if entry != own:
            yield from _beside(entry, own)


def _is_for_packages(folder: Path) -> bool:
    """Whether installers put packages there, by its name or by the records that they leave."""
    return folder.name in PACKAGE_FOLDERS or any(folder.glob("*.dist-info"))


def _found(names: Iterable[str]) -> Iterator[ModuleSpec]:
    yield from filter(None, map(importlib.util.find_spec, names))


def _places_of(found: ModuleSpec) -> Iterable[str]:
    """The folders of a package, or the file of a module."""
    return found.submodule_search_locations or filter(None, [found.origin])


def _linked_from(folder: Path) -> Iterator[Path]:
    """Where packages lie to which there are only links: of folders, or of all files in them.

    As the link has it, for that is the name by which it is followed.
    """
    for entry in os.scandir(folder) if folder.is_dir() else ():
        if entry.is_symlink():
            yield _end_of(entry.path)
        elif (file := _any_file_in(entry)) and file.is_symlink():
            yield _end_of(file.path).parent


def _any_file_in(folder: os.DirEntry[str]) -> os.DirEntry[str] | None:
    with contextlib.suppress(OSError), os.scandir(folder) as within:  # it is a file, or closed
        return next((one for one in within if not one.is_dir(follow_symlinks=False)), None)
    return None


def _end_of(link: str) -> Path:
    return Path(os.path.normpath(Path(link).parent / Path(link).readlink()))
