"""The `quiz` command: one short function a subcommand.

Nothing heavy is imported before it is known what is wanted: `--help` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import click

from quizapp import __version__
from quizapp.errors import UserError
from quizapp.memory.acts.act import ActKind
from quizapp.memory.acts.table import OFFERED

TOPIC = click.option(
    "--topic", "topics", multiple=True, metavar="TOPIC", help="Only this topic; may be repeated."
)
IDEA = click.option(
    "--idea",
    "ideas",
    multiple=True,
    metavar="NAME",
    help="Only cards that refute this wrong model; may be repeated.",
)
LIMIT = click.option("--limit", type=click.IntRange(min=1), help="At most so many cards.")
INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended."""

FILE = click.Path(dir_okay=False, path_type=Path)
READABLE = click.Path(exists=True, dir_okay=False, allow_dash=True)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class QuizGroup(click.Group):
    """Turns what the user can mend into one sentence and exit code 2."""

    def main(self, *args: Any, **options: Any) -> Any:
        try:
            return super().main(*args, **options)
        except OSError as error:
            if error.filename is not None:  # it is not of writing to what is open
                raise
            from quizapp.commands.say import say

            say(f"quiz: writing failed: {error.strerror}", err=True)
            sys.exit(2)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _legible():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _legible():
                return super().invoke(ctx)
        except (UserError, KeyboardInterrupt) as error:
            from quizapp.commands.say import say

            if isinstance(error, UserError):
                say(f"quiz: {error}", err=True)
                ctx.exit(2)
            if sys.stderr.isatty():
                say(err=True)  # the terminal has written ^C
            ctx.exit(INTERRUPTED)


@contextmanager
def _legible() -> Iterator[None]:
    """Spell out what cannot be seen in a complaint about arguments: a shell may fill them in."""
    try:
        yield
    except click.UsageError as error:
        from quizapp.text.visible import visible

        raise click.UsageError(visible(error.format_message()), error.ctx) from error


@click.group(cls=QuizGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="quiz")
@TOPIC
@IDEA
@LIMIT
@click.pass_context
def main(
    ctx: click.Context, topics: tuple[str, ...], ideas: tuple[str, ...], limit: int | None
) -> None:
    """Flashcards for PyTorch: predict what code does, then torch runs it.

    Without a command, opens the app: home, or a drill of the topics or ideas given.
    """
    if ctx.invoked_subcommand is None:
        if limit and not (topics or ideas):
            raise click.UsageError(
                f"--limit goes with --topic; for today's review it is 'quiz review --limit {limit}'"
            )
        from quizapp.commands.app import open_app
        from quizapp.study.sitting import Sitting

        ctx.exit(open_app(Sitting(topics, limit, ideas=ideas) if topics or ideas else None))
    elif topics or ideas or limit:
        raise click.UsageError(f"put the options after '{ctx.invoked_subcommand}'")


@main.command()
@click.option("--plain", is_flag=True, help="Line by line on stdin and stdout.")
@TOPIC
@IDEA
@LIMIT
@click.option(
    "--more",
    type=click.Choice(["new", "ahead", "again"]),
    help="Beyond the day's cards: more new ones, reviews ahead of their day, or today's misses.",
)
@click.pass_context
def review(
    ctx: click.Context,
    plain: bool,
    topics: tuple[str, ...],
    ideas: tuple[str, ...],
    limit: int | None,
    more: Literal["new", "ahead", "again"] | None,
) -> None:
    """Today's review: what is due, and some new cards; with --topic, a drill."""
    from quizapp.study.sitting import Sitting

    wanted = Sitting(topics, limit, more or "drill", ideas)
    if plain:
        from quizapp.commands.plain import review_plainly

        review_plainly(wanted)
    else:
        from quizapp.commands.app import open_app

        ctx.exit(open_app(wanted))


