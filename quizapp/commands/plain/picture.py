"""A picture in words."""

from __future__ import annotations

from collections.abc import Iterable

from quizapp.commands.say import say
from quizapp.inside.spans import Line, plain
from quizapp.pictures.album import NOTHING, TITLES, Album
from quizapp.text.language import tr


def say_picture(album: Album, said: str) -> None:
    """A picture in words: of the kind and after the line that are said, or of what suits best."""
    words = said.split()
    numbers = [int(word) for word in words if word.isdecimal()]
    kinds = {tr(TITLES[kind]): kind for kind in album.kinds} | {kind: kind for kind in album.kinds}
    named = [kinds[word] for word in words if word in kinds]
    if album.first is None:
        say(tr(NOTHING))
        return
    if len(named) + len(numbers) < len(words):
        say(tr("The pictures of this card: {kinds}.", kinds=tr(", ").join(album.kinds)))
        return
    kind = named[0] if named else album.first
    lines = {}
    for at in album.stops(kind):
        if place := album.place(kind, at):
            lines[place.line] = at
    if numbers and numbers[0] not in lines:
        told = tr(", ").join(map(str, sorted(lines))) or "-"
        say(tr("There is such a picture after these lines: {lines}.", lines=told))
        return
    at = lines[numbers[0]] if numbers else album.start(kind)
    place = None if kind == "graph" else album.place(kind, at)
    say(
        tr("picture: {title}", title=tr(TITLES[kind]))
        + (tr(", after line {line}", line=place.line) if place else "")
    )
    say_lines(album.words(kind, at))
    if others := [other for other in album.kinds if other != kind]:
        say(tr("Other pictures: {kinds}.", kinds=tr(", ").join(others)))


def say_lines(lines: Iterable[Line]) -> None:
    say("\n".join(map(plain, lines)))
