"""The few things that git does for decks. Nothing of a repository is run, and no other is touched.

Every command on a clone names it by `--git-dir` and `--work-tree`, and no `GIT_DIR` that was
left in the environment reaches git: else an update would reset whatever repository these lead to.
"""

from __future__ import annotations

import itertools
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quizapp.errors import UserError
from quizapp.text.language import tr

MOST_BYTES = 256 << 20
"""Of what is fetched at once, and of the files that come of it."""
MOST_FILES = 10_000
"""Of a repository, folders among them: a few of its objects may stand for any number."""
MOST_NAMED = 5
"""Files that are named one by one."""
DEEPEST = 100
"""Folders within each other: to remove them, Python goes down into each."""
PATIENCE = 300.0
"""Seconds that one command may take."""

# A clone's own settings and hooks must not start anything, nor a stalled server be waited for.
SAFELY = (
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.symlinks=false"),
    *("-c", "protocol.ext.allow=never"),
    *("-c", "submodule.recurse=false"),
    *("-c", "fetch.unpackLimit=1"),  # one file, so that a limit on files is one on all of it
    *("-c", "http.lowSpeedLimit=1000"),
    *("-c", "http.lowSpeedTime=30"),
)
FILES_AS_THEY_ARE = "* -filter -text -ident -working-tree-encoding\n"
"""Attributes that outweigh a repository's own, which could set the user's filters to work."""

FETCHED = "refs/quiz/fetched"
"""The commit that a clone was last brought to: what differs from it is the user's work."""

OF_THE_USER = (
    *("GIT_ASKPASS", "GIT_EXEC_PATH", "GIT_SSH", "GIT_SSL_", "GIT_PROXY_"),
    *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM"),
)
"""How the variables begin that say what the user's git is and how it reaches a server."""


class GitError(UserError):
    """What git says when it does not do it."""


