"""What is typed beside answers in a plain sitting, carried out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from quizapp.commands.plain.commands import COMMANDS, command_of, commands_text
from quizapp.commands.plain.context import Context, Elsewhere, NotKnown
from quizapp.commands.plain.editing import edited
from quizapp.commands.plain.mishaps import told_of_mishaps
from quizapp.commands.plain.text import (
    closing_text,
    exercise_text,
    help_text,
    offer_text,
    verdict_text,
)
from quizapp.commands.say import say, say_prose
from quizapp.commands.typed import Leave
from quizapp.memory.acts.table import ACTS, OFFERED
from quizapp.study.phrases import undone_in_a_sitting
from quizapp.study.turn import Turn
from quizapp.text.language import tr
from quizapp.text.plain import behind


class Obeying:
    """Commands, and acts on the card before the learner."""

    def __init__(self, at: Context) -> None:
        self._at = at

    async def obey(self, line: str) -> bool:
        """Whether a line is a command or an act; it is carried out then, if it can be.

        Raises Elsewhere where that ends the card's turn, NotKnown and Leave where they say so.
        """
        name, said = command_of(line)
        if name in OFFERED:
            await self._act(name, said)
        elif name not in COMMANDS:
            return False
        elif hindrance := COMMANDS[name].hinders(self._at.turn):
            say(hindrance)
        else:
            await self._carry_out(name, said)
        return True

    async def _carry_out(self, name: str, said: str) -> None:
        match name:
            case "card":
                say(exercise_text(self._at.spoken, self._at.session, self._at.study))
            case "setup":
                assert self._at.turn.exercise.setup is not None
                say(self._at.turn.exercise.setup.text.rstrip())
            case "hint":
                self._show_hint()
            case "guess":
                self._at.session.toggle_guess()
                marked = tr("marked as a guess") if self._at.turn.guess else tr("no longer marked")
                say(tr("This answer is {marked}.", marked=marked))
            case "skip":
                self._at.session.skip()
                say(tr("Skipped: it comes at the end."))
                raise Elsewhere
            case "idk":
                raise NotKnown
            case "why":
                self.say_verdict()
                self.say_reasons()
            case "edit":
                await self._edit()
            case "undo":
                self._undo()
            case "help":
                self.help()
            case "quit":
                raise Leave
            case _:
                looks: Mapping[str, Callable[[Turn, str], Awaitable[None]]] = {
                    "trace": self._at.looks.trace,
                    "graph": self._at.looks.graph,
                    "picture": self._at.looks.picture,
                    "poke": self._at.looks.poke,
                    "proof": self._at.looks.proof,
                    "copy": self._at.looks.copy,
                    "links": self._at.looks.links,
                    "history": self._at.looks.history,
                }
                with told_of_mishaps():
                    await looks[name](self._at.turn, said)

    def help(self) -> None:
        """What can be typed now."""
        if not self._at.turn.revealed:
            say_prose(help_text())
        say_prose(commands_text(self._at.turn, self._at.session.acts(self._at.clock())))
        if self._at.turn.revealed:
            self.say_offer()

    def say_offer(self) -> None:
        """The ratings to choose from."""
        session = self._at.session
        say_prose(offer_text(self._at.turn, session.total - session.position))

    def _show_hint(self) -> None:
        hint = self._at.turn.exercise.card.hint
        assert hint is not None
        if not self._at.turn.revealed:
            self._at.session.take_hint()
        say(behind(tr("Hint:"), hint.in_language(self._at.language)))

    async def _act(self, name: str, said: str) -> None:
        """Do an act, such as `bury` or `due 3`, if it can be done.

        Raises Elsewhere where that ends the card's turn.
        """
        act = ACTS[name]
        if name not in self._at.session.acts(self._at.clock()):
            told = tr(":{name} changes nothing for this card now", name=name)
            say(tr("{complaint}.", complaint=told + act.idle_in_words))
            return
        if act.asks and not said:
            said = await self._at.typed.line(tr("{label}: {text}", label=tr(act.asks), text=""))
        try:
            done = self._at.session.act(name, said, now=self._at.clock())
        except ValueError as error:
            say(tr("{complaint}.", complaint=str(error).capitalize()))
            return
        say(tr("This card {told}.", told=act.told(done.value)))
        if act.leaves:
            raise Elsewhere

    async def _edit(self) -> None:
        """Open the deck, where the answer stands: before it is given, that is asked for twice."""
        if not self._at.turn.revealed:
            question = tr("The answer stands in the deck. y opens it, Enter does not: ")
            if (await self._at.typed.line(question)).strip() != "y":
                return
        self.edit_card(self._at.turn.slot.card_id)
        if self._at.session.turn is None or not self._at.turn.revealed:
            raise Elsewhere

    def edit_card(self, card_id: str) -> None:
        """Open a card's deck, and go on with the decks as they are then."""
        library = self._at.study.library
        if card_id not in library.cards:
            say(tr("That card is no longer in the decks."))
            return
        path = library.deck_of(card_id).path
        if not edited(Path(path), library.cards[card_id].line):
            return
        self._at.study.reload()
        self._at.session.reload(self._at.study.library)
        for problem in self._at.study.library.problems:
            if problem.path == path:
                say(str(problem))

    def _undo(self) -> None:
        """Raises Elsewhere where a card is shown anew; an act like a flag leaves it as it is."""
        here = self._at.turn
        say(undone_in_a_sitting(self._at.session.undo(now=self._at.clock())))
        if self._at.session.turn is not here:
            raise Elsewhere

    def say_verdict(self) -> None:
        if self._at.turn.verdict is not None:
            say(verdict_text(self._at.turn, self._at.looks.gave, self._at.language))

    def say_reasons(self) -> None:
        if closing := closing_text(self._at.spoken, self._at.language):
            say(closing)
        if self._at.session.standing.flagged:
            say(tr("\nYou have flagged this card."))
        if note := self._at.session.standing.note:
            say(tr("\nYour note: {note}", note=note))
