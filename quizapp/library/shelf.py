"""Decks from elsewhere: folders that the learner has added, and clones of git repositories.

What is added is not thereby trusted, see `quizapp.library.trust`.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from quizapp.deck.files import decks_below, real_path
from quizapp.errors import UserError
from quizapp.machine.safekeeping import read_own, write_at_once
from quizapp.text.language import tr
from quizapp.text.missing import missing
from quizapp.text.opened import refuse_odd
from quizapp.text.reasons import reason
from quizapp.text.spelling import did_you_mean

VERSION = 1
_REF = re.compile(r"[A-Za-z0-9_][\w./-]*")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://.+|[^/\s:]+@[^/\s:]+:.+", re.IGNORECASE)


class ShelfError(UserError):
    """Decks could not be added, updated or removed; the message says why."""


@dataclass(frozen=True)
class Source:
    """Where decks come from: a folder of the learner's, or a repository and its clone."""

    name: str
    origin: str
    folder: Path

    @property
    def is_cloned(self) -> bool:
        return is_url(self.origin)

    @property
    def ref(self) -> str:
        """The branch or tag behind the `#` of a URL; empty for what the repository names."""
        return self.origin.partition("#")[2]

    def decks(self) -> list[Path]:
        """The files in it that are decks."""
        return decks_below(self.folder).decks


def is_url(origin: str) -> bool:
    """Whether decks are to be cloned from there, and do not lie there."""
    return _URL.fullmatch(origin) is not None


