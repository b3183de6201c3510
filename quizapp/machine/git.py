"""The few things that git does for decks. Nothing of a repository is run, and no other is touched.

Every command on a clone names it by `--git-dir` and `--work-tree`, and no `GIT_DIR` that was
left in the environment reaches git: else an update would reset whatever repository these lead to.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.text.visible import visible_path
from quizapp.text.words import first_of

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

FETCHING = {"clone", "fetch"}
"""What writes a file of unknown size; to limit it takes a copy of this process, which is slow."""

FETCHED = "refs/quiz/fetched"
"""The commit that a clone was last brought to: what differs from it is the user's work."""

# What a repository says of its submodules may be such that git refuses to look at them.
AS_NAMES = ("-z", "--name-only", "--no-renames", "--ignore-submodules=all")

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
    if discard:
        # An index anew has no flags by which git would let an edited file be.
        _git("read-tree", before, folder=folder)
        _check_out(newest, folder, "--force")
    elif before != newest:
        _bring_to(newest, folder, before, fetched)
    _git("update-ref", FETCHED, newest, folder=folder)
    return newest != before


def _bring_to(newest: str, folder: Path, before: str, fetched: str) -> None:
    """Lay the files of a commit where that changes nothing of the user's. Raises GitError."""
    committed = _changed(fetched, before, folder)
    mine = sorted({*committed, *edited(folder, fetched)})
    if committed or _meet(mine, _changed(fetched, newest, folder)):
        raise _not_kept(mine, folder)
    try:
        _check_out(newest, folder, "--no-overwrite-ignore")
    except GitError as error:  # as where two names are one to the disk
        if not mine:
            raise
        raise _not_kept(mine, folder) from error


def _meet(mine: Iterable[str], theirs: Iterable[str]) -> bool:
    """Whether files are the same, or one is where the folder of another is."""
    own, changed = {*mine}, {*theirs}
    return bool(own & (changed | _folders(changed)) or changed & _folders(own))


def _folders(names: Iterable[str]) -> set[str]:
    return {str(above) for name in names for above in PurePosixPath(name).parents}


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
    return GitError(
        tr(
            "you have edited {files} in {folder}; copy what you want to keep, then "
            "`quiz update --discard` drops the edits",
            files=_named(files),
            folder=folder,
        )
    )


def _named(files: Sequence[str]) -> str:
    return first_of([*map(visible_path, files)], MOST_NAMED)


def work(folder: Path) -> list[str]:
    """What in a clone is the user's and would be lost with it, in words. Raises GitError."""
    fetched = _fetched(folder)
    files = edited(folder, fetched)
    return [*([_named(files)] if files else []), *_put_by(folder, fetched)]


def edited(folder: Path, fetched: str) -> list[str]:
    """The files of a clone that are not as they were fetched, committed or only staged there too.

    What has been deleted is none. The clone's index tells what is staged, and nothing else: its
    flags hide edits, its submodules what lies in them, as the rules of what is ignored do.
    """
    unlike = ("diff", *AS_NAMES, "--diff-filter=d")
    with tempfile.TemporaryDirectory() as aside:
        index = Path(aside) / "index"
        _git("read-tree", fetched, folder=folder, index=index)
        files = {*_names(*unlike, folder=folder, index=index)}
        files |= {*_names("ls-files", "-z", "--others", folder=folder, index=index)}
    files |= {*_names(*unlike, "--cached", fetched, folder=folder)}
    # Of another repository git says `folder/`.
    return sorted({*(name.rstrip("/") for name in files), *_within(folder, fetched)})


def _within(folder: Path, fetched: str) -> list[str]:
    """Submodules and other repositories in a clone that hold anything: nothing is fetched there."""
    submodules = [
        folder / entry.partition("\t")[2]
        for entry in _names("ls-tree", "-r", "-z", fetched, folder=folder)
        if entry.startswith("160000 ")
    ]
    filled = [path for path in submodules if path.is_file() or any(path.glob("*"))]
    inner = [path.parent for path in folder.glob("*/**/.git")]
    return [path.relative_to(folder).as_posix() for path in (*filled, *inner)]


def _changed(since: str, to: str, folder: Path) -> list[str]:
    """The files in which two commits differ."""
    return _names("diff-tree", "-r", *AS_NAMES, since, to, folder=folder)


def _put_by(folder: Path, fetched: str) -> list[str]:
    """What the user's refs in a clone hold and its files need not show, in words."""
    theirs = ("--not", "--remotes", fetched)
    held = ("rev-list", "--objects", "--max-count=1")
    refs = _git("for-each-ref", "--format=%(refname)", folder=folder).splitlines()
    own = [_ref(name) for name in refs if _git(*held, name, *theirs, folder=folder)]
    # A HEAD that is on no branch is no ref.
    return own or ([tr("a commit")] if _git(*held, "--all", *theirs, folder=folder) else [])


def _ref(name: str) -> str:
    _, kind, *rest = name.split("/", 2)
    short = visible_path("/".join(rest))
    if kind == "stash":
        return tr("a stash")
    if kind == "heads":
        return tr("the branch {name}", name=short)
    return tr("the tag {name}", name=short) if kind == "tags" else visible_path(name)


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
        return bool(work(folder))
    except GitError:
        return True


def _fetched(folder: Path) -> str:
    # The latter are what a clone of an earlier version of quiz has. Its HEAD may be anything.
    for name in (FETCHED, "FETCH_HEAD", "refs/remotes/origin/HEAD"):
        with suppress(GitError):
            return _commit(name, folder)
    _git("rev-parse", "--git-dir", folder=folder)  # else git itself tells why
    raise GitError(tr("what was fetched into {folder} cannot be told", folder=folder))


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


def _names(command: str, *arguments: str, folder: Path, index: Path | None = None) -> list[str]:
    told = _git(command, *arguments, folder=folder, index=index)
    return [name for name in told.split("\0") if name]


def _git(
    command: str, *arguments: str, folder: Path | None = None, index: Path | None = None
) -> str:
    """What git says, of a clone by another index than its own if there is one."""
    try:
        done = subprocess.run(
            _command(command, *arguments, folder=folder),
            check=False,
            stdout=subprocess.PIPE,
            timeout=PATIENCE,
            preexec_fn=_limit_files if command in FETCHING and os.name == "posix" else None,
            **_surroundings(index),
        )
    except FileNotFoundError as error:
        raise GitError(tr("git is not installed, which fetches decks from a URL")) from error
    except subprocess.TimeoutExpired as error:
        raise GitError(
            tr("git {command}: not done after {most:.0f} s", command=command, most=PATIENCE)
        ) from error
    if done.returncode:
        raise GitError(f"git {command}: {_complaint(done.stderr)}")
    return str(done.stdout).rstrip("\n")


def _command(command: str, *arguments: str, folder: Path | None) -> list[str]:
    where = (f"--git-dir={folder / '.git'}", f"--work-tree={folder}") if folder else ()
    return ["git", *where, *SAFELY, command, *arguments]


def _surroundings(index: Path | None = None) -> dict[str, Any]:
    """Arguments of subprocess, for any command of git's."""
    return {
        "stdin": subprocess.DEVNULL,
        "stderr": subprocess.PIPE,
        "encoding": "utf-8",
        "errors": "replace",
        "env": _environment() | ({"GIT_INDEX_FILE": str(index)} if index else {}),
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
