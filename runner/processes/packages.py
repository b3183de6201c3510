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
        for record in _records(entry):
            name, version, *_ = [*record.stem.split("-"), ""]
            if version:
                found.setdefault(name, version)
    return tuple(f"{name}=={version}" for name, version in found.items())


def _records(entry: str) -> list[Path]:
    """Those below an entry of the path; none where it cannot be read, from which none is imported.

    What root has in its PYTHONPATH may be shut to the user that code runs as.
    """
    folder = Path(entry)
    try:
        return [path for kind in RECORDS for path in sorted(folder.glob(kind))]
    except OSError:
        return []
