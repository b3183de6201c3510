"""What code in the sandbox gets to see of the machine: that of which Python and torch are made."""

from __future__ import annotations

import os
import sys
from pathlib import Path

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


def paths() -> tuple[str, ...]:
    """Files and folders to read, none within another, none around the user's home."""
    package = Path(__file__).parent  # this very package, wherever it is installed
    libraries = [entry for entry in sys.path if Path(entry).name in PACKAGE_FOLDERS]
    home = Path(os.environ.get("HOME", "~"))
    chosen: list[Path] = []
    wanted = [*SYSTEM, sys.prefix, sys.base_prefix, *libraries, str(package)]
    for path in sorted(map(Path, wanted), key=lambda path: len(path.parts)):
        covered = any(path.is_relative_to(wider) for wider in chosen)
        if path.exists() and not home.is_relative_to(path) and not covered:
            chosen.append(path)
    return tuple(map(str, chosen))
