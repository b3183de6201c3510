"""`quiz check`."""

from __future__ import annotations

from pathlib import Path

import click

from quizapp.cli.options import FORMAT, JSON, PLACE
from quizapp.commands.say import Form
from quizapp.text.language import tr


@click.command()
@click.argument("paths", nargs=-1, type=PLACE)
@click.option("--card", "card", metavar="ID", help="Only this card.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Cards run at once; by default as many as keep all cores busy.",
)
@click.option("--cluster", metavar="ADDRESS", help="Run the cards on a Dask scheduler's workers.")
@click.option("--versions", metavar="2.9,2.13", help="With --cluster: on each of these torches.")
@click.option("--record", is_flag=True, help="Keep in truths/ beside the decks what torch says.")
@click.option("--advice", is_flag=True, help="Say also how cards could teach better.")
@click.option("--strict", is_flag=True, help="Name sentences that generalise without a proof.")
@FORMAT
@JSON
@click.pass_context
def check(
    ctx: click.Context,
    paths: tuple[Path, ...],
    card: str | None,
    jobs: int | None,
    record: bool,
    cluster: str | None,
    versions: str | None,
    strict: bool,
    advice: bool,
    form: Form,
    as_json: bool,
) -> None:
    """Run every card and draw on live torch, and report what is wrong.

    PATHS are decks or folders of decks; without any, all decks there are. Exit code 1 when
    something was found. With --json, prints one object: {"decks", "cards", "runs",
    "skipped": [{"card", "reason"}], "problems": [{"path", "line", "column", "card",
    "message"}], "moved", "unrecorded", "gone", "seconds", "torch"}.

    With --advice, says also what is no problem but could teach better, such as an ask whose
    answer is the same in every draw, and which sentences torch here refutes; it changes no exit
    code, and is "advice" in the JSON.

    With --strict, sentences of explanations that generalise ("only", "never", "every" …) are
    problems in cards that have no `proof`.

    With --record, what torch says of each card is kept in truths/ beside the decks, by its minor
    version. From then on another answer of that version is a problem, and what differs between
    versions is told, in JSON as "moved": [{"card", "what", "by_version": {VERSION: TEXT}}]. Cards
    that have changed since, or were never recorded, are "unrecorded": [CARD], and told too, and
    so are those that are recorded and in their deck no more: "gone": [CARD].

    With --cluster, each worker that `dask worker ADDRESS --preload quizapp.cluster.worker` has
    started runs as much at once as it has threads. With --versions, prints what differs between
    them, a line each; in JSON there are then "versions", each "torch" as a worker has it, and
    "differs": [{"card", "what", "by_version": {VERSION: TEXT}}], and what is skipped or a
    problem has "versions", those on which it is so; none where torch has no part in it.
    """
    if versions is not None and cluster is None:
        raise click.UsageError(tr("--versions goes with --cluster"))
    if jobs is not None and cluster is not None:
        raise click.UsageError(tr("with --cluster, the workers' threads say how much runs at once"))
    wanted = list(dict.fromkeys(versions.replace(",", " ").split())) if versions else None
    if record and card is not None:
        raise click.UsageError(tr("--record goes with whole decks"))
    from quizapp.commands.check import check_decks

    ctx.exit(
        check_decks(
            paths,
            card=card,
            jobs=jobs,
            form="json" if as_json else form,
            record=record,
            strict=strict,
            advice=advice,
            cluster=cluster,
            versions=wanted,
        )
    )
