"""Act: one thing that a learner decides about a card. Standing: what the decisions add up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from quizapp.text.language import mark, tr

if TYPE_CHECKING:
    from quizapp.memory.schedule import Memory


OF_ALL = "*"
"""The card of an act that is about all of them. An older version of the app passes it over."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """A row of the log. Never changed once written; undo appends a further one."""

    id: str
    """UUIDv7, as of a review."""
    card: str
    """Its id, or OF_ALL."""
    at: datetime
    study_date: date
    name: str
    """One of `quizapp.memory.acts.table.ACTS`."""
    value: str = ""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """How a card stands by the learner's decisions."""

    aside: Mapping[str, date] = field(default_factory=dict)
    """Why the card is not asked, and the study date on which that ends."""
    flagged: bool = False
    note: str = ""

    def is_asked(self, today: date) -> bool:
        return all(until <= today for until in self.aside.values())

    @property
    def is_wanted(self) -> bool:
        """Whether it is asked on some day, if not today."""
        return date.max not in self.aside.values()

    def words(self, today: date) -> tuple[str, ...]:
        """A word for each decision that is in force, as scripts read it."""
        aside = (why for why, until in self.aside.items() if until > today)
        return (*aside, *([mark("flagged")] if self.flagged else []))

    def set_aside(self, why: str, until: date = date.max) -> Standing:
        return replace(self, aside={**self.aside, why: until})


NOT_SCHEDULED = mark("the card is new, and not scheduled yet")
"""Why nothing is changed by what moves a card's day or memory."""

FRESH = Standing()
"""How a card stands of which nothing was decided."""


def _as_before(standing: Standing, act: Act) -> Standing:
    return standing


def _unmoved(memory: Memory | None, act: Act) -> Memory | None:
    return memory


@dataclass(frozen=True, kw_only=True)
class ActKind:
    """What there is to know of a kind of act. Its name is that of its file."""

    key: str
    """Of the menu of acts."""
    title: str
    """The act in a few words, as an order."""
    done: str
    """What has been done, after the card's id; `{value}` stands for the act's value."""
    done_by_nothing: str = ""
    """The same where the value is empty, if that is something else."""
    stand: Callable[[Standing, Act], Standing] = _as_before
    """How the card stands after it."""
    remember: Callable[[Memory | None, Act], Memory | None] = _unmoved
    """The card's memory after it."""
    makes_sense: Callable[[Standing, Memory | None, date], bool]
    """Whether it changes anything, for a card that stands so on a study date."""
    idle: str = ""
    """Why it changes nothing, where it does not and that is not plain from its name."""
    asks: str = ""
    """What the learner has to say for it; empty where nothing."""
    before: Callable[[Standing], str] = lambda standing: ""
    """What was said for it before, to be changed."""
    read: Callable[[str, date], str] = lambda said, today: ""
    """The act's value, of what the learner said on a study date. Raises ValueError, with a
    sentence that says what is expected."""
    by_learner: bool = True
    """False for what only the app does."""
    undone_alone: bool = True
    """Undo takes it back, card by card; False for what comes for many cards at once."""
    leaves: bool = False
    """The card is not asked any more in the sitting in which it is done."""

    @property
    def idle_in_words(self) -> str:
        """Why it changes nothing, behind the sentence that says so; empty where that is plain."""
        return tr(": {reason}", reason=tr(self.idle)) if self.idle else ""

    @property
    def moves_memory(self) -> bool:
        return self.remember is not _unmoved

    def told(self, value: str) -> str:
        done = self.done if value else self.done_by_nothing or self.done
        return tr(done, value=value)


def until_resumed(why: str, *, key: str, title: str, done: str, by_learner: bool = True) -> ActKind:
    """To set a card aside for a reason, which goes by one word, until it is resumed."""
    return ActKind(
        key=key,
        title=title,
        done=done,
        stand=lambda standing, act: standing.set_aside(why),
        makes_sense=lambda standing, memory, today: why not in standing.aside,
        by_learner=by_learner,
        leaves=True,
    )
