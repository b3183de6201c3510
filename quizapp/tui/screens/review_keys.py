"""The keys of the review, and which of them act when."""

from __future__ import annotations

from textual.binding import Binding

from quizapp.deck.answered import TriedCard
from quizapp.deck.model import RunCard
from quizapp.study.turn import Turn
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.keys.motions import SCROLLS
from quizapp.tui.keys.type_keys import TYPE_KEYS

KEYS: list[Binding] = [
    Binding(
        "enter,space",
        "turn_over",
        "show the back",
        key_display="enter",
        tooltip="Answer; turn a card over",
    ),
    Binding(
        "enter,space",
        "take",
        "next",
        key_display="enter",
        tooltip="After the answer: take the proposed rating, and go on",
    ),
    Binding(
        "i",
        "edit",
        "edit",
        show=False,
        tooltip="After a try: change what was run, and run it again",
    ),
    Binding("s", "solution", "solution", show=False, tooltip="After a try: show a solution"),
    *TYPE_KEYS,
    Binding("escape", "commands", "commands", tooltip="Leave the field, so that letters act"),
    Binding("ctrl+g", "grid", "grid", key_display="^g", tooltip="Write the value in cells"),
    Binding("d", "give_up", "don't know", tooltip="You do not know: show the answer, rate Again"),
    Binding(
        "question_mark",
        "turn_unknown",
        "don't know",
        show=False,
        tooltip="On a card to be turned over: you do not know what is behind it",
    ),
    Binding("h", "hint", "hint", tooltip="Show the hint; at most Hard is proposed then"),
    Binding("g", "guess", "guess", tooltip="Mark the answer as a guess, or unmark it"),
    Binding("s", "skip", "skip", tooltip="Skip this card to the end of the sitting"),
    Binding("x", "setup", "setup", tooltip="Show or hide the deck's setup code"),
    Binding("1", "rate(1)", "Again", show=False, tooltip="Rate it Again"),
    Binding("2", "rate(2)", "Hard", show=False, tooltip="Rate it Hard"),
    Binding("3", "rate(3)", "Good", show=False, tooltip="Rate it Good"),
    Binding("4", "rate(4)", "Easy", show=False, tooltip="Rate it Easy"),
    Binding("w", "open('why')", "why", tooltip="After the answer: why it is so"),
    Binding("t", "open('trace')", "trace", tooltip="After the answer: the tensors line by line"),
    Binding("v", "open('graph')", "graph", tooltip="After the answer: the autograd graph"),
    Binding(
        "f",
        "open('picture')",
        "picture",
        tooltip="After the answer: pictures (figures) of the tensors",
    ),
    Binding("f", "turn_picture(1)", "next picture", tooltip="In the pictures: the next kind"),
    Binding("p", "poke", "poke", tooltip="After the answer: change the code, look at anything"),
    Binding("P", "proof", "assertions", show=False, tooltip="What proves the explanation, to run"),
    Binding(
        "y", "copy('code')", "copy code", show=False, tooltip="After the answer: copy the code"
    ),
    Binding(
        "Y",
        "copy('truth')",
        "copy torch's answer",
        show=False,
        tooltip="After the answer: copy what torch gave",
    ),
    Binding("o", "follow", "open link", show=False, tooltip="After the answer: open its links"),
    Binding("H", "history", "history", show=False, tooltip="After the answer: all answers to it"),
    Binding("e", "edit_deck", "Edit card", show=False, tooltip="Open the deck at this card"),
    Binding("m", "act", "mark card", tooltip="Bury, suspend, flag or reset it, note something"),
    Binding("u", "undo", "undo", tooltip="Take the last answer, or act on a card, back"),
    Binding("r", "retry", "try again", tooltip="After a fault: run the code once more"),
    Binding("l", "leave_out", "leave it out", tooltip="After a fault: go on without this card"),
    Binding("c", "copy_report", "copy report", tooltip="After a fault: copy what happened"),
    Binding("right", "walk(1)", "Right", show=False, tooltip="In the boxes: to the one beside"),
    Binding("left", "walk(-1)", "Left", show=False, tooltip="In the boxes: to the one beside"),
    Binding("tab,right", "turn_page(1)", "Next tab", show=False, tooltip="The next tab"),
    Binding("tab", "app.focus_next", "Next field", show=False),
    Binding("shift+tab,left", "turn_page(-1)", "Last tab", show=False, tooltip="The tab before"),
    Binding("shift+tab", "app.focus_previous", "Field before", show=False),
    Binding("down,j", "move(1)", "Down", show=False, tooltip="In options and lines: down"),
    Binding("up,k", "move(-1)", "Up", show=False, tooltip="In options and lines: up"),
    Binding("down,j", "step(1)", "Next step", show=False, tooltip="In the trace: the next step"),
    Binding("up,k", "step(-1)", "Step before", show=False, tooltip="In the trace: the step before"),
    *SCROLLS,
    Binding("q", "end", "end", tooltip="End the sitting; what was answered is kept"),
    HELP_KEY,
]