@main.command()
@JSON
def ideas(as_json: bool) -> None:
    """Wrong models that your answers have shown, and how often.

    With --json, prints a list of {"idea", "text", "shown", "chances", "last", "cards", "held"}:
    of so many answers that could have shown it, and whether it is still held. `quiz --idea NAME`
    drills the cards that refute one.
    """
    from quizapp.commands.ideas import list_ideas

    list_ideas(as_json=as_json)


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--card", "card", metavar="ID", help="Only this card.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Cards run at once; by default as many as keep all cores busy.",
)
@click.option("--cluster", metavar="ADDRESS", help="Run the cards on a Dask scheduler's workers.")
@click.option("--versions", metavar="2.9,2.13", help="With --cluster: on each of these torches.")
@click.option("--record", type=FILE, metavar="FILE", help="Write every truth to FILE.")
@click.option("--against", type=FILE, metavar="FILE", help="Report truths other than in FILE.")
@click.option("--advice", is_flag=True, help="Say also how cards could teach better.")
@click.option("--strict", is_flag=True, help="Name sentences that generalise without a proof.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="github: annotations beside the lines of a pull request.",
)
@JSON
@click.pass_context
def check(
    ctx: click.Context,
    paths: tuple[Path, ...],
    card: str | None,
    jobs: int | None,
    record: Path | None,
    against: Path | None,
    cluster: str | None,
    versions: str | None,
    strict: bool,
    advice: bool,
    form: Literal["text", "json", "github"],
    as_json: bool,
) -> None:
    """Run every card and draw on live torch, and report what is wrong.

    PATHS are decks or folders of decks; without any, all decks there are. Exit code 1 when
    something was found. With --json, prints one object: {"decks", "cards", "runs",
    "skipped": [{"card", "reason"}], "problems": [{"path", "line", "column", "card",
    "message"}], "seconds", "torch"}.

    With --advice, says also what is no problem but could teach better, such as an ask whose
    answer is the same in every draw; it changes no exit code, and is "advice" in the JSON.

    With --strict, sentences of explanations that generalise ("only", "never", "every" …) are
    problems in cards that have no `proof`.

    When torch moves, --record with the one version and --against with the other tell which
    cards' truths have changed.

    With --cluster, each worker that `dask worker ADDRESS --preload quizapp.cluster.worker` has
    started runs as much at once as it has threads. With --versions, prints what differs between
    them, a line each; in JSON there are then "versions", each "torch" as a worker has it, and
    "differs": [{"card", "what", "by_version": {VERSION: TEXT}}], and what is skipped or a
    problem has "versions", those on which it is so; none where torch has no part in it.
    """
    if versions is not None and cluster is None:
        raise click.UsageError("--versions goes with --cluster")
    if jobs is not None and cluster is not None:
        raise click.UsageError("with --cluster, the workers' threads say how much runs at once")
    wanted = list(dict.fromkeys(versions.replace(",", " ").split())) if versions else None
    if record and wanted and len(wanted) > 1:
        raise click.UsageError("--record goes with a single version")
    from quizapp.commands.check import check_decks

    ctx.exit(
        check_decks(
            paths,
            card=card,
            jobs=jobs,
            form="json" if as_json else form,
            record=record,
            against=against,
            strict=strict,
            advice=advice,
            cluster=cluster,
            versions=wanted,
        )
    )


@main.command()
@click.argument("topic")
@click.option(
    "--repository",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="In a new repository of decks, with a workflow that checks them on several torches.",
)
def new(topic: str, repository: Path | None) -> None:
    """Write a starter deck on TOPIC, with a card of every kind, and open it in $EDITOR."""
    from quizapp.commands.new import new_deck

    new_deck(topic, repository=repository)


@main.command()
@click.argument("path", type=FILE)
@click.pass_context
def author(ctx: click.Context, path: Path) -> None:
    """Watch the deck at PATH while you write it.

    On every save the cards that changed are run; what is wrong stands with its line, and the
    card that you edit is shown as a learner will see it, to be tried out.
    """
    from quizapp.commands.author import author_deck

    ctx.exit(author_deck(path))