def clone(url: str, folder: Path, ref: str = "") -> None:
    """Clone the newest state of a repository, or of its branch or tag `ref`.

    Raises GitError, and may leave a part of it then.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    wanted = ("--depth=1", "--no-tags", *([f"--branch={ref}"] if ref else []))
    _git("clone", "--quiet", *wanted, "--no-checkout", "--", url, str(folder))
    _check_out("HEAD", folder, "--force")
    _git("update-ref", FETCHED, "HEAD", folder=folder)


def pull(folder: Path, ref: str = "", *, discard: bool = False) -> bool:
    """Make a clone what its origin, or that one's branch or tag, is now; whether that changes it.

    Raises GitError, also where files that have been edited in the clone would change, or what was
    committed there, unless these edits are to be discarded.
    """
    _without_locks(folder, discard=discard)
    before, fetched = _commit("HEAD", folder), _fetched(folder)
    _git("fetch", "--quiet", "--depth=1", "--no-tags", "origin", ref or "HEAD", folder=folder)
    newest = _commit("FETCH_HEAD", folder)
    if newest == fetched and not discard:
        return False
    committed = before not in (fetched, newest)
    if committed and not discard and (files := edited(folder)):
        raise _not_kept(files, folder)
    try:
        _check_out(newest, folder, *(["--force"] if discard else []))
    except GitError as error:
        if not (files := edited(folder)):
            raise
        raise _not_kept(files, folder) from error
    _git("update-ref", FETCHED, newest, folder=folder)
    return newest != before


def _without_locks(folder: Path, *, discard: bool) -> None:
    """Git leaves a lock where it is killed, and half of the files as they are to be."""
    locks = [*(folder / ".git").glob("*.lock")]
    if locks and not discard:
        raise GitError(
            tr(
                "an update of {folder} was cut off, or goes on just now; `quiz update --discard` "
                "begins it anew, without what was edited there",
                folder=folder,
            )
        )
    for lock in locks:
        lock.unlink(missing_ok=True)


def _not_kept(files: Sequence[str], folder: Path) -> GitError:
    left = len(files) - MOST_NAMED
    named = ", ".join(files[:MOST_NAMED])
    return GitError(
        tr(
            "you have edited {files} in {folder}; copy what you want to keep, then "
            "`quiz update --discard` drops the edits",
            files=named + (tr(" and {left} more", left=left) if left > 0 else ""),
            folder=folder,
        )
    )


def edited(folder: Path, *, but_gone: bool = False) -> list[str]:
    """The files of a clone that are not as they were fetched, whether committed there or not.

    Those that have been deleted, too, unless it is `but_gone`.
    """
    # What a repository says of its submodules may be such that git refuses to look at them.
    since = ("--name-only", "--ignore-submodules=all", _fetched(folder))
    shown = ["--diff-filter=d"] if but_gone else []
    changed = _git("diff", *shown, *since, folder=folder)
    return [*changed.splitlines(), *_git("ls-files", "--others", folder=folder).splitlines()]


def put_by(folder: Path) -> list[str]:
    """What the user's branches and stashes in a clone hold and its files need not show, in words.

    Of a branch that is neither fetched nor a part of what was.
    """
    refs = ("--format=%(refname)", "refs/heads", "refs/stash")
    names = _git("for-each-ref", *refs, folder=folder).splitlines()
    theirs = ("--not", "--remotes", _fetched(folder))
    return [
        tr("a stash")
        if name == "refs/stash"
        else tr("the branch {name}", name=name.removeprefix("refs/heads/"))
        for name in names
        if _git("rev-list", "--max-count=1", name, *theirs, folder=folder)
    ]


def holds_work(folder: Path) -> bool:
    """Whether a folder holds anything but what was fetched there, by a clone that was cut off too.

    What is not known to be such a clone does.
    """
    there = {path.name for path in folder.iterdir()}
    try:
        if not there:
            return False
        if there == {".git"}:
            theirs = ("--not", "--remotes")
            return bool(_git("rev-list", "--max-count=1", "--all", *theirs, folder=folder))
        _commit(FETCHED, folder)
        return bool(edited(folder, but_gone=True) or put_by(folder))
    except GitError:
        return True


def _fetched(folder: Path) -> str:
    try:
        return _commit(FETCHED, folder)
    except GitError:  # a clone of an earlier version of quiz
        return _commit("HEAD", folder)


def _commit(name: str, folder: Path) -> str:
    return _git("rev-parse", "--verify", "--quiet", name, folder=folder)


def _check_out(commit: str, folder: Path, *options: str) -> None:
    """Lay the files of a commit, with nothing that stands in them set to work."""
    if not (entries := _entries(commit, folder)):  # as before its first commit
        raise GitError(tr("the repository holds no files"))
    sizes = [entry.split(maxsplit=4)[3] for entry in entries]
    if sum(int(size) for size in sizes if size.isdecimal()) > MOST_BYTES:
        raise GitError(tr("its files are larger than {most} MiB in all", most=MOST_BYTES >> 20))
    info = folder / ".git" / "info"
    info.mkdir(exist_ok=True)
    (info / "attributes").write_text(FILES_AS_THEY_ARE)
    _git("checkout", "--quiet", "--detach", *options, commit, folder=folder)


def _entries(commit: str, folder: Path) -> list[str]:
    """The files and folders of a commit, a line each.

    Raises GitError where they are too many, or too deep within each other.
    """
    command = _command("ls-tree", "-r", "-t", "-l", commit, folder=folder)
    with subprocess.Popen(command, stdout=subprocess.PIPE, **_surroundings()) as listing:
        entries = [*itertools.islice(listing.stdout or (), MOST_FILES + 1)]
    if len(entries) > MOST_FILES:
        raise GitError(tr("it holds more than {most:,} files", most=MOST_FILES))
    if any(entry.count("/") > DEEPEST for entry in entries):
        raise GitError(tr("it holds folders more than {most} deep within each other", most=DEEPEST))
    return entries


def _git(command: str, *arguments: str, folder: Path | None = None) -> str:
    try:
        done = subprocess.run(
            _command(command, *arguments, folder=folder),
            check=False,
            stdout=subprocess.PIPE,
            timeout=PATIENCE,
            **_surroundings(),
        )
    except FileNotFoundError as error:
        raise GitError(tr("git is not installed, which fetches decks from a URL")) from error
    except subprocess.TimeoutExpired as error:
        raise GitError(
            tr("git {command}: not done after {most:.0f} s", command=command, most=PATIENCE)
        ) from error
    if done.returncode:
        raise GitError(f"git {command}: {_complaint(done.stderr)}")
    return str(done.stdout).strip()


def _command(command: str, *arguments: str, folder: Path | None) -> list[str]:
    where = (f"--git-dir={folder / '.git'}", f"--work-tree={folder}") if folder else ()
    return ["git", *where, *SAFELY, command, *arguments]


def _surroundings() -> dict[str, Any]:
    """Arguments of subprocess, for any command of git's."""
    return {
        "stdin": subprocess.DEVNULL,
        "stderr": subprocess.PIPE,
        "text": True,
        "errors": "replace",
        "env": _environment(),
        "preexec_fn": _limit_files if os.name == "posix" else None,
    }


def _limit_files() -> None:
    import resource  # here: Windows has no such limits

    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES))


def _environment() -> dict[str, str]:
    """The environment without what would lead git to another repository."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith(OF_THE_USER)
    }
    return kept | {"GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1", "LC_ALL": "C"}


def _complaint(stderr: str) -> str:
    """The line that says what is wrong; what to do about it comes after, if at all."""
    lines = [line for line in stderr.splitlines() if line.strip()]
    telling = [line for line in lines if line.startswith(("fatal: ", "error: "))]
    complaint = (telling or lines or ["failed"])[0]
    cut_off = "index-pack" in complaint  # what unpacks, and is ended by the limit
    hint = tr(" (is it larger than {most} MiB?)", most=MOST_BYTES >> 20) if cut_off else ""
    return f"{complaint}{hint}"
