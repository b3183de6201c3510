"""The end of a plain sitting: what else there is to do, and with the cards that were missed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from quizapp.commands.plain.looks import Looks
from quizapp.commands.plain.text import card_text, ending_text
from quizapp.commands.say import say, say_prose
from quizapp.commands.typed import Leave, Typed
from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.text.language import tr

Then = Sitting | Literal["undo"] | None
"""Another sitting, the last answer to be taken back, or nothing more."""


class Ending:
    """Asks once a sitting is over; `edit` opens a card's deck."""

    def __init__(
        self,
        study: Study,
        session: Session,
        looks: Looks,
        typed: Typed,
        clock: Callable[[], datetime],
        edit: Callable[[str], None],
    ) -> None:
        self._study = study
        self._session = session
        self._looks = looks
        self._typed = typed
        self._clock = clock
        self._edit = edit

    async def ask(self) -> Then:
        """What the learner wants now; nothing where the input has ended."""
        while True:
            now = self._clock()
            summary = self._session.summary(now)
            missed = [*summary.missed, *summary.not_known]
            more = self._study.more((), now)
            say_prose(ending_text(more, missed, can_undo=self._session.can_undo))
            try:
                typed = (await self._typed.line("> ")).strip()
            except Leave:
                say()
                return None
            name, _, said = typed.removeprefix(":").partition(" ")
            match name:
                case "" | "q" | "quit":
                    return None
                case "u" | "undo" if self._session.can_undo:
                    return "undo"
                case "new" | "ahead" | "again" if more[name]:
                    return Sitting(kind=name)
                case "open" | "poke" | "edit" if missed:
                    if card_id := _named(said.strip(), missed):
                        await self._turn_to(name, card_id)
                    else:
                        say(tr("Say which of them, by its number or its name."))
                case _:
                    say(tr("There is no command {word}.", word=typed))

    async def _turn_to(self, name: str, card_id: str) -> None:
        turns = self._session.answered
        turn = next(turn for turn in turns if turn.exercise.card.id == card_id)
        if name == "edit":
            self._edit(card_id)
        elif name == "open":
            say(card_text(turn.exercise, self._study.language))
            self._looks.say_history(card_id)
        elif turn.exercise.runs_code:
            self._looks.begin()
            await self._looks.poke(turn, "")
        else:
            say(tr("This card has no code."))


def _named(said: str, cards: Sequence[str]) -> str | None:
    """The card that is meant: by its number, its name, or by nothing where there is one."""
    if said.isdecimal() and 1 <= int(said) <= len(cards):
        return cards[int(said) - 1]
    meant = [card for card in cards if said in ("", card, card.partition("/")[2])]
    return meant[0] if len(meant) == 1 else None
