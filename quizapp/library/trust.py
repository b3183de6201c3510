"""Which decks may run without a full sandbox: those that the learner has allowed to.

A deck is code. What is trusted is the content that a file has, so that a deck which has
changed is asked for again. Whatever is unclear is not trusted.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quizapp.deck.files import real_path
from quizapp.deck.model import is_trusted
from quizapp.errors import UserError
from quizapp.library.shipped import is_shipped
from quizapp.machine.safekeeping import held, read_own, write_at_once
from quizapp.text.language import tr
from quizapp.text.reasons import reason
from quizapp.text.visible import visible_path
from runner.protocol.layers import is_full, shortfall

if TYPE_CHECKING:
    from quizapp.deck.exercise import Exercise
    from quizapp.deck.model import Deck, Trust

VERSION = 1
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")


class TrustError(UserError):
    """The file of trusted decks cannot be used; the message says why."""


class TrustedDecks:
    """What the learner trusts, in a file of its own: for each path the digest of its content.

    The file is read once; who trusts or forgets a deck sees to it that what is written then
    is the file as it stands.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def judge(self, path: Path, data: bytes) -> Trust:
        """How a deck stands that has just been read. No file, or a strange one, trusts nothing."""
        if is_shipped(path):
            return "shipped"
        trusted = self._trusted_if_readable.get(_name(path))
        if trusted is None:
            return "unknown"
        return "trusted" if trusted == digest(data) else "changed"

    def digests(self) -> dict[str, str]:
        """The digest by absolute path, as the file says now. Raises TrustError."""
        import json

        try:
            kept = json.loads(read_own(self.file))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise TrustError(
                tr("{file}: cannot be read: {strerror}", file=self.file, strerror=reason(error))
            ) from error
        except (ValueError, RecursionError) as error:
            raise TrustError(tr("{file}: not a list of trusted decks", file=self.file)) from error
        if isinstance(kept, dict) and isinstance(of := kept.get("version"), int) and of > VERSION:
            raise TrustError(tr("{file}: written by a newer version of quiz", file=self.file))
        if not _is_sound(kept):
            raise TrustError(tr("{file}: not a list of trusted decks", file=self.file))
        decks: dict[str, str] = kept["decks"]
        return decks

    def trust(self, decks: Mapping[Path, bytes]) -> None:
        """Trust these paths with this content. Raises TrustError."""
        with self._held():
            trusted = {_name(path): digest(data) for path, data in decks.items()}
            self._write(self.digests() | trusted)

    def forget(self, paths: Collection[Path]) -> list[str]:
        """Trust these decks, and all in these folders, no more: those that were trusted.

        Raises TrustError.
        """
        if not self.digests():
            return []
        with self._held():
            kept = self.digests()
            given = [Path(_name(path)) for path in paths]
            forgotten = [name for name in kept if any(map(Path(name).is_relative_to, given))]
            if forgotten:
                self._write({name: kept[name] for name in kept if name not in forgotten})
        return forgotten

    @cached_property
    def _trusted_if_readable(self) -> Mapping[str, str]:
        try:
            return self.digests()
        except TrustError:
            return {}

    @contextmanager
    def _held(self) -> Iterator[None]:
        try:
            with held(self.file):
                yield
        except OSError as error:
            raise TrustError(
                tr("{file}: cannot be written: {strerror}", file=self.file, strerror=reason(error))
            ) from error

    def _write(self, decks: Mapping[str, str]) -> None:
        import json

        text = json.dumps({"version": VERSION, "decks": dict(sorted(decks.items()))}, indent=2)
        write_at_once(self.file, f"{text}\n".encode())


class Judged:
    """Judges decks, and keeps the very bytes that it judged, by their paths."""

    def __init__(self, trusted: TrustedDecks) -> None:
        self.bytes: dict[str, bytes] = {}
        self._trusted = trusted

    def __call__(self, path: Path, data: bytes) -> Trust:
        self.bytes[str(path)] = data
        return self._trusted.judge(path, data)


class Authored:
    """Judges the deck that an author has open: once it is trusted, so is whatever is saved."""

    def __init__(self, trusted: TrustedDecks) -> None:
        self._trusted = trusted
        self._is_own = False

    def own(self) -> None:
        """The author says that the deck is theirs."""
        self._is_own = True

    def judge(self, path: Path, data: bytes) -> Trust:
        """How the deck stands as it has just been read."""
        if not self._is_own:
            standing = self._trusted.judge(path, data)
            self._is_own = standing == "trusted"
            return standing
        with suppress(TrustError):  # then it is trusted for as long as it is open
            self._trusted.trust({path: data})
        return "trusted"


def digest(data: bytes) -> str:
    """What stands for a deck's content."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def refusal(code: Deck | Exercise, layers: Collection[str]) -> str | None:
    """Why a deck's code does not run in such a sandbox, and what to do; None where it does.

    Said behind the deck's path, as in `mine.yaml is not trusted, and …`. This is for the
    words: the runner itself refuses code that is sent as untrusted.
    """
    if is_trusted(code.trust) or is_full(layers):
        return None
    what = (
        tr("has changed since it was trusted") if code.trust == "changed" else tr("is not trusted")
    )
    command = tr("quiz trust {path}", path=visible_path(shlex.quote(code.path)))
    return tr(
        "{what}, and {shortfall}; read it, then allow it by `{command}`",
        what=what,
        shortfall=shortfall(layers),
        command=command,
    )


def _name(path: Path) -> str:
    """One name for each file, however it is reached."""
    return str(real_path(path))


def _is_sound(kept: Any) -> bool:
    match kept:
        case {"version": 1, "decks": dict(decks), **others}:
            return not others and all(
                isinstance(one, str) and _DIGEST.fullmatch(one) for one in decks.values()
            )
    return False
