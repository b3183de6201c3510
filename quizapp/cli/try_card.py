"""`quiz try`."""

from __future__ import annotations

import click

from quizapp.cli.options import JSON, READABLE, completed_card
from quizapp.text.language import tr


@click.command("try")
@click.argument("card", required=False, metavar="TOPIC/ID|PATH::ID", shell_complete=completed_card)
@click.option("--answer", "answers", multiple=True, metavar="KIND=TEXT", help="A prediction.")
@click.option("--choose", metavar="1,3", help="The options picked, or lines in their order.")
@click.option("--code", type=READABLE, metavar="FILE", help="The code written; - for stdin.")
@click.option("--draw", "draw", multiple=True, metavar="NAME=VALUE", help="What to draw.")
@click.option("--picture", is_flag=True, help="Draw the tensors, too.")
@click.option("--stdin", "from_stdin", is_flag=True, help="Read JSON requests, one a line.")
@JSON
@click.pass_context
def try_card(
    ctx: click.Context,
    card: str | None,
    answers: tuple[str, ...],
    choose: str | None,
    code: str | None,
    draw: tuple[str, ...],
    picture: bool,
    from_stdin: bool,
    as_json: bool,
) -> None:
    """Run and grade one card, without logging it.

    CARD is an id such as autograd/power-sum-grad, or a deck's path and the card's id,
    my-deck.yaml::my-card. Names that are not drawn take their first value. Exit code 1 for a
    wrong answer.

    What is predicted is answered with --answer; a choice with --choose and the numbers of
    options, or none; lines to be put in order with --choose and all their numbers; code to be
    written with --code, a file or - for stdin. Numbers are those of the deck, from 1. Without
    an answer, prints what torch did, the tensors line by line, and the autograd graph; of a
    choice, which options hold; of what cannot be run without an answer, what it needs.

    With --json, prints one object: {"card", "draw", "outcome": {"asks": [{"kind",
    "expression", KIND: FACT}], "options": [{"number", "text", "holds"}], "stdout", "raised":
    {"type", "message", "path", "line", "rank"} or null, "seconds"} or null, "verdict":
    {"right", "asks": [{"kind", "answer", "truth", "right", "why"}], "options": [{"number",
    "text", "picked", "holds", "right"}], "tests": {"passed", "why", "line"} or null} or null,
    "fault": {"kind", "message"} or null}. An ask or option whose expression raised has "raised"
    in place of its fact. "right" and "passed" are null where an answer would be asked again,
    as it was not understood or has too few digits; "why" then says so. "line" is the line of
    the code handed in that raised, or null.

    Without answers the outcome also has what a second run showed, null where there is none:
    "trace", {"steps": [{"path", "line", "tensors": [TENSOR], "raised": TYPE or null,
    "operations": []}], "is_whole"}, a TENSOR being {"name", "shape", "dtype", "device",
    "requires_grad", "grad_fn", "is_leaf", "is_view", "storage", "shares_with", "strides",
    "version", "value", "grad", "changed": [KEY], "portrait": null}; and "graph", {"roots":
    [INDEX], "nodes": [{"name", "tensors", "saved": [{"name", "text"}], "inputs": [INDEX or
    null]}], "is_whole"}.

    With --stdin, reads one request a line, {"card": CARD, "answers": {KIND: TEXT} or [[KIND,
    TEXT], ...], "choose": [NUMBER], "code": TEXT, "draw": {NAME: VALUE}}, and writes one such
    object a line, the runner kept warm between them. A wrong request gets {"error": TEXT}.
    """
    if from_stdin == (card is not None):
        raise click.UsageError(tr("name one card, or give --stdin"))
    if from_stdin and (answers or draw or choose is not None or code is not None):
        raise click.UsageError(tr("with --stdin, answers and draws stand in the requests"))
    if picture and (from_stdin or as_json):
        raise click.UsageError(tr("--picture draws for people: leave out --json and --stdin"))
    from quizapp.commands.try_card import try_from_stdin, try_one

    if card is None:
        try_from_stdin()
    else:
        ctx.exit(
            try_one(
                card,
                answers=answers,
                choose=choose,
                code=code,
                draw=draw,
                as_json=as_json,
                picture=picture,
            )
        )
