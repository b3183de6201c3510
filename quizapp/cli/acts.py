"""A command for each kind of act that a learner can do on a card, such as `quiz bury`."""

from __future__ import annotations

import click

from quizapp.cli.options import completed_card
from quizapp.memory.acts.act import ActKind
from quizapp.memory.acts.table import OFFERED
from quizapp.text.language import mark

WHAT_AN_ID_IS = mark("An ID is a card's, such as autograd/leaf: 'quiz list' shows them all.")


def _act_command(name: str, kind: ActKind) -> click.Command:
    """The command of a kind of act, such as `quiz bury`."""

    def act(cards: tuple[str, ...], said: str | None = None, undo: bool = False) -> None:
        from quizapp.commands.acts import act_on_cards, take_back

        if not cards and not undo:
            raise click.MissingParameter(param=params[0])
        if undo:
            take_back(name, cards)
        else:
            act_on_cards(name, cards, said)

    params: list[click.Parameter] = [
        click.Argument(["cards"], nargs=-1, metavar="ID...", shell_complete=completed_card)
    ]
    if kind.asks:
        params.append(click.Option(["--to", "said"], help=kind.asks))
    params.append(
        click.Option(
            ["--undo"],
            is_flag=True,
            help="Take the last such act back, of all cards or of each ID.",
        )
    )
    return click.Command(name, callback=act, params=params, help=f"{kind.title}\n\n{WHAT_AN_ID_IS}")


ACT_COMMANDS = [_act_command(name, kind) for name, kind in OFFERED.items()]