@main.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE...",
)
@click.option("--only-claims", is_flag=True, help="Check what the notes state; write no deck.")
@click.option(
    "-o",
    "--output",
    type=FILE,
    metavar="DECK",
    help="Where to write the deck; else among your own.",
)
@click.option(
    "--author/--no-author", default=True, help="Open the deck in `quiz author` when it is written."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help="github: annotations beside the lines of a pull request.",
)
@JSON
@click.pass_context
def draft(
    ctx: click.Context,
    files: tuple[Path, ...],
    only_claims: bool,
    output: Path | None,
    author: bool,
    form: Literal["text", "json", "github"],
    as_json: bool,
) -> None:
    """Make a deck of notes: Markdown, notebooks, scripts, plain text (.md, .ipynb, .py, .txt).

    Their code is run in the sandbox, and what they state is held against torch: results in
    comments and tables, in sentences, below `>>>`, and those that a notebook stores. Then cards
    are written about what may surprise, a deck that checks. `quiz author` opens on it.

    With --only-claims only what the notes state is checked; exit code 1 where some of it is
    false, or a file cannot be read.

    With --json, prints one object: {"torch", "blocks": {"run", "failed", "skipped"}, "claims":
    [{"path", "line", "says", "torch", "holds": true, false or null, "why"}], "deprecated":
    [{"path", "line", "message"}], "problems": [{"path", "line", "message"}]}; where a deck is
    written also {"deck", "cards"}. "holds" is null where it cannot be judged, and "why" says
    the reason.
    """
    if only_claims and output is not None:
        raise click.UsageError("--only-claims writes no deck; leave out one of them")
    from quizapp.commands.draft import check_claims, draft_deck

    shown: Literal["text", "json", "github"] = "json" if as_json else form
    if only_claims:
        ctx.exit(check_claims(files, shown))
    ctx.exit(draft_deck(files, output, shown, open_author=author))


@main.command()
def schema() -> None:
    """Print the decks' JSON Schema, for editors that complete and explain YAML."""
    from quizapp.commands.say import say_json
    from quizapp.deck.format.schema import schema as schema_of_decks

    say_json(schema_of_decks(), indent=2)


