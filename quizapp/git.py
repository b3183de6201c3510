"""The few things that git does for decks. Nothing of a repository is run."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from quizapp.errors import UserError

# A clone's own settings and hooks must not start anything.
SAFELY = (
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.symlinks=false"),
    *("-c", "protocol.ext.allow=never"),
    *("-c", "submodule.recurse=false"),
)


class GitError(UserError):
    """What git says when it does not do it."""


def clone(url: str, folder: Path) -> None:
    """Clone the newest state of a repository. Raises GitError, and leaves nothing then."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        _git("clone", "--quiet", "--depth=1", "--no-tags", "--", url, str(folder))
    except GitError:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def pull(folder: Path) -> bool:
    """Make a clone what its origin is now; whether that changes anything. Raises GitError."""
    before = _git("rev-parse", "HEAD", folder=folder)
    _git("fetch", "--quiet", "--depth=1", "--no-tags", "origin", "HEAD", folder=folder)
    _git("reset", "--quiet", "--hard", "FETCH_HEAD", folder=folder)
    return _git("rev-parse", "HEAD", folder=folder) != before


def _git(command: str, *arguments: str, folder: Path | None = None) -> str:
    where = ("-C", str(folder)) if folder else ()
    try:
        done = subprocess.run(
            ["git", *where, *SAFELY, command, *arguments],
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            env={**os.environ, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
        )
    except FileNotFoundError as error:
        raise GitError("git is not installed, which fetches decks from a URL") from error
    if done.returncode:
        raise GitError(f"git {command}: {_complaint(done.stderr)}")
    return done.stdout.strip()


def _complaint(stderr: str) -> str:
    """The line that says what is wrong; what to do about it comes after, if at all."""
    lines = [line for line in stderr.splitlines() if line.strip()]
    telling = [line for line in lines if line.startswith(("fatal: ", "error: "))]
    return (telling or lines or ["failed"])[0]
