"""Fields in which a learner commits to a prediction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from quizapp.asks.yes_or_no import NO_IN_CHINESE, YES_IN_CHINESE
from quizapp.text.language import tr
from quizapp.tui.keys.motions import FIELD_SCROLLS
from quizapp.tui.widgets.passing_text_area import PassingTextArea
from quizapp.tui.widgets.second_enter import EntersTwice
from quizapp.values.normalise import normalise
from quizapp.values.unknown import IN_A_WORD, UNKNOWN


class TextField(EntersTwice, PassingTextArea):
    """An answer in words or numbers. Enter hands it in, ctrl+j starts a new line."""

    BINDING_GROUP_TITLE = "Answer"
    BINDINGS = [
        Binding("enter", "hand_in", "answer", key_display="enter"),
        Binding("ctrl+j", "insert_line", "New line", show=False),
        *FIELD_SCROLLS,
    ]

    def __init__(self, hand_in: Callable[[], None]) -> None:
        super().__init__(highlight_cursor_line=False, tab_behavior="focus")
        self.cursor_blink = False
        self._hand_in = hand_in

    @property
    def answer(self) -> str:
        return self.text

    @answer.setter
    def answer(self, text: str) -> None:
        self.text = text
        self.move_cursor(self.document.end)

    def action_hand_in(self) -> None:
        self._hand_in()

    def action_insert_line(self) -> None:
        self.insert("\n")


YES, NO = "yes", "no"
A_WORD = 1.0
"""Seconds after which a letter is of no word that was begun before."""

MOVES = ("j", "k")
"""Letters that go to the other one, as an arrow does, unless a word goes on with them."""

BETWEEN = "     "

WAYS_TO_SAY: Sequence[Mapping[str, str]] = (
    {"yes": YES, "no": NO, UNKNOWN: UNKNOWN},
    {"true": YES, "false": NO, UNKNOWN: UNKNOWN},
    {"1": YES, "0": NO, UNKNOWN: UNKNOWN},
    {**dict.fromkeys(YES_IN_CHINESE, YES), **dict.fromkeys(NO_IN_CHINESE, NO), UNKNOWN: UNKNOWN},
    dict.fromkeys((*IN_A_WORD, "unknown"), UNKNOWN),
)
"""What can be typed for yes, for no, and for not knowing. Who begins in one of the ways stays
in it: so `not` is no `n` that was changed into a `t`, and 不对 no 不 that was changed."""


class YesNoField(EntersTwice, Widget, can_focus=True):
    """Yes or no, by a key or by a word; Enter hands it in."""

    BINDING_GROUP_TITLE = "Answer"
    BINDINGS = [
        Binding("left,right", "other", "The other", show=False),
        Binding("backspace,delete", "clear", "Neither", show=False),
        Binding("enter", "hand_in", "answer", key_display="enter"),
    ]

    answer: reactive[str] = reactive("")

    class Typed(Message):
        """Something was typed, which may say nothing."""

        def __init__(self, says_something: bool) -> None:
            super().__init__()
            self.says_something = says_something

    def __init__(self, hand_in: Callable[[], None]) -> None:
        super().__init__()
        self._hand_in = hand_in
        self._typed = ""
        self._typed_at = 0.0
        self._no_begins = 0

    def validate_answer(self, answer: str) -> str:
        """What was said of another ask, before the deck had this one in its place, is let go."""
        return answer if answer in (YES, NO, UNKNOWN) else ""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """While one answers, letters are letters."""
        return character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        if not event.is_printable or event.character is None:
            return
        event.stop()
        if event.character == " ":
            if not self._typed:  # else it follows a word
                self.action_other()
        else:
            if event.time - self._typed_at > A_WORD:
                self._typed = ""
            self._typed_at = event.time
            says_something = self._type(event.character.lower())
            if not says_something and event.character in MOVES:
                self.action_other()
            else:
                self.post_message(self.Typed(says_something))

    def on_paste(self, event: events.Paste) -> None:
        self.action_clear()
        for character in event.text.strip().lower():
            self._type(character)

    def _type(self, character: str) -> bool:
        """Take a letter for the next one of a word, or for the first one of another.

        Where it is neither, it says nothing, and nor does a word that it was typed behind; what one
        letter has picked stays.
        """
        character = normalise(character)
        ways = [way for way in WAYS_TO_SAY if any(word.startswith(self._typed) for word in way)]
        for typed in (self._typed + character, character):
            for way in ways:
                for word, meaning in way.items():
                    if word.startswith(typed):
                        self._typed = typed
                        self.answer = "" if meaning == UNKNOWN and typed != word else meaning
                        return True
        if len(self._typed) > 1:
            self.action_clear()
        return False

    def render(self) -> Content:
        def option(value: str, words: str) -> Content:
            chosen = self.answer == value
            style = "bold $text-accent" if chosen else ""
            sign = "(•) " if chosen else "( ) "
            key = value[0]
            if not words.startswith(key):
                words = f"{key} {words}"
            return Content.assemble(
                (sign, style), (key, f"{style} underline"), (words[1:], style)
            ).stylize(Style.from_meta({"answer": value}))

        options = [option(YES, tr("yes")), option(NO, tr("no"))]
        self._no_begins = options[0].cell_length + len(BETWEEN) // 2
        if self.answer == UNKNOWN:
            options.append(option(UNKNOWN, tr("? not known")))
        return Content(BETWEEN).join(options)

    def on_click(self, event: events.Click) -> None:
        """A finger is not exact: beside the words counts as on them."""
        beside = NO if event.x - self.gutter.left >= self._no_begins else YES
        self._pick(event.style.meta.get("answer", beside))

    def action_other(self) -> None:
        self._pick(NO if self.answer == YES else YES)

    def _pick(self, answer: str) -> None:
        self._typed, self.answer = "", answer
        self.post_message(self.Typed(says_something=True))

    def action_clear(self) -> None:
        self._typed = self.answer = ""

    def action_hand_in(self) -> None:
        self._hand_in()
