"""The keys of the review, and which of them act when."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from quizapp.deck.model import PredictCard
from quizapp.turn import Turn

KEYS: list[BindingType] = [
    Binding("enter", "answer", "answer", key_display="enter", tooltip="Hand in the prediction"),
    Binding(
        "enter", "turn_over", "show the back", key_display="enter", tooltip="Turn the card over"
    ),
    Binding(
        "enter",
        "take",
        "next",
        key_display="enter",
        tooltip="Take the proposed rating and go on",
    ),
    Binding("i,enter", "type", "type", key_display="i", tooltip="Go back to the field"),
    Binding("escape", "commands", "commands", tooltip="Leave the field, so that letters act"),
    Binding("h", "hint", "hint", tooltip="Show the hint; the card then rates at most Hard"),
    Binding("g", "guess", "guess", tooltip="Mark the answer as a guess, or unmark it"),
    Binding("k", "skip", "skip", tooltip="Ask this card at the end of the sitting"),
    Binding("r", "retry", "try again", tooltip="Run the code once more"),
    Binding("l", "leave_out", "leave it out", tooltip="Leave this card out of the sitting"),
    Binding("c", "copy_report", "copy report", tooltip="Copy what happened, to report it"),
    Binding("1", "rate(1)", "Again", show=False, tooltip="Rate it Again"),
    Binding("2", "rate(2)", "Hard", show=False, tooltip="Rate it Hard"),
    Binding("3", "rate(3)", "Good", show=False, tooltip="Rate it Good"),
    Binding("4", "rate(4)", "Easy", show=False, tooltip="Rate it Easy"),
    Binding("u", "undo", "undo", tooltip="Take the last answer back and ask it again"),
    Binding("x", "setup", "Setup code", show=False, tooltip="Show or hide the deck's setup"),
    Binding("down,pagedown", "scroll(1)", "Scroll down", show=False),
    Binding("up,pageup", "scroll(-1)", "Scroll up", show=False),
    Binding("escape,q", "end", "end", tooltip="End the sitting; what was answered is kept"),
]


def offered(
    turn: Turn, *, typing: bool, waiting: bool, faulted: bool, can_undo: bool
) -> dict[str, bool]:
    """For each act that is not always possible, whether it is: by its name.

    `typing` says that a field has the focus, `waiting` that an answer waits for its outcome,
    `faulted` that the runner could not say.
    """
    asking = not turn.revealed and not waiting and not faulted
    predict = isinstance(turn.exercise.card, PredictCard)
    field = asking and predict and typing
    return {
        "answer": field,
        "commands": field,
        "end": not field,
        "type": asking and predict and not typing,
        "turn_over": asking and not predict,
        "hint": asking and turn.exercise.card.hint is not None and not turn.hint,
        "guess": asking,
        "skip": not turn.revealed,
        "retry": faulted,
        "leave_out": faulted,
        "copy_report": faulted,
        "take": turn.revealed,
        "rate": turn.revealed,
        "undo": can_undo,
        "setup": predict and turn.exercise.setup is not None,
    }