_TABS = ("open('why')", "open('trace')", "open('graph')", "open('picture')")
LESSER = ("guess", "undo", "act", "setup", *_TABS)
"""Whose keys give way to others, the last first: the key tab goes through tabs, that are seen."""

LOOKS = {
    *("open", "turn_page", "turn_picture", "walk", "step", "setup"),
    *("scroll", "scroll_page", "scroll_edge"),
}
"""What is offered even while the log is waited for: it only looks at what is there."""

BEFORE = {"turn_over", "give_up", "move", "hint", "guess", "type", "skip", "leave_out", "grid"}
AFTER = {
    *("edit", "take", "rate", "open", "turn_page", "turn_picture", "walk", "step", "poke", "copy"),
    *("follow", "history", "proof", "solution"),
}
"""What is offered only before a verdict, and only after one: such two may share a key."""


def offered(
    turn: Turn,
    *,
    in_field: bool,
    moves: bool,
    gridded: bool,
    settled: bool,
    waiting: bool,
    faulted: bool,
    stepping: bool,
    drawing: bool,
    walking: bool,
    solved: bool,
    can_undo: bool,
) -> dict[str, bool]:
    """For each act that is not always possible, whether it is: by its name.

    `in_field` says that a field has the focus, `moves` that the form has rows, `gridded` that the
    field can be a grid, `settled` that the verdict has stood for longer than a key press,
    `waiting` that an answer waits for its outcome, `faulted` that the runner could not say,
    `stepping` that a trace is open, `drawing` that pictures are, `walking` that one of a graph
    is, `solved` that a solution is in sight.
    """
    card = turn.exercise.card
    asking = not turn.revealed and not waiting and not faulted
    answered = turn.revealed and not in_field
    code = isinstance(card, RunCard)
    tried = isinstance(card, TriedCard)
    field = code and (asking or (tried and not waiting))
    typing = field and in_field
    return {
        "take_in": typing,
        "commands": typing,
        "end": not typing,
        "type": field and not turn.revealed and not in_field,
        "edit": field and answered,
        "turn_over": asking and not code,
        "turn_unknown": asking and not code,
        "give_up": asking,
        "grid": asking and gridded,
        "move": asking and moves and not in_field,
        "hint": asking and card.hint is not None and not turn.hint,
        "guess": asking,
        "edit_deck": not waiting,
        "skip": not turn.revealed,
        "retry": faulted,
        "leave_out": faulted and not turn.revealed,
        "copy_report": faulted,
        "take": answered and settled and not waiting,
        "rate": answered,
        "open": answered and code,
        "turn_page": answered and code,
        "turn_picture": answered and drawing,
        "walk": answered and walking,
        "step": answered and stepping,
        "poke": answered and code,
        "copy": answered and code,
        "follow": answered and bool(card.see),
        "history": answered,
        "proof": answered and card.proof is not None,
        "solution": answered and tried and not solved,
        "act": not waiting and not typing,
        "decide": not waiting,
        "undo": can_undo,
        "setup": code and turn.exercise.setup is not None and not faulted,
    }
