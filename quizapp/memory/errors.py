"""What may be wrong with the review log. Each message is one sentence for the learner."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.text.words import counted

if TYPE_CHECKING:
    from quizapp.memory.salvage import Kept


class LogError(UserError):
    """The review log cannot be used as it is."""


class LogUnavailable(LogError):
    """The log cannot be opened, read or written; nothing was changed."""

    def __init__(self, path: Path, reason: str) -> None:
        self.reason = reason
        super().__init__(
            tr("The review log {path} cannot be used: {reason}.", path=path, reason=reason)
        )


class Unwritable(LogUnavailable):
    """The log may be there to be read, but nothing can be written where it lies."""


class DiskFull(Unwritable):
    """There is no room for what is to be written."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            tr(
                "the disk is full where {parent} lies; every answer that you were told "
                "of is kept, and once there is room again you can go on",
                parent=path.parent,
            ),
        )


class LogBusy(LogUnavailable):
    """Another program did not let go of the log in time."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, tr("another program holds it"))


class NoBackup(LogError):
    """The backup of the day cannot be written; what is answered is logged all the same."""

    def __init__(self, reason: str) -> None:
        super().__init__(tr("No backup of the review log can be made: {reason}.", reason=reason))


class NewerDatabase(LogError):
    """The log was written by a later version of quiz; it was not touched."""

    def __init__(self, path: Path, version: int, known: int) -> None:
        super().__init__(
            tr(
                "The review log {path} was written by a newer version of quiz (its "
                "format is {version}, this one knows {known}): please upgrade quiz.",
                path=path,
                version=version,
                known=known,
            )
        )


class LogReplaced(LogError):
    """Another file lies where the log was when it was opened, or none."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            tr(
                "The review log {path} is not the file any more that it was: it was put aside by "
                "another terminal, or moved. Start again to go on with what is there.",
                path=path,
            )
        )


class CorruptLog(LogError):
    """The log was damaged. It lies at `moved_to`, and what could be kept of it in its place: what
    can be read of it, and `backup`, if any was good. Opening the log again goes on from there.
    """

    def __init__(self, path: Path, moved_to: Path, backup: Path | None, kept: Kept) -> None:
        self.path = path
        self.moved_to = moved_to
        self.backup = backup
        self.kept = kept
        found = {
            "path": path,
            "moved_to": moved_to,
            "answers": counted(kept.answers, "answer"),
            "name": backup.name if backup else "",
            "found": f"{kept.found:,}",
        }
        if backup:
            told = tr(
                "The review log {path} is damaged, and was moved to {moved_to}. This is kept: "
                "{answers}, of which {found} were read from the damaged file and the others from "
                "the backup {name}.",
                **found,
            )
        elif kept.answers:
            told = tr(
                "The review log {path} is damaged, and was moved to {moved_to}. No good backup "
                "was found; what could be read from it is kept: {answers}.",
                **found,
            )
        else:
            told = tr(
                "The review log {path} is damaged, and was moved to {moved_to}. Nothing could be "
                "read from it and no good backup was found, so a new one is begun.",
                **found,
            )
        if kept.found:
            told += tr(" Answers that you had undone may count again.")
        if kept.lost:
            told += tr(" This cannot be read: {lost}.", lost=counted(kept.lost, "answer"))
        if kept.may_lack:
            told += tr(" Part of the file is missing, so there may have been more answers.")
        super().__init__(tr("{told} Start again to go on.", told=told))
