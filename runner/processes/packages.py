"""Which packages code can import here, and of what version."""

from __future__ import annotations

import sys
from pathlib import Path

RECORDS = ("*.dist-info", "*.egg-info")


def installed() -> tuple[str, ...]:
    """What is installed, as `numpy==2.3.1`: the one that is imported where there are two.

    Told by the names of the folders that installers leave, `NAME-VERSION.dist-info`: to read
    what is in them, as `importlib.metadata` does, would take twenty times as long.
    """
    found: dict[str, str] = {}
    for entry in filter(None, sys.path):
        for record in (path for kind in RECORDS for path in sorted(Path(entry).glob(kind))):
            name, version, *_ = [*record.stem.split("-"), ""]
            if version:
                found.setdefault(name, version)
    return tuple(f"{name}=={version}" for name, version in found.items())
