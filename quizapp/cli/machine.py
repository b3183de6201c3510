"""Commands about quiz on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from quizapp.cli.options import FILE, FOLDER, JSON
from quizapp.text.language import tr


@click.command()
@JSON
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """How things stand: torch, devices, the runner, the review log, the decks.

    Exit code 1 when something is wrong. With --json, prints one object: {"ok", "places":
    {"settings", "log", "decks", "cache"}, "python", "torch", "devices", "runner": {"ok",
    "command": [WORD] or null, "sandbox": [LAYER], "missing": {LAYER: SENTENCE}, "isolation"},
    "log": {"ok", "reviews", "unreadable", "gone": [ID of a card that was answered and is in no
    deck], "answers_to_gone"}, "decks": [{"topic", "path", "cards", "problems",
    "trust": "shipped" | "trusted" | "changed" | "unknown", "refused": REASON or null}],
    "problems": [SENTENCE]}.
    """
    from quizapp.commands.doctor import examine

    ctx.exit(examine(as_json=as_json))


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 takes any that is free.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in this machine's browser.")
def serve(port: int, opens: bool) -> None:
    """The app in a browser, on this machine only, by a link that holds a token.

    For a machine behind ssh: `ssh -t -L 8000:127.0.0.1:8000 gpu-box quiz serve`, and open the link
    here; with -t it ends there when it ends here. Needs the extra: pip install
    'torch-quiz[serve]'.
    """
    from quizapp.commands.serve import serve as serve_app

    serve_app(port, opens=opens)


@click.command()
@click.option(
    "--to", "target", type=FILE, help="Write a copy of the log as it is now to this file."
)
@click.option("--restore", "named", metavar="NAME", help="Go back to this backup, by name or path.")
@click.option("--if-due", is_flag=True, hidden=True)
@JSON
def backup(target: Path | None, named: str | None, if_due: bool, as_json: bool) -> None:
    """The backups of the review log, and the way back to one.

    One a day is made by itself: of the last 7 days, 8 weeks and 12 months they are kept. Each is
    looked through for damage here. What the log was before a restore is kept beside them.

    Copy the log by --to, and put a copy in its place by --restore: quiz.db by itself may lack
    answers that lie in quiz.db-wal beside it, and a copy put there takes up what is in that.

    With --json, prints a list of {"name", "path", "reviews": null where it cannot be used,
    "last": DATE or null}.
    """
    from quizapp.commands.backup import back_up_if_due, copy_log, list_backups, restore_backup

    if target and named is not None:
        raise click.UsageError(tr("either --to or --restore"))
    if target:
        copy_log(target)
    elif named is not None:
        restore_backup(named)
    elif if_due:
        back_up_if_due()
    else:
        list_backups(as_json=as_json)


@click.command()
@click.argument("folder", required=False, type=FOLDER)
@JSON
def sync(folder: Path | None, as_json: bool) -> None:
    """Exchange answers with your other machines, by a FOLDER that all of them see.

    Anything may carry the folder: git, Syncthing, a network drive. Each machine writes to a file
    of its own there and takes in the others': in any order, as often as one likes, also where one
    was interrupted. Without FOLDER, it is the setting `sync`. Answers and what was decided about
    cards are exchanged, and of the settings those of study, such as new_per_day: the latest change
    of each is taken over. Decks and all other settings are each machine's own.

    With --json, prints {"sent": ROWS, "taken": ROWS, "unreadable": {FILE: LINES}, "settings":
    {KEY: VALUE}}.
    """
    from quizapp.commands.sync import sync_log

    sync_log(folder, as_json=as_json)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a completion script for SHELL.

    \b
    Where it goes, for it to be read at each start of the shell:
      ~/.bashrc                   `eval "$(quiz completion bash)"`
      ~/.zshrc, behind compinit   `eval "$(quiz completion zsh)"`
      ~/.config/fish/config.fish  `quiz completion fish | source`
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "quiz", "_QUIZ_COMPLETE").source())
