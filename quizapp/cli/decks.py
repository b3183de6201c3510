"""Commands by which decks come from elsewhere, are trusted, and go elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from quizapp.cli.options import FILE, PLACE, THERE, TOPIC
from quizapp.text.language import tr


@click.command()
@click.argument("origin", required=False, metavar="PATH|GIT-URL[#NAME]")
@click.option("--name", help="What to call it; else the last part of the path or URL.")
def add(origin: str | None, name: str | None) -> None:
    """Add decks from elsewhere: a folder, or a git repository, which is cloned.

    URL#NAME is a branch or tag of the repository, to which it then keeps.

    Without an argument, prints what has been added. The decks are not thereby trusted: see
    'quiz trust'.
    """
    from quizapp.commands.shelf import add_decks

    add_decks(origin, name=name)


@click.command()
@click.argument("names", nargs=-1)
@click.option("--discard", is_flag=True, help="Drop what you have edited in these clones.")
def update(names: tuple[str, ...], discard: bool) -> None:
    """Bring decks that were added from a git repository up to date: those NAMES, or all.

    A deck that you have edited in a clone is kept, also what you have committed there: the update
    stops where it would change it.
    """
    from quizapp.commands.shelf import update_decks

    update_decks(names, discard=discard)


@click.command()
@click.argument("name")
@click.option("--discard", is_flag=True, help="Delete your own work in this clone, too.")
def remove(name: str, discard: bool) -> None:
    """Forget decks that were added. What you have learnt of them stays in the log.

    A folder stays as it is, and the clone of a repository is deleted: not while there is work of
    your own in it, be it in a branch or a stash.
    """
    from quizapp.commands.shelf import remove_decks

    remove_decks(name, discard=discard)


@click.command()
@click.argument("paths", nargs=-1, type=PLACE)
@click.option("--list", "listing", is_flag=True, help="Print which decks are trusted.")
@click.option("--forget", is_flag=True, help="Trust these decks no more.")
@click.pass_context
def trust(ctx: click.Context, paths: tuple[Path, ...], listing: bool, forget: bool) -> None:
    """Allow decks that came from elsewhere to run, as they are now.

    A deck is code. Those that come with quiz are trusted; any other runs only in a full sandbox
    ('quiz doctor' says whether there is one here), or once you have read and trusted it. When
    its content changes, it has to be trusted again.

    PATHS are decks, or folders for all decks in them. Exit code 1 when a deck cannot be read, or
    with --forget when none of them was trusted. --list prints each as "trusted", "changed" or
    "gone", with its path.
    """
    if listing == bool(paths) or (listing and forget):
        raise click.UsageError(tr("name the decks to trust, or give --list"))
    from quizapp.commands.trust import forget_decks, list_trusted, trust_decks

    if listing:
        list_trusted()
    else:
        ctx.exit(forget_decks(paths) if forget else trust_decks(paths))


@click.command()
@click.argument("file", type=FILE)
@TOPIC
def export(file: Path, topics: tuple[str, ...]) -> None:
    """Write cards for Anki to FILE.apkg, or the whole review log to FILE.jsonl.

    For Anki every card is run: in front stands the question with its code, behind it what torch
    did. A card that varies becomes up to five notes. Importing another export updates the notes.
    What was answered and decided here does not go with them: in Anki they are new.

    The log goes as JSON, a row a line: every answer, what was decided about cards, what was taken
    back, and when each card came. 'quiz import' takes it in, here or on another machine.
    """
    if file.suffix == ".jsonl":
        if topics:
            raise click.UsageError(tr("--topic is for Anki; the log goes as a whole"))
        from quizapp.commands.transcript import export_log

        export_log(file)
        return
    from quizapp.commands.export import export_cards

    export_cards(file, topics=topics)


@click.command("import")
@click.argument("file", type=THERE)
@click.option("--topic", help="The topic of the deck; else made of the file's name.")
@click.option("--add", is_flag=True, help="Add the cards that a deck of that topic lacks.")
@click.pass_context
def import_(ctx: click.Context, file: Path, topic: str | None, add: bool) -> None:
    """Make a deck of recall cards from an Anki package, or take in a review log, FILE.jsonl.

    From Anki (.apkg, .colpkg) of any version come its cards, as their templates make them of the
    notes, and Cloze notes, into your own deck folder, into several decks where one has no room
    for all; pictures and sounds are only named.
    What was answered to them there is logged, so that you go on where you were: export with the
    scheduling information. What is suspended or flagged there is so here; subdecks, options, and
    what is buried are not taken over, and when a card is due is computed from its answers. Where
    a deck is there already, it stays as it is, and only what was answered since is logged; --add
    puts the cards that it lacks at its end.

    Of a log as 'quiz export' writes it what this machine lacks is added, and nothing is replaced;
    twice is once. Exit code 1 where some of its lines cannot be read, or are missing.
    """
    if file.suffix == ".jsonl":
        if topic or add:
            raise click.UsageError(tr("--topic and --add are for Anki; the log goes as a whole"))
        from quizapp.commands.transcript import import_log

        ctx.exit(import_log(file))
    from quizapp.commands.import_cards import import_cards

    import_cards(file, topic=topic, add=add)
