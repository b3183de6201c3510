"""Commands about the schedule."""

from __future__ import annotations

import click

from quizapp.cli.options import JSON
from quizapp.text.language import tr


@click.command()
@click.option("--undo", is_flag=True, help="Take the parameters that are in force back.")
@click.option(
    "--retention", is_flag=True, help="Show what each desired retention would cost and give."
)
@click.option("--if-due", is_flag=True, hidden=True)
@JSON
def optimize(undo: bool, retention: bool, if_due: bool, as_json: bool) -> None:
    """Fit FSRS's parameters to your own answers, and keep them where they are better.

    They are fitted to all but the latest fifth of the answers, and judged by that fifth: by log
    loss, and by the root mean squared error (RMSE) between what was expected and recalled. It
    takes 400 answers to cards seen on an earlier day. The app does so by itself once a month,
    and tells of it on home. What is due on a day stays due on that day, unless it was answered
    last elsewhere, as in Anki: no day was shown for it here. Later reviews go by the new
    parameters, on all machines that exchange answers.

    With --retention nothing is fitted: for retentions from 0.70 to 0.97, a year is simulated in
    which all cards are learnt from the first one on, at your limits and your pace. Which retention
    to aim at is yours to say, by the setting of that name.

    With --json, prints {"reviews", "needed", "held_out", "before": {"log_loss", "rmse_bins"} or
    null, "after": likewise, "kept", "parameters": those in force}; and with --undo {"undone":
    DATE or null, "parameters"}; with --retention {"cards", "days", "seconds": an answer,
    "retention": as set, "curve": [{"retention", "minutes": a day, "remembered": cards,
    "days_at_limit": days with as many reviews as a day takes}]}.
    """
    from quizapp.commands.optimize import optimize, optimize_if_due, show_retentions, undo_fit

    if undo and retention:
        raise click.UsageError(tr("either --undo or --retention"))
    if if_due:
        optimize_if_due()
    elif undo:
        undo_fit(as_json=as_json)
    elif retention:
        show_retentions(as_json=as_json)
    else:
        optimize(as_json=as_json)


@click.command()
@click.argument("first", metavar="[FROM", required=False)
@click.argument("last", metavar="TO]", required=False)
@click.option("--undo", is_flag=True, help="Take back the time away that was entered last.")
@JSON
def away(first: str | None, last: str | None, undo: bool, as_json: bool) -> None:
    """Be away from one day to another: nothing falls due then.

    Cards that would fall due come back after it, the most urgent first, as many a day as
    reviews_per_day allows; what you answer meanwhile avoids these days as well. Days are dates such
    as 2027-01-31, also such as are past. Without any, prints the times away that are known.

    With --json, prints {"from", "to", "moved": CARDS, "until": DATE or null}, the last day on which
    one of these comes back; without days, a list of these; with --undo what was taken back or null.
    """
    from quizapp.commands.away import list_times_away, note_time_away, undo_time_away

    if (first is None) != (last is None) or (undo and first is not None):
        raise click.UsageError(tr("either FROM and TO, or --undo, or neither"))
    if undo:
        undo_time_away(as_json=as_json)
    elif first is None or last is None:
        list_times_away(as_json=as_json)
    else:
        note_time_away(first, last, as_json=as_json)
