"""What can be typed beside answers and ratings: by its name, what it does, and when it can."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from quizapp.memory.acts.table import ACTS
from quizapp.study.turn import Turn
from quizapp.text.language import mark, tr


def _never(turn: Turn) -> str:
    return ""


def _asked(turn: Turn) -> str:
    if turn.revealed:
        return tr("This card has been answered: the first try is what counts.")
    return ""


def _answered(turn: Turn) -> str:
    return "" if turn.revealed else tr("That is told once you have answered.")


def _ran(turn: Turn) -> str:
    return _answered(turn) or ("" if turn.exercise.runs_code else tr("This card has no code."))


def _hinted(turn: Turn) -> str:
    return "" if turn.exercise.card.hint is not None else tr("This card has no hint.")


def _set_up(turn: Turn) -> str:
    return "" if turn.exercise.setup is not None else tr("Nothing runs before this card's code.")


def _linked(turn: Turn) -> str:
    return _answered(turn) or ("" if turn.exercise.card.see else tr("This card has no links."))


def _proven(turn: Turn) -> str:
    proof = turn.exercise.card.proof
    return _answered(turn) or ("" if proof is not None else tr("No assertion stands behind this."))


@dataclass(frozen=True)
class Command:
    """`hinders` gives the sentence that says why it cannot be done now; empty where it can."""

    says: str
    hinders: Callable[[Turn], str] = _never


COMMANDS: Mapping[str, Command] = {
    "card": Command(mark("the card once more")),
    "setup": Command(mark("the code that runs before the card's own"), _set_up),
    "hint": Command(mark("the hint; at most hard is proposed then"), _hinted),
    "guess": Command(mark("marks the answer as a guess, or no longer"), _asked),
    "idk": Command(mark("you do not know: the answer is shown"), _asked),
    "skip": Command(mark("the card comes at the end"), _asked),
    "why": Command(mark("the verdict and the reasons once more"), _answered),
    "trace": Command(mark("each line that ran, and what it did to which tensors"), _ran),
    "graph": Command(mark("the autograd graph, node by node"), _ran),
    "picture": Command(
        mark("the tensors in words; 'picture values 3' is that kind, after line 3"), _ran
    ),
    "poke": Command(mark("change the code, and look at any expression"), _ran),
    "proof": Command(mark("the assertions behind what the card says, to be run"), _proven),
    "copy": Command(mark("copies the code, or by 'copy truth' what torch gave"), _ran),
    "links": Command(mark("opens the card's links"), _linked),
    "history": Command(mark("how the card stands, and every answer to it"), _answered),
    "edit": Command(mark("opens the deck at this card in your editor")),
    "undo": Command(mark("takes the last answer, or act on a card, back")),
    "help": Command(mark("says this")),
    "quit": Command(mark("ends the sitting; what was answered is kept")),
}

SHORT: Mapping[str, str] = {"q": "quit", "u": "undo", "?": "help"}


def command_of(line: str) -> tuple[str, str]:
    """The name that a line begins with, and what is said behind it."""
    name, _, said = line.strip().removeprefix(":").strip().partition(" ")
    return SHORT.get(name, name), said.strip()


def commands_text(turn: Turn, acts: Collection[str]) -> str:
    """What can be typed now, a line each; before the answer, it begins with a colon."""
    colon = "" if turn.revealed else ":"
    told = {name: each.says for name, each in COMMANDS.items() if not each.hinders(turn)}
    told |= {name: ACTS[name].title for name in acts}
    lines = [
        tr("{label}: {text}", label=f"{colon}{name}", text=tr(says)) for name, says in told.items()
    ]
    return "\n".join(lines)