@main.command("try")
@click.argument("card", required=False, metavar="TOPIC/ID|PATH::ID")
@click.option("--answer", "answers", multiple=True, metavar="KIND=TEXT", help="A prediction.")
@click.option("--choose", metavar="1,3", help="The options picked, or lines in their order.")
@click.option("--code", type=READABLE, metavar="FILE", help="The code written; - for stdin.")
@click.option("--draw", "draw", multiple=True, metavar="NAME=VALUE", help="What to draw.")
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
    in place of its fact. "right" and "passed" are null where an answer was not understood;
    "why" then says the form. "line" is the line of the code handed in that raised, or null.

    Without answers the outcome also has what a second run showed, null where there is none:
    "trace", {"steps": [{"path", "line", "tensors": [TENSOR], "raised": TYPE or null}],
    "is_whole"}, a TENSOR being {"name", "shape", "dtype", "device", "requires_grad", "grad_fn",
    "is_leaf", "is_view", "storage", "shares_with", "strides", "version", "value", "grad",
    "changed": [KEY]}; and "graph", {"roots": [INDEX], "nodes": [{"name", "tensors", "saved":
    [{"name", "text"}], "inputs": [INDEX or null]}], "is_whole"}.

    With --stdin, reads one request a line, {"card": CARD, "answers": {KIND: TEXT} or [[KIND,
    TEXT], ...], "choose": [NUMBER], "code": TEXT, "draw": {NAME: VALUE}}, and writes one such
    object a line, the runner kept warm between them. A wrong request gets {"error": TEXT}.
    """
    if from_stdin == (card is not None):
        raise click.UsageError("name one card, or give --stdin")
    if from_stdin and (answers or draw or choose is not None or code is not None):
        raise click.UsageError("with --stdin, answers and draws stand in the requests")
    from quizapp.commands.try_card import try_from_stdin, try_one

    if card is None:
        try_from_stdin()
    else:
        ctx.exit(
            try_one(card, answers=answers, choose=choose, code=code, draw=draw, as_json=as_json)
        )


@main.command("list")
@TOPIC
@click.option("--due", is_flag=True, help="Only the cards due today.")
@click.option("--decks", is_flag=True, help="The decks, with what their authors say of them.")
@JSON
def list_cards(topics: tuple[str, ...], due: bool, decks: bool, as_json: bool) -> None:
    """The cards, each with its state and due date.

    With --json, prints a list of {"card", "level", "state": "new" | "learning" | "learnt",
    "due": DATE or null, "once_more": whether it was missed today and not right since,
    "reviews", "lapses", "prompt", "trust": "shipped" | "trusted" | "changed" | "unknown",
    "standing": ["suspended" | "buried" | "known" | "flagged"], "note"}; with --decks of
    {"topic", "title", "cards", "version", "author", "license", "about", "path"}.
    """
    from quizapp.commands.listing import list_cards, list_decks

    if decks and due:
        raise click.UsageError("--due is about cards, and --decks lists none")
    if decks:
        list_decks(topics=topics, as_json=as_json)
        return
    list_cards(topics=topics, due_only=due, as_json=as_json)


def _act_command(name: str, kind: ActKind) -> click.Command:
    """The command of a kind of act, such as `quiz bury`."""

    def act(cards: tuple[str, ...], said: str = "", undo: bool = False) -> None:
        from quizapp.commands.acts import act_on_cards, take_back

        if undo:
            take_back(name, cards)
        else:
            act_on_cards(name, cards, said)

    params: list[click.Parameter] = [
        click.Argument(["cards"], nargs=-1, required=True, metavar="ID...")
    ]
    if kind.asks:
        params.append(click.Option(["--to", "said"], default="", help=f"{kind.asks}."))
    params.append(click.Option(["--undo"], is_flag=True, help="Take the last such act back."))
    return click.Command(name, callback=act, params=params, help=f"{kind.title}.")


for _name, _kind in OFFERED.items():
    main.add_command(_act_command(_name, _kind))


@main.command()
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


@main.command()
@click.argument("names", nargs=-1)
@click.option("--discard", is_flag=True, help="Drop what you have edited in these clones.")
def update(names: tuple[str, ...], discard: bool) -> None:
    """Bring decks that were added from a git repository up to date: those NAMES, or all.

    A deck that you have edited in a clone is kept: the update stops where it would change it.
    """
    from quizapp.commands.shelf import update_decks

    update_decks(names, discard=discard)


@main.command()
@click.argument("name")
def remove(name: str) -> None:
    """Forget decks that were added. What you have learnt of them stays in the log."""
    from quizapp.commands.shelf import remove_decks

    remove_decks(name)


@main.command()
@click.argument("file", type=FILE)
@TOPIC
def export(file: Path, topics: tuple[str, ...]) -> None:
    """Write cards for Anki to FILE, which ends in .apkg.

    Every card is run: in front stands the question with its code, behind it what torch did. A
    card that varies becomes up to five notes. Importing another export updates the notes.
    """
    from quizapp.commands.export import export_cards

    export_cards(file, topics=topics)


@main.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--topic", help="The topic of the deck; else made of the file's name.")
def import_(file: Path, topic: str | None) -> None:
    """Make a deck of recall cards from an Anki package, FILE, in your own deck folder.

    Basic and Cloze notes, of any version of Anki; pictures and sounds are only named.
    """
    from quizapp.commands.import_cards import import_cards

    import_cards(file, topic=topic)


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
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
        raise click.UsageError("name the decks to trust, or give --list")
    from quizapp.commands.trust import forget_decks, list_trusted, trust_decks

    if listing:
        list_trusted()
    else:
        ctx.exit(forget_decks(paths) if forget else trust_decks(paths))


@main.command()
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


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a completion script for SHELL."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(main, {}, "quiz", "_QUIZ_COMPLETE").source())
