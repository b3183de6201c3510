"""A Python whose runners import little of torch ahead: enough to tell that they have done so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AHEAD = "colorsys"
"""Which nothing else imports; before it comes a part of torch, for which one has to wait."""


def path_to(folder: Path, ahead: str = AHEAD) -> str:
    """A PYTHONPATH with which runners import that ahead; the folder is filled for that."""
    (folder / "sitecustomize.py").write_text(code(ahead))
    return os.pathsep.join(map(str, (folder, ROOT)))


@contextmanager
def in_haste(folder: Path, ahead: str = AHEAD) -> Iterator[None]:
    """Have runners that are started meanwhile be so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path_to(folder, ahead))
        yield


def code(ahead: str = AHEAD) -> str:
    """What a Python has to run first for that."""
    roots = ("torch.utils.benchmark", ahead)
    return f"from runner.inside import preload\npreload.ROOTS = {roots}\n"
