"""Decks from elsewhere: folders that the learner has added, and clones of git repositories.

What is added is not thereby trusted, see `quizapp.library.trust`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from quizapp.deck.files import decks_below, real_path
from quizapp.errors import UserError
from quizapp.machine.home import expanded
from quizapp.machine.safekeeping import held, is_abandoned, partial_of, read_own, write_at_once
from quizapp.text.language import tr
from quizapp.text.missing import missing
from quizapp.text.opened import refuse_odd
from quizapp.text.reasons import reason
from quizapp.text.spelling import did_you_mean
from quizapp.text.visible import visible_path

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
        """Add a folder, or clone a repository. Raises ShelfError, or another UserError."""
        if not is_url(origin):
            path = real_path(expanded(origin))
            try:
                if not path.exists():
                    raise ShelfError(_no_folder(path))
                refuse_odd(path)
            except OSError as error:
                told = tr("{path} cannot be read: {strerror}", path=path, strerror=reason(error))
                raise ShelfError(told) from error
            origin = str(path)
        name = name or _name_of(origin)
        self._refuse_taken(name, origin)
        if not re.fullmatch(r"[A-Za-z0-9][\w.-]*", name) or name.lower() == self._file.name:
            raise ShelfError(tr("'{name}' is no name for it; give one by --name", name=name))
        added = Source(name, origin, self._clone(name) if is_url(origin) else Path(origin))
        if added.is_cloned and "#" in origin and not _is_ref(added.ref):
            raise ShelfError(
                tr("'{ref}' is no branch or tag; it stands behind the # of a URL", ref=added.ref)
            )
        if added.is_cloned:
            self._add_clone(added)
        else:
            _refuse_empty(added.folder, origin)
            self._add(added)
        return added

    def _add_clone(self, added: Source) -> None:
        """Clone it out of the way: a kill leaves nothing where its name leads."""
        from quizapp.machine.git import clone

        draft = self._aside(added)
        try:
            clone(added.origin.partition("#")[0], draft, added.ref)
            _refuse_empty(draft, added.origin)
            self._add(added, draft)
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    def _add(self, added: Source, draft: Path | None = None) -> None:
        """Note a source, whose clone, if it is one, lies there as yet."""
        with self._held():
            self._refuse_taken(added.name, added.origin)
            if draft:
                _clear_if_nobodys(added.folder)
            with _moved(draft, added.folder) if draft else nullcontext():
                self._write([*self.sources(), added])

    def _refuse_taken(self, name: str, origin: str) -> None:
        for source in self.sources():
            if source.origin == origin:
                raise ShelfError(
                    tr(
                        "{origin} has been added already, as '{name}'",
                        origin=visible_path(origin),
                        name=source.name,
                    )
                )
            if source.name == name:
                raise ShelfError(
                    tr("there is a '{name}' already; give another name by --name", name=name)
                )

    def update(self, source: Source, *, discard: bool = False) -> bool:
        """Bring a clone up to date; whether anything has changed. Raises GitError, see `pull`."""
        from quizapp.machine.git import pull

        if not (source.folder / ".git").exists():
            raise ShelfError(
                tr(
                    "{folder} is no clone any more; `quiz remove {name}`, then add {origin} again",
                    folder=source.folder,
                    name=source.name,
                    origin=visible_path(source.origin),
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
            _refuse_to_lose_work(found)
        aside = self._aside(found)
        with self._held():
            kept = [source for source in self.sources() if source.name != name]
            is_there = found.is_cloned and found.folder.exists()
            # Else a kill would leave a part of it where its name leads.
            with _moved(found.folder, aside) if is_there else nullcontext():
                self._write(kept)
        shutil.rmtree(aside, ignore_errors=True)
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

    def _aside(self, source: Source) -> Path:
        """Where a clone may lie that is not whole, by a name that no source has.

        What kills have left of others is deleted.
        """
        aside = partial_of(self._folder / f".{source.name}")
        for folder in self._folder.glob(".*.partial"):
            if folder == aside or is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)
        return aside

    @contextmanager
    def _held(self) -> Iterator[None]:
        try:
            with held(self._file):
                yield
        except OSError as error:
            raise ShelfError(
                tr(
                    "{file}: cannot be written: {strerror}",
                    file=self._file,
                    strerror=reason(error),
                )
            ) from error

    def _write(self, sources: list[Source]) -> None:
        kept = {"version": VERSION, "sources": {source.name: source.origin for source in sources}}
        write_at_once(self._file, f"{json.dumps(kept, indent=2)}\n".encode())


def _no_folder(path: Path) -> str:
    before, _, ref = str(path).rpartition("#")
    if before and _is_ref(ref) and Path(before).is_dir():
        return tr(
            "{missing}; a branch or tag is one of a URL, such as {url}",
            missing=missing(path),
            url=f"{Path(before).as_uri()}#{ref}",
        )
    return tr("{missing}, and it is no URL of a repository", missing=missing(path))


def _refuse_empty(folder: Path, origin: str) -> None:
    if not decks_below(folder).decks:
        raise ShelfError(tr("there are no decks in {origin}", origin=visible_path(origin)))


@contextmanager
def _moved(folder: Path, to: Path) -> Iterator[None]:
    """Have a folder lie elsewhere, unless what is done then fails."""
    folder.rename(to)
    try:
        yield
    except BaseException:
        to.rename(folder)
        raise


def _clear_if_nobodys(folder: Path) -> None:
    """Delete what lies where a clone is to lie, if a kill has left it there.

    Raises ShelfError where it may hold what is the user's.
    """
    from quizapp.machine.git import holds_work

    if not os.path.lexists(folder):
        return
    if folder.is_symlink() or not folder.is_dir() or holds_work(folder):
        raise ShelfError(
            tr(
                "{folder} stands where the clone is to lie, and may hold work of your own; move "
                "it away, or give another name by --name",
                folder=folder,
            )
        )
    shutil.rmtree(folder)


def _refuse_to_lose_work(clone: Source) -> None:
    from quizapp.machine.git import GitError, work

    if not (clone.folder / ".git").exists():
        _refuse_files(clone)
        return
    try:
        own = work(clone.folder)
    except GitError as error:
        told = tr(
            "{error}; `quiz remove --discard {name}` deletes {folder} as it is",
            error=error,
            name=clone.name,
            folder=clone.folder,
        )
        raise ShelfError(told) from error
    if own:
        raise ShelfError(
            tr(
                "{folder} holds work of your own: {work}; copy what you want to keep, then "
                "`quiz remove --discard {name}` deletes it",
                folder=clone.folder,
                work=", ".join(own),
                name=clone.name,
            )
        )


def _refuse_files(clone: Source) -> None:
    """Of what is no clone any more, nobody can tell which are the user's."""
    if any(files for _, _, files in os.walk(clone.folder)):
        raise ShelfError(
            tr(
                "{folder} is no clone any more, and may hold work of your own; copy what you want "
                "to keep, then `quiz remove --discard {name}` deletes it",
                folder=clone.folder,
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
