"""Answers that the log has lost, and a backup has."""

from __future__ import annotations

from pathlib import Path

from quizapp.errors import UserError
from quizapp.memory.given_up import GIVEN_UP, limits_in
from quizapp.memory.log import ReviewLog
from quizapp.text.language import tr
from quizapp.text.visible import visible_path
from quizapp.text.words import counted


def lost_answers(log: ReviewLog, path: Path) -> str:
    """Which backup has more answers than the log at a path, and the way back to it; empty where it
    is as it should be."""
    from quizapp.memory.restore import fuller  # a start does without it

    gone_back, kept = len(limits_in(log.noted(GIVEN_UP))), log.count()
    try:
        backup = fuller(path, log.ends()["review"], gone_back)
    except UserError:  # where nobody may look, none can be made either, which is told
        return ""
    if backup is None or backup.reviews is None or backup.reviews <= kept:
        return ""
    answers, name = counted(backup.reviews, "answer"), visible_path(backup.name)
    if kept == 0:
        return tr(
            "There are no answers in the review log, but {answers} in its backup {name}: "
            "'quiz backup --restore {name}' brings them back.",
            answers=answers,
            name=name,
        )
    return tr(
        "The review log holds {kept}, but its backup {name} holds {answers}: "
        "'quiz backup --restore {name}' brings these back. To have what you have answered since "
        "as well, say 'quiz export since.jsonl' before and 'quiz import since.jsonl' after.",
        kept=counted(kept, "answer"),
        answers=answers,
        name=name,
    )
