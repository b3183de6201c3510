"""What code in the sandbox gets to see of the machine: that of which Python and torch are made."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterable
from pathlib import Path

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
READABLE_DEVICES = ("/dev/zero", "/dev/random", "/dev/urandom")
SINK = "/dev/null"
SHARED_MEMORY = "/dev/shm"  # where torch puts tensors that processes share
PACKAGE_FOLDERS = ("site-packages", "dist-packages")


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
    """See that these can be read, and what is imported first; raises OSError."""
    for path in paths:
        os.scandir(path).close() if Path(path).is_dir() else Path(path).open().close()
    for name in ("torch", "numpy", "runner"):
        if (found := importlib.util.find_spec(name)) and found.origin:
            Path(found.origin).open().close()


def paths() -> tuple[str, ...]:
    """Files and folders to read, none within another, none around the user's home."""
    package = Path(__file__).parents[1]  # this very package, wherever it is installed
    libraries = [entry for entry in sys.path if Path(entry).name in PACKAGE_FOLDERS]
    home = Path(os.environ.get("HOME", "~"))
    chosen: list[Path] = []
    wanted = [*SYSTEM, sys.prefix, sys.base_prefix, *libraries, str(package)]
    for path in sorted(map(Path, wanted), key=lambda path: len(path.parts)):
        covered = any(path.is_relative_to(wider) for wider in chosen)
        if path.exists() and not home.is_relative_to(path) and not covered:
            chosen.append(path)
    return tuple(map(str, chosen))
