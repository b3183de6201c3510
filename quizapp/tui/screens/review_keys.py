"""The keys of the review, and which of them act when."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from quizapp.deck.model import PredictCard
from quizapp.turn import Turn

KEYS: list[BindingType] = [
    Binding(
        "enter",
        "turn_over",
        "show the back",
        key_display="enter",
        tooltip="Answer; turn a card over; take the proposed rating",
    ),
    Binding("enter", "take", "next", key_display="enter"),
    Binding("i,enter,escape", "type", "type", key_display="i", tooltip="Go back to the field"),
    Binding("escape", "commands", "commands", tooltip="Leave the field, so that letters act"),
    Binding("h", "hint", "hint", tooltip="Show the hint; the card then rates at most Hard"),
    Binding("g", "guess", "guess", tooltip="Mark the answer as a guess, or unmark it"),
    Binding("k", "skip", "skip", tooltip="Ask this card at the end of the sitting"),
    Binding("x", "setup", "setup", tooltip="Show or hide the deck's setup code"),
    Binding("1", "rate(1)", "Again", show=False, tooltip="Rate it Again"),
    Binding("2", "rate(2)", "Hard", show=False, tooltip="Rate it Hard"),
    Binding("3", "rate(3)", "Good", show=False, tooltip="Rate it Good"),
    Binding("4", "rate(4)", "Easy", show=False, tooltip="Rate it Easy"),
    Binding("u", "undo", "undo", tooltip="Take the last answer back and ask it again"),
    Binding("r", "retry", "try again", tooltip="After a fault: run the code once more"),
    Binding("l", "leave_out", "leave it out", tooltip="After a fault: go on without this card"),
    Binding("c", "copy_report", "copy report", tooltip="After a fault: copy what happened"),
    Binding("pagedown,down", "scroll(1)", "Scroll down", show=False, tooltip="Scroll down"),
    Binding("pageup,up", "scroll(-1)", "Scroll up", show=False, tooltip="Scroll up"),
    Binding("q", "end", "end", tooltip="End the sitting; what was answered is kept"),
    Binding("f1,question_mark", "app.help", "help", key_display="f1", tooltip="Show these keys"),
]


def offered(
    turn: Turn, *, typing: bool, settled: bool, waiting: bool, faulted: bool, can_undo: bool
) -> dict[str, bool]:
    """For each act that is not always possible, whether it is: by its name.

    `typing` says that a field has the focus, `settled` that the verdict has stood for longer
    than a key press, `waiting` that an answer waits for its outcome, `faulted` that the runner
    could not say.
    """
    asking = not turn.revealed and not waiting and not faulted
    predict = isinstance(turn.exercise.card, PredictCard)
    field = asking and predict and typing
    return {
        "take_in": field,
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
        "take": turn.revealed and settled,
        "rate": turn.revealed,
        "undo": can_undo,
        "setup": predict and turn.exercise.setup is not None,
    }
