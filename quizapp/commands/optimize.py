"""`quiz optimize`: FSRS's parameters by one's own answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.memory.acts.act import OF_ALL
from quizapp.memory.fitted import Figures, Fitted, latest_kept
from quizapp.memory.reader import by_card
from quizapp.study.counting import USUAL_PACE
from quizapp.study.fitting import FEWEST, TooFew, fit_if_due, fit_parameters, take_back_fit
from quizapp.study.refitted import BeforeFit
from quizapp.study.study import Study
from quizapp.text.cells import cells, padded
from quizapp.text.language import tr
from quizapp.text.words import counted

BAR = 20
"""Columns of the longest bar."""


def optimize(*, as_json: bool) -> None:
    """Fit, and keep what is better."""
    with Study.open(say_held) as study:
        at = now()
        before = BeforeFit(study, at)
        done = fit_parameters(study.log, at, study.study_date(at), random.Random(), by_itself=False)
        parameters = study.log.scheduling.parameters
        changes = tuple(before.changes())
    if as_json:
        say_json(_as_json(done) | {"needed": FEWEST, "parameters": parameters})
        return
    say("\n".join((*_lines(done), *changes)))


def optimize_if_due() -> None:
    """Fit where it was not done for a month, for the app. Prints nothing."""
    with Study.open(say_held) as study:
        at = now()
        fit_if_due(study.log, at, study.study_date(at), random.Random())


def undo_fit(*, as_json: bool) -> None:
    """Take back the parameters that are in force."""
    with Study.open(say_held) as study:
        before_it = BeforeFit(study, now())
        undone = take_back_fit(study.log, now(), random.Random())
        changes = tuple(before_it.changes())
        before = latest_kept(study.log.acts(OF_ALL))
        parameters = study.log.scheduling.parameters
    day = undone.study_date.isoformat() if undone else None
    if as_json:
        say_json({"undone": day, "parameters": parameters})
        return
    if undone is None:
        told = tr("The parameters are FSRS's own: there is nothing to take back.")
    elif before is None:
        told = tr("The parameters of {date} are taken back: FSRS's own are in force.", date=day)
    else:
        told = tr(
            "The parameters of {date} are taken back: those of {earlier} are in force.",
            date=day,
            earlier=before[0].study_date,
        )
    say("\n".join((told, *changes)))


def show_retentions(*, as_json: bool) -> None:
    """What each desired retention would cost and give in a year."""
    from quizapp.memory.retention_curve import DAYS, curve, habits

    with Study.open(say_held) as study:
        log, cards = study.log, max(len(study.course_cards()), 1)
        seconds, limits = (log.pace() or USUAL_PACE).answer, study.limits
        own = habits(log.gradings(), by_card(log.acts()), log.scheduling)
        points = curve(cards, seconds, limits, log.scheduling, own)
        present, path = log.scheduling.retention, study.places.config_file
    if as_json:
        told = {"cards": cards, "days": DAYS, "seconds": seconds, "retention": present}
        say_json(told | {"curve": [asdict(point) for point in points]})
        return
    say(
        tr(
            "Simulated: a year in which your {cards} are learnt from the first one on, {new} new "
            "and at most {reviews} reviews a day, {time} an answer.",
            cards=counted(cards, "card"),
            new=limits.new_per_day,
            reviews=limits.reviews_per_day,
            time=counted(round(seconds), "second"),
        )
    )
    most = max(point.minutes for point in points) or 1
    for point in points:
        words = tr(
            "{retention:>4.0%}  {minutes:5.1f} minutes a day  {remembered:6,.0f} cards remembered",
            retention=point.retention,
            minutes=point.minutes,
            remembered=point.remembered,
        )
        bar = "█" * round(BAR * point.minutes / most)
        mark = ">" if point.retention == present else " "
        held_back = "*" if point.is_held_back else " "
        say(f"{mark} {words} {held_back} {bar}".rstrip())
    say(tr("'>' is as it is set; retention = 0.85 in {path} sets another.", path=path))
    if any(point.is_held_back for point in points):
        say(
            tr(
                "'*' is held back, on more than one day in ten, by the {limit} reviews a day. With "
                "a larger reviews_per_day you see what that retention costs and gives.",
                limit=limits.reviews_per_day,
            )
        )


def _lines(done: Fitted | TooFew) -> Iterator[str]:
    if isinstance(done, TooFew):
        yield tr(
            "Too few reviews to fit parameters to: {reviews}, and it takes {needed}. Those of a "
            "card on the day on which it was first seen do not count. The parameters stay.",
            reviews=done.reviews,
            needed=FEWEST,
        )
        return
    yield tr(
        "{reviews} reviews on a later day; judged by the latest {held_out}, not fitted to these:",
        reviews=done.reviews,
        held_out=done.held_out,
    )
    names = (tr("before"), tr("after"))
    width = max(map(cells, names))
    for name, figures in zip(names, (done.before, done.after), strict=True):
        yield f"  {padded(name, width)}  {_figures(figures)}"
    if done.is_kept:
        yield tr(
            "Kept: the schedule goes by your own memory from now on, on all your machines. "
            "'quiz optimize --undo' takes it back."
        )
    else:
        yield tr("That is no better, so the parameters stay as they were.")


def _figures(figures: Figures) -> str:
    return tr(
        "log loss {log_loss:.4f}, RMSE (bins) {rmse:.4f}",
        log_loss=figures.log_loss,
        rmse=figures.rmse_bins,
    )


def _as_json(done: Fitted | TooFew) -> dict[str, object]:
    if isinstance(done, TooFew):
        return {
            "reviews": done.reviews, "held_out": 0, "before": None, "after": None, "kept": False
        }  # fmt: skip
    return {
        "reviews": done.reviews,
        "held_out": done.held_out,
        "before": asdict(done.before),
        "after": asdict(done.after),
        "kept": done.is_kept,
    }
