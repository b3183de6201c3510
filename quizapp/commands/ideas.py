"""`quiz ideas`: what the learner believes, as far as answers have shown it."""

from __future__ import annotations

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.study.phrases import belief_in_words
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.plain import plain_line
from quizapp.text.words import counted


def list_ideas(*, as_json: bool) -> None:
    """Print the ideas that answers could have shown, those that are held first."""
    with Study.to_read(say_held) as study:
        today, language = study.study_date(now()), study.language
        known = sorted(study.log.beliefs().items(), key=lambda one: (not one[1].is_held, one[0]))
        texts = {
            name: plain_line(text.in_language(language))
            for name, text in study.library.ideas.items()
        }
    if as_json:
        say_json(
            [
                {
                    "idea": name,
                    "text": texts.get(name),
                    "shown": belief.shown,
                    "chances": belief.chances,
                    "last": belief.last.isoformat() if belief.last else None,
                    "cards": list(belief.cards),
                    "held": belief.is_held,
                }
                for name, belief in known
            ]
        )
        return
    for name, belief in known:
        say(f"{name}: {texts.get(name) or tr('no deck names it any more')}")
        given_up = tr("; given up by now") if belief.shown and not belief.is_held else ""
        say(f"  {belief_in_words(belief, today)}{given_up}")
    named = counted(len(texts), "idea")
    say(
        tr("{named} named in the decks, {known} met so far", named=named, known=len(known)),
        err=True,
    )
