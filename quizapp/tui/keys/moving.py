"""Acts by their ids, and their keys moved to others.

Textual's own keymap takes a key from all acts that share it, and here many do: which of them is
meant goes by what can be done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from textual.actions import parse
from textual.binding import Binding, BindingsMap
from textual.screen import Screen

from quizapp.tui.keys.names import is_text, key_in_words, key_name

Moves = Mapping[str, Sequence[str]]
"""The keys of acts, by their ids, as the learner has written them."""


def act_of(action: str) -> str:
    """`rate.1` for `rate(1)`, `help` for `app.help`."""
    _, name, arguments = parse(action)
    return ".".join([name, *map(str, arguments)])


def moved(bindings: Sequence[Binding], keys: Mapping[str, Sequence[str]]) -> Iterator[Binding]:
    """The bindings, those of the acts in `keys` with these; their order, which counts, stays.

    A letter never comes before a field that has the focus.
    """
    done = set[str]()
    for binding in bindings:
        act = act_of(binding.action)
        if act not in keys:
            yield binding
        elif act not in done:
            done.add(act)
            for first in (True, False):
                names = [
                    key for key in keys[act] if (binding.priority and not is_text(key)) == first
                ]
                if names:
                    yield replace(binding, key=",".join(names), key_display=None, priority=first)


def own_bindings(screen: type[Screen[Any]]) -> list[Binding]:
    """The bindings of a screen as they usually are."""
    return [binding for binding in screen.BINDINGS if isinstance(binding, Binding)]


def ids(screen: type[Screen[Any]]) -> dict[str, str]:
    """The id of each act of a screen, such as `review.hint`; Textual's own have none.

    An act that is another screen's as well has the id that it has there.
    """
    found: dict[str, str] = {}
    for base in screen.__mro__:
        if issubclass(base, Screen) and "BINDINGS" in vars(base) and base is not Screen:
            name = base.__name__.removesuffix("Screen").lower()
            acts = {act_of(binding.action) for binding in own_bindings(base)}
            found |= {act: f"{name}.{act}" for act in acts}
    own = dict.fromkeys(act_of(binding.action) for binding in own_bindings(screen))
    return {act: found[act] for act in own if act in found}


def bindings_with(screen: type[Screen[Any]], moves: Moves) -> list[Binding]:
    """The bindings of a screen with the moves that are about it."""
    keys = {
        act: [name for key in moves[id] if (name := key_name(key))]
        for act, id in ids(screen).items()
        if id in moves
    }
    return list(moved(own_bindings(screen), keys))


def move_keys(screen: Screen[Any], moves: Moves) -> None:
    """Have the acts of a screen at the keys that were chosen, all others as usual."""
    kind = type(screen)
    if not moves and "BINDINGS" not in vars(screen):
        return
    bindings = bindings_with(kind, moves)
    usual = BindingsMap(kind.BINDINGS).key_to_bindings
    assert kind._merged_bindings is not None
    inherited = kind._merged_bindings.key_to_bindings
    below = {key: inherited[key] for key in inherited if key not in usual}
    screen.BINDINGS = bindings  # type: ignore[misc, assignment]
    screen._bindings = BindingsMap.from_keys(below | BindingsMap(bindings).key_to_bindings)
    screen.refresh_bindings()


def keys_of(bindings: Sequence[Binding]) -> dict[str, list[str]]:
    """The keys of each act, in Textual's names."""
    keys: dict[str, list[str]] = {}
    for binding in Binding.make_bindings(bindings):
        keys.setdefault(act_of(binding.action), []).append(binding.key)
    return keys


def keys_by_name(screen: Screen[Any]) -> dict[str, str]:
    """The first key of each act of a screen as it is now, as one reads it."""
    bindings = [binding for binding in screen.BINDINGS if isinstance(binding, Binding)]
    return {act: key_in_words(keys[0]) for act, keys in keys_of(bindings).items()}


def key_of(screen: Screen[Any], act: str) -> str:
    """The key of an act of a screen as it is now, the first one, as one reads it."""
    return keys_by_name(screen)[act]


def act_at(screen: Screen[Any], key: str) -> str:
    """What a key, by Textual's name, does on a screen just now; empty where it is none of its."""
    active = screen.active_bindings.get(key)
    return act_of(active.binding.action) if active is not None else ""
