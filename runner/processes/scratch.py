"""Folders for what snippets write: one for the runner, one in it for each child."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VARIABLE = "RUNNER_SCRATCH"  # set by a client that removes the folder if the zygote cannot

_NUMBERS = itertools.count()

if sys.platform == "win32":
    STUBBORNLY = (("cmd", "/d", "/c", "rmdir", "/s", "/q"),)
else:
    STUBBORNLY = (("chmod", "-R", "u+rwx"), ("rm", "-rf"))


def choose_root() -> Path:
    """The runner's own folder, where the environment says or else a temporary one."""
    return Path(os.environ.get(VARIABLE) or new_root())


def new_root() -> Path:
    """A folder, still to be made, for a runner."""
    return Path(tempfile.gettempdir()) / f"runner-{os.urandom(8).hex()}"


def make(root: Path) -> Path:
    """A child's own folder, in the root, where nobody else makes any."""
    folder = root / f"child-{next(_NUMBERS)}"
    folder.mkdir(mode=0o700)
    return folder


def remove(folder: Path) -> None:
    """Remove a folder, however deep or locked its content is."""
    with contextlib.suppress(OSError):
        folder.rmdir()  # as is enough where its content was in a mount that is gone
        return
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except (OSError, RecursionError):
        for command in STUBBORNLY:
            subprocess.run([*command, folder], check=False, capture_output=True)
