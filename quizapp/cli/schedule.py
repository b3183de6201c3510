"""Commands about the schedule."""

from __future__ import annotations

import click

from quizapp.cli.options import JSON


@click.command()
@click.option("--undo", is_flag=True, help="Take the parameters that are in force back.")
@click.option("--if-due", is_flag=True, hidden=True)
@JSON
def optimize(undo: bool, if_due: bool, as_json: bool) -> None:
    """Fit FSRS's parameters to your own answers, and keep them where they are better.

    They are fitted to all but the latest fifth of the answers, and judged by that fifth: by log
    loss, and by the root mean squared error (RMSE) between what was expected and recalled. It
    takes 400 answers to cards seen on an earlier day. The app does so by itself once a month,
    and tells of it on home. What is due on a day stays due on that day; later reviews go by the
    new parameters, on all machines that exchange answers.

    With --json, prints {"reviews", "needed", "held_out", "before": {"log_loss", "rmse_bins"} or
    null, "after": likewise, "kept", "parameters": those in force}; and with --undo {"undone":
    DATE or null, "parameters"}.
    """
    from quizapp.commands.optimize import optimize, optimize_if_due, undo_fit

    if if_due:
        optimize_if_due()
    elif undo:
        undo_fit(as_json=as_json)
    else:
        optimize(as_json=as_json)
