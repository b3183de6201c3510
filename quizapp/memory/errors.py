"""What may be wrong with the review log. Each message is one sentence for the learner."""

from __future__ import annotations

from pathlib import Path

from quizapp.errors import UserError
from quizapp.text.language import tr


class LogError(UserError):
    """The review log cannot be used as it is."""


class LogUnavailable(LogError):
    """The log cannot be opened, read or written; nothing was changed."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            tr("The review log {path} cannot be used: {reason}.", path=path, reason=reason)
        )


class DiskFull(LogUnavailable):
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


class CorruptLog(LogError):
    """The log was damaged. It lies at `moved_to`, and `backup`, if any was good, in its place.

    Opening the log again goes on from there.
    """

    def __init__(self, path: Path, moved_to: Path, backup: Path | None) -> None:
        self.path = path
        self.moved_to = moved_to
        self.backup = backup
        then = (
            tr("the newest good backup, {name}, has taken its place", name=backup.name)
            if backup
            else tr("no good backup was found, so a new one is begun")
        )
        super().__init__(
            tr(
                "The review log {path} is damaged: it was moved to {moved_to}, and {then}.",
                path=path,
                moved_to=moved_to,
                then=then,
            )
        )
