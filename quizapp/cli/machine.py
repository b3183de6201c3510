"""Commands about quiz on this machine."""

from __future__ import annotations

import click

from quizapp.cli.options import JSON


@click.command()
@JSON
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """How things stand: torch, devices, the runner, the review log, the decks.

    Exit code 1 when something is wrong. With --json, prints one object: {"ok", "places":
    {"settings", "log", "decks", "cache"}, "python", "torch", "devices", "runner": {"ok",
    "command": [WORD] or null, "sandbox": [LAYER], "missing": {LAYER: SENTENCE}, "isolation"},
    "log": {"ok", "reviews", "unreadable"}, "decks": [{"topic", "path", "cards", "problems",
    "trust": "shipped" | "trusted" | "changed" | "unknown", "refused": REASON or null}],
    "problems": [SENTENCE]}.
    """
    from quizapp.commands.doctor import examine

    ctx.exit(examine(as_json=as_json))


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a completion script for SHELL."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "quiz", "_QUIZ_COMPLETE").source())
