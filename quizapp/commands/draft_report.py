"""What `quiz draft` prints: results that do not hold, blocks that cannot run, dead calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from quizapp.commands.annotation import annotation
from quizapp.commands.say import Form, say, say_json
from quizapp.drafting.judging.judge import Judged
from quizapp.drafting.survey import Survey
from quizapp.text.language import tr
from quizapp.text.visible import visible_path
from quizapp.text.words import counted


class Finding(NamedTuple):
    """A line to be told."""

    line: int
    message: str
    level: Literal["error", "warning", "note"]


class Written(NamedTuple):
    """The deck that was written, if any, and how many cards it holds."""

    deck: str | None
    cards: int


@dataclass(frozen=True, kw_only=True)
class DraftReport:
    """What was found in some notes."""

    surveys: Sequence[Survey]
    torch: str
    written: Written | None = None
    """None where no deck was asked for."""

    @property
    def wrong(self) -> int:
        return sum(one.holds is False for _, one in self._judged())

    def say(self, form: Form) -> None:
        """Print it."""
        if form == "json":
            say_json(self._as_json())
            return
        for survey in self.surveys:
            path = survey.notes.path
            for found in sorted(self._findings(survey), key=lambda one: one.line):
                if form == "text":
                    say(f"{visible_path(path)}:{found.line}: {found.message}")
                elif found.level != "note":
                    say(annotation(path, found.line, found.message, level=found.level))
        say(self._summary())
        if self.written is not None and self.written.deck is not None:
            say(f"{visible_path(self.written.deck)}: {counted(self.written.cards, 'card')}")

    def _findings(self, survey: Survey) -> Iterator[Finding]:
        short = ".".join(self.torch.split("+")[0].split(".")[:2])
        for trouble in survey.notes.troubles:
            yield Finding(trouble.line, trouble.message, "error")
        for trouble in survey.notes.passed_over:
            yield Finding(trouble.line, trouble.message, "note")
        for one in survey.judged:
            if one.holds is False:
                told = tr(
                    "says {says}; torch {version}: {torch}",
                    says=one.says,
                    version=short,
                    torch=one.torch,
                )
                yield Finding(one.line, told, "error")
            elif one.holds is None:
                told = tr("not judged: {says}: {why}", says=one.says, why=one.why)
                yield Finding(one.line, told, "note")
        for block in survey.surveyed:
            for trouble in block.troubles:
                level: Literal["warning", "note"] = "note" if block.is_skipped else "warning"
                told = tr("cannot run here: {message}", message=trouble.message)
                yield Finding(trouble.line, told, level)
        for trouble in survey.deprecated:
            told = tr("deprecated: {message}", message=trouble.message)
            yield Finding(trouble.line, told, "warning")

    def _judged(self) -> Iterator[tuple[str, Judged]]:
        for survey in self.surveys:
            for one in survey.judged:
                yield survey.notes.path, one

    def _blocks(self) -> dict[str, int]:
        blocks = [block for survey in self.surveys for block in survey.surveyed]
        skipped = sum(block.is_skipped for block in blocks)
        failed = sum(block.failed for block in blocks) - skipped
        return {"run": len(blocks) - failed - skipped, "failed": failed, "skipped": skipped}

    def _summary(self) -> str:
        judged = [one.holds for _, one in self._judged()]
        blocks = self._blocks()
        stated = tr(
            "{results} stated: {hold} hold, {false} do not, {open} not judged",
            results=counted(len(judged), "result"),
            hold=judged.count(True),
            false=judged.count(False),
            open=judged.count(None),
        )
        ran = tr(
            "{blocks} run, {failed} failed, {skipped} skipped",
            blocks=counted(blocks["run"], "block"),
            failed=blocks["failed"],
            skipped=blocks["skipped"],
        )
        return tr("{stated}; {ran}; torch {torch}", stated=stated, ran=ran, torch=self.torch)

    def _as_json(self) -> dict[str, object]:
        claims = [
            {
                "path": path,
                "line": one.line,
                "says": one.says,
                "torch": one.torch,
                "holds": one.holds,
                "why": one.why,
            }
            for path, one in self._judged()
        ]
        written = self.written and {"deck": self.written.deck, "cards": self.written.cards}
        return {
            "torch": self.torch,
            **(written or {}),
            "blocks": self._blocks(),
            "claims": claims,
            "deprecated": [
                {"path": survey.notes.path, "line": one.line, "message": one.message}
                for survey in self.surveys
                for one in survey.deprecated
            ],
            "problems": [
                {"path": survey.notes.path, "line": one.line, "message": one.message}
                for survey in self.surveys
                for one in (
                    *survey.notes.troubles,
                    *survey.notes.passed_over,
                    *(trouble for block in survey.surveyed for trouble in block.troubles),
                )
            ],
        }
