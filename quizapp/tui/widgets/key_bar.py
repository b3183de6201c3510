"""The bottom line: what the keys do now. A click on one is as good as the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from textual import events
from textual.binding import ActiveBinding
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget

from quizapp.text.language import tr
from quizapp.tui.keys.help_key import HELP
from quizapp.tui.keys.names import sign_of

NONE: Mapping[str, Callable[[], str]] = MappingProxyType({})


class KeyBar(Widget):
    """One widget that is drawn anew when the keys change.

    Textual's own Footer has a widget a key and makes all of them anew each time, which takes
    most of the time of a key press, and it never lets go of the old ones.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar {
        dock: bottom;
        height: 1;
        text-wrap: nowrap;
        color: $footer-foreground;
        background: $panel;
    }
    """

    shown: reactive[tuple[ActiveBinding, ...]] = reactive(())
    pointed: reactive[str] = reactive("")
    """The key under the mouse."""

    def __init__(
        self, lesser: Sequence[str] = (), words: Mapping[str, Callable[[], str]] = NONE
    ) -> None:
        """`words` say of some acts what they would do just now, in place of what is always said."""
        super().__init__()
        self._lesser = lesser
        self._words = words

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._keys_changed)

    def _keys_changed(self, screen: Screen[object]) -> None:
        # A terminal that has lost the focus takes it from the field: the keys are still the same.
        if self.app.app_focus:
            self.call_after_refresh(self.read_keys)

    def read_keys(self) -> None:
        """Show the keys that there are now, without those that a field would write."""
        if self.is_attached:
            field = self.screen.focused
            first: dict[str, ActiveBinding] = {}
            for key, active in self.screen.active_bindings.items():
                is_typed = field and field.check_consume_key(key, sign_of(key))
                if active.binding.show and not is_typed:
                    first.setdefault(active.binding.action, active)
            # Its place among the keys is lost where a screen has another use for it at times.
            self.shown = tuple(sorted(first.values(), key=lambda one: one.binding.action == HELP))
            if self._words:
                self.refresh()

    def render(self) -> Content:
        """All keys that fit; the last one always, since it is help that tells of the others.

        Where not all do, those of the lesser acts give way first, from the last of these on.
        """
        keys = [(active.binding.action, self._key(active)) for active in self.shown]
        while len(keys) > 1 and sum(key.cell_length for _, key in keys) > self.size.width:
            shown = [action for action, _ in keys[:-1]]
            least = next((one for one in reversed(self._lesser) if one in shown), shown[-1])
            del keys[shown.index(least)]
        return Content().join([key for _, key in keys])

    def _key(self, active: ActiveBinding) -> Content:
        binding = active.binding
        colour, ground = "$footer-key-foreground", "$footer-key-background"
        words = "$footer-description-foreground on $footer-description-background"
        said = self._words.get(binding.action, lambda: tr(binding.description))()
        if binding.key == self.pointed:
            ground, words = "$block-hover-background", f"{colour} on $block-hover-background"
        key = Content.assemble(
            (f" {self.app.get_key_display(binding)} ", f"bold {colour} on {ground}"),
            (f"{said} ", words),
        )
        if not active.enabled:  # for the moment; the others stay where they are
            key = Content(" " * key.cell_length)
        return key.stylize(Style.from_meta({"key": binding.key}))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.pointed = event.style.meta.get("key", "")

    def on_leave(self) -> None:
        self.pointed = ""

    def watch_pointed(self, pointed: str) -> None:
        self.styles.pointer = "pointer" if pointed else "default"
        tooltips = {active.binding.key: tr(active.tooltip) for active in self.shown}
        self.tooltip = tooltips.get(pointed) or None

    def on_click(self, event: events.Click) -> None:
        if key := event.style.meta.get("key"):
            self.pointed = ""  # a finger stays where it was, and so would what explains the key
            self.app.simulate_key(key)
