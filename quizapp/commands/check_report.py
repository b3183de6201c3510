"""What `quiz check` prints: problems, what was skipped, and what differs between versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from quizapp.checking.check import OnTorch, Skipped
from quizapp.checking.recording import Compared
from quizapp.checking.versions import Difference, seen_on
from quizapp.commands.annotation import annotation
from quizapp.commands.say import Form, say, say_json
from quizapp.deck.gone import gone_in_words
from quizapp.deck.model import topic_of
from quizapp.deck.problem import Problem
from quizapp.running.record_file import named
from quizapp.text.language import tr
from quizapp.text.words import counted, first_of

MOST_NAMED = 5
"""Cards that are named of those that are not recorded."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """What is to be said of a check, on one version of torch or several."""

    counts: Mapping[str, int]
    problems: Mapping[Problem, Sequence[str]]
    """In order, with the versions that show them; none where torch has no part in it."""
    advice: Sequence[Problem] | None
    """None where none was asked for."""
    found: Sequence[OnTorch]
    differs: Sequence[Difference] | None
    """None where no versions were asked for."""
    compared: Compared
    """What the decks' records tell."""
    seconds: float

    @property
    def torch(self) -> str:
        return ", ".join(on.torch for on in self.found)

    @property
    def skipped(self) -> Mapping[Skipped, Sequence[str]]:
        return seen_on(self.found, lambda on: on.checked.skipped)

    def say(self, form: Form) -> None:
        """Print it."""
        if form == "json":
            say_json(self._as_json())
            return
        for problem, versions in self.problems.items():
            told = replace(problem, message=f"{problem.message}{self._only_on(versions)}")
            if form == "github":
                say(annotation(told.path, told.line, told.message, column=told.column))
            else:
                say(told.with_source() if told.source_line else str(told))
        for thought in self.advice or ():
            if form == "github":
                say(
                    annotation(
                        thought.path,
                        thought.line,
                        thought.message,
                        column=thought.column,
                        level="warning",
                    )
                )
            else:
                say(tr("advice: {thought}", thought=thought))
        for one, versions in self.skipped.items():
            only_on = self._only_on(versions)
            say(
                tr(
                    "skipped {card}: {reason}{only_on}",
                    card=one.card,
                    reason=one.reason,
                    only_on=only_on,
                )
            )
        for line in self._of_the_records():
            say(line)
        for line in _table(self.differs or (), [on.torch for on in self.found]):
            say(line)
        said = [
            counted(self.counts["decks"], "deck"),
            counted(self.counts["cards"], "card"),
            counted(self.counts["runs"], "run"),
        ]
        said.append(counted(len(self.problems), "problem"))
        if self.advice:
            said.append(tr("{advice} of advice", advice=len(self.advice)))
        if self.skipped:
            said.append(tr("{skipped} skipped", skipped=len(self.skipped)))
        say(
            tr(
                "{said}, in {seconds:.1f} s on torch {torch}",
                said=tr(", ").join(said),
                seconds=self.seconds,
                torch=self.torch,
            )
        )

    def _of_the_records(self) -> Iterator[str]:
        """What has moved, and what is not known."""
        yield from (tr("moved {moved}", moved=moved) for moved in self.compared.moved)
        for version, newest in sorted(self.compared.unknown):
            yield tr(
                "torch {version} is not recorded; the newest that is: {newest}",
                version=version,
                newest=newest,
            )
        if cards := self.compared.unrecorded:
            yield (
                tr(
                    "{cards} not recorded as now, see --record: {names}",
                    cards=counted(len(cards), "card"),
                    names=first_of(cards, MOST_NAMED),
                )
            )

        for topic, ids in self.compared.gone.items():
            new = [card for card in self.compared.unrecorded if topic_of(card) == topic]
            elsewhere = [card for card in self.compared.unrecorded if topic_of(card) != topic]
            yield gone_in_words(ids, topic, new, elsewhere)

    def _only_on(self, versions: Sequence[str]) -> str:
        return (
            tr(" (on torch {versions})", versions=", ".join(versions))
            if 0 < len(versions) < len(self.found)
            else ""
        )

    def _as_json(self) -> dict[str, object]:
        skipped = [
            {"card": one.card, "reason": one.reason, **self._versions(on)}
            for one, on in self.skipped.items()
        ]
        problems = [
            {**_of_problem(problem), **self._versions(on)} for problem, on in self.problems.items()
        ]
        found: dict[str, object] = {"skipped": skipped, "problems": problems}
        if self.advice is not None:
            found["advice"] = list(map(_of_problem, self.advice))
        found["moved"] = [
            {
                "card": one.card.id,
                "what": one.what,
                "by_version": {
                    named(version): text for text, on in one.move.said.items() for version in on
                },
            }
            for one in self.compared.moved
        ]
        found["unrecorded"] = self.compared.unrecorded
        found["gone"] = [card for ids in self.compared.gone.values() for card in ids]
        found["seconds"] = round(self.seconds, 3)
        return {**self.counts, **found, "torch": self.torch, **self._differences()}

    def _versions(self, on: Sequence[str]) -> dict[str, object]:
        return {} if self.differs is None else {"versions": on}

    def _differences(self) -> dict[str, object]:
        if self.differs is None:
            return {}
        versions = [on.torch for on in self.found]
        differs = [
            {
                "card": one.card,
                "what": one.what,
                "by_version": dict(zip(versions, one.by_version, strict=True)),
            }
            for one in self.differs
        ]
        return {"versions": versions, "differs": differs}


def _table(differs: Sequence[Difference], versions: Sequence[str]) -> Iterator[str]:
    """What differs, a line each, in columns; nothing where nothing does."""
    if differs:
        rows = [("differs", *(f"torch {version}" for version in versions))]
        rows += [(f"{one.card}: {one.what}", *one.by_version) for one in differs]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            yield "  ".join(cells).rstrip()


def _of_problem(problem: Problem) -> dict[str, object]:
    return {
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "card": problem.card,
        "message": problem.message,
    }
