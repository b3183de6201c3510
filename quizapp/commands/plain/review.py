"""`quiz review --plain`: one sitting after another, as long as the learner wants more."""

from __future__ import annotations

import asyncio
import random

from quizapp.commands.backup import back_up_daily
from quizapp.commands.plain.sitting import PlainSitting
from quizapp.commands.plain.text import help_text, more_text
from quizapp.commands.say import say, say_held, say_prose
from quizapp.commands.surroundings import now
from quizapp.commands.typed import Typed
from quizapp.running.faults import words_of
from quizapp.study.fitting import fit_if_due
from quizapp.study.overview_in_words import fitted_in_words, today_in_words
from quizapp.study.phrases import beyond_in_words, more_in_words, unasked_in_words
from quizapp.study.placing import Placing
from quizapp.study.refitted import BeforeFit
from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from runner.client import Runner

OFFER = mark("New here? 'quiz place --plain' finds out what you know, by 15 to 25 questions.")


def review_plainly(wanted: Sitting) -> None:
    """What is wanted, on stdin and stdout."""
    with Study.open(say_held) as study:
        back_up_daily(study)
        wanted = study.understood(wanted, study.study_date(now()))
        session = study.sitting(wanted, now(), random.Random())
        waits = study.hangs_on_the_machine(wanted, now())
        if session.turn is None and not waits:
            _say_nothing_is_there(study, wanted)
        else:
            asyncio.run(_sit(study, None if waits else session, wanted))
            before = BeforeFit(study, now())
            if fitted := fit_if_due(study.log, now(), study.study_date(now()), random.Random()):
                for line in filter(None, (fitted_in_words(fitted), *before.changes())):
                    say(line)


def _say_nothing_is_there(study: Study, wanted: Sitting) -> None:
    if wanted.search:
        say(_unasked(study, wanted, 0))
        return
    match wanted.kind:
        case "drill" if wanted.topics:
            say(_unasked(study, wanted, 0))
        case "review" | "drill":
            say(today_in_words(study.overview(now())))
        case kind:
            words = more_in_words(kind, 0)
            say(tr("{complaint}.", complaint=words[0].upper() + words[1:]))
    say_prose(more_text(study.more(wanted.topics, now()), wanted.topics))


def _unasked(study: Study, wanted: Sitting, asked: int) -> str:
    today = study.study_date(now())
    return unasked_in_words(study, study.found(wanted, today), asked, today, wanted.most)


async def _sit(study: Study, session: Session | None, wanted: Sitting) -> None:
    """Go through a session; without one, through what can be asked once the runner has spoken."""
    async with Runner(study.settings.runner_command) as runner:
        if session is None:
            say(tr("torch is starting: which cards can be asked depends on the machine."))
            study.meet(await runner.ready())
            if study.hello is None and runner.refusal is not None:
                say(words_of(runner.refusal))
            session = study.sitting(wanted, now(), random.Random())
            for line in study.left_out(wanted.topics):
                say(line)
        typed = Typed()
        if session.turn is not None:
            is_new = Placing(study).is_offered and not study.log.memories()
            if is_new and not (wanted.topics or wanted.search or wanted.ideas):
                say(tr(OFFER))
            told = _unasked(study, wanted, session.total) if wanted.search else ""
            if told := told or beyond_in_words(study, wanted, now()):
                say_prose(told)
            say_prose(help_text())
        while session.turn is not None:
            then = await PlainSitting(study, session, runner, now, typed).run()
            if then is None:
                return
            wanted = then
            if study.hangs_on_the_machine(wanted, now()):
                study.meet(await runner.ready())
            session = study.sitting(wanted, now(), random.Random())
        _say_nothing_is_there(study, wanted)