class Shelf:
    """What has been added, in a file of its own beside the clones."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "sources.json"

    def sources(self) -> list[Source]:
        """All that was added, the first of it first. Raises ShelfError."""
        try:
            kept = json.loads(read_own(self._file))
            if kept["version"] > VERSION:
                raise ShelfError(tr("{file}: written by a newer version of quiz", file=self._file))
            origins = {str(name): str(origin) for name, origin in kept["sources"].items()}
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ShelfError(
                tr("{file}: cannot be read: {strerror}", file=self._file, strerror=reason(error))
            ) from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ShelfError(tr("{file}: not a list of added decks", file=self._file)) from error
        return [
            Source(name, origin, self._clone(name) if is_url(origin) else Path(origin))
            for name, origin in origins.items()
        ]

    def decks(self) -> list[Path]:
        """The decks of all sources. Raises ShelfError."""
        return [deck for source in self.sources() for deck in source.decks()]

    def add(self, origin: str, name: str | None = None) -> Source:
        """Add a folder, or clone a repository. Raises ShelfError."""
        sources = self.sources()
        if not is_url(origin):
            path = real_path(Path(origin).expanduser())
            try:
                if not path.exists():
                    raise ShelfError(_no_folder(path))
                refuse_odd(path)
            except OSError as error:
                told = tr("{path} cannot be read: {strerror}", path=path, strerror=reason(error))
                raise ShelfError(told) from error
            origin = str(path)
        name = name or _name_of(origin)
        for source in sources:
            if source.origin == origin:
                raise ShelfError(
                    tr(
                        "{origin} has been added already, as '{name}'",
                        origin=origin,
                        name=source.name,
                    )
                )
            if source.name == name:
                raise ShelfError(
                    tr("there is a '{name}' already; give another name by --name", name=name)
                )
        if not re.fullmatch(r"[A-Za-z0-9][\w.-]*", name) or name.lower() == self._file.name:
            raise ShelfError(tr("'{name}' is no name for it; give one by --name", name=name))
        added = Source(name, origin, self._clone(name) if is_url(origin) else Path(origin))
        if added.is_cloned and "#" in origin and not _is_ref(added.ref):
            raise ShelfError(
                tr("'{ref}' is no branch or tag; it stands behind the # of a URL", ref=added.ref)
            )
        if added.is_cloned:
            from quizapp.machine.git import clone

            clone(origin.partition("#")[0], added.folder, added.ref)
        if not added.decks():
            self._discard(added)
            raise ShelfError(tr("there are no decks in {origin}", origin=origin))
        self._write([*sources, added])
        return added

    def update(self, source: Source, *, discard: bool = False) -> bool:
        """Bring a clone up to date; whether anything has changed. Raises GitError, see `pull`."""
        from quizapp.machine.git import pull

        if not (source.folder / ".git").exists():
            raise ShelfError(
                tr(
                    "{folder} is no clone any more; `quiz remove {name}`, then add {origin} again",
                    folder=source.folder,
                    name=source.name,
                    origin=source.origin,
                )
            )
        return pull(source.folder, source.ref, discard=discard)

    def remove(self, name: str, *, discard: bool = False) -> Source:
        """Forget a source; a clone is deleted, a folder stays as it is.

        Raises ShelfError, also where files that have been edited would be deleted with a clone,
        unless these edits are to be discarded.
        """
        found = self.named(name)
        if found.is_cloned and not discard:
            _refuse_to_lose_edits(found)
        self._write([source for source in self.sources() if source.name != name])
        self._discard(found)
        return found

    def named(self, name: str) -> Source:
        """The source of that name. Raises ShelfError, which tells the names there are."""
        sources = {source.name: source for source in self.sources()}
        if name not in sources:
            there = (
                tr("there is {sources}", sources=", ".join(sources))
                if sources
                else tr("nothing has been")
            )
            hint = did_you_mean(name, sources) or f"; {there}"
            raise ShelfError(tr("no '{name}' has been added{hint}", name=name, hint=hint))
        return sources[name]

    def _clone(self, name: str) -> Path:
        return self._folder / name

    def _discard(self, source: Source) -> None:
        if source.is_cloned:
            shutil.rmtree(source.folder, ignore_errors=True)

    def _write(self, sources: list[Source]) -> None:
        kept = {"version": VERSION, "sources": {source.name: source.origin for source in sources}}
        try:
            write_at_once(self._file, f"{json.dumps(kept, indent=2)}\n".encode())
        except OSError as error:
            raise ShelfError(
                tr(
                    "{file}: cannot be written: {strerror}",
                    file=self._file,
                    strerror=reason(error),
                )
            ) from error


def _no_folder(path: Path) -> str:
    before, _, ref = str(path).rpartition("#")
    if before and _is_ref(ref) and Path(before).is_dir():
        return tr(
            "{missing}; a branch or tag is one of a URL, such as {url}",
            missing=missing(path),
            url=f"{Path(before).as_uri()}#{ref}",
        )
    return tr("{missing}, and it is no URL of a repository", missing=missing(path))


def _refuse_to_lose_edits(clone: Source) -> None:
    from quizapp.machine.git import GitError, edited, put_by

    if not (clone.folder / ".git").exists():
        return
    try:
        work = [*edited(clone.folder), *put_by(clone.folder)]
    except GitError as error:
        told = tr(
            "{error}; `quiz remove --discard {name}` deletes {folder} as it is",
            error=error,
            name=clone.name,
            folder=clone.folder,
        )
        raise ShelfError(told) from error
    if work:
        raise ShelfError(
            tr(
                "{folder} holds work of your own: {work}; copy what you want to keep, then "
                "`quiz remove --discard {name}` deletes it",
                folder=clone.folder,
                work=", ".join(work),
                name=clone.name,
            )
        )


def _is_ref(name: str) -> bool:
    """Whether git takes this for the name of a branch or tag, and for nothing else."""
    return _REF.fullmatch(name) is not None and ".." not in name


def _name_of(origin: str) -> str:
    """The last part of a path or URL, without its ending, branch or tag."""
    if is_url(origin):
        origin = origin.partition("#")[0]
    return re.split(r"[/:\\]", origin.rstrip("/"))[-1].removesuffix(".git").removesuffix(".yaml")
