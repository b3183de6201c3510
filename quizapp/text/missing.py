"""What to say of a path where there is nothing."""

from __future__ import annotations

from pathlib import Path

from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean


def missing(path: Path) -> str:
    """Which of it is not there, and what may be meant."""
    if path.is_symlink():
        return tr(
            "{path} is a link to {target}, which is not there", path=path, target=path.readlink()
        )
    folder = path.parent
    if not folder.is_dir():
        return missing(folder)
    try:
        names = [one.name for one in folder.iterdir()]
    except OSError:  # it may be gone through, and not be read
        names = []
    near = did_you_mean(path.name, names)
    return tr("there is nothing at {path}{did_you_mean}", path=path, did_you_mean=near)
