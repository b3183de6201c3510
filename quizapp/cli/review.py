"""`quiz review`, and what there is to review."""

from __future__ import annotations

from typing import Literal

import click

from quizapp.cli.options import IDEA, JSON, LIMIT, PLAIN, SEARCH, TOPIC, OfTopics, completed_query
from quizapp.text.language import tr


@click.command(cls=OfTopics)
@PLAIN
@TOPIC
@IDEA
@SEARCH
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
    search: str,
    limit: int | None,
    more: Literal["new", "ahead", "again"] | None,
) -> None:
    """Today's review: what is due, and some new cards; with --topic or --search, a drill."""
    from quizapp.commands.app import open_app
    from quizapp.study.sitting import Sitting

    wanted = Sitting(topics, limit, more or "drill", ideas, search)
    ctx.exit(open_app(wanted, plain=plain))


@click.command()
@JSON
def ideas(as_json: bool) -> None:
    """Wrong models that your answers have shown, or could have, and how often.

    With --json, prints a list of {"idea", "text", "shown", "chances", "last", "cards", "held"}:
    of so many answers that could have shown it, and whether it is still held. `quiz --idea NAME`
    drills the cards that refute one.
    """
    from quizapp.commands.ideas import list_ideas

    list_ideas(as_json=as_json)


@click.command()
@PLAIN
@click.option("--undo", is_flag=True, help="Take back what the last placement took as known.")
@click.pass_context
def place(ctx: click.Context, plain: bool, undo: bool) -> None:
    """Find out what you know already, by 15 to 25 questions.

    Each is chosen by your answers so far, and nothing is told of them. What they show to be known
    is taken as known: these cards come back in the coming weeks, to be confirmed, and the topics
    after them are open. It can be stopped at will; what was answered counts.
    """
    if undo:
        from quizapp.commands.place import undo_placement

        undo_placement()
    else:
        from quizapp.commands.app import open_placement

        ctx.exit(open_placement(plain=plain))


@click.command()
@JSON
def stats(as_json: bool) -> None:
    """What the log tells of months: recall against what was expected, time, load, progress.

    As Anki has it, an answer counts for true retention that is the first one of its day to a card
    that was learnt on an earlier day, whatever came before or after it in a drill; recalled is
    what was rated better than Again. A card is young whose interval was under 21 days, else
    mature. What is expected is the chance that FSRS, by its present parameters, gives it on
    that day.

    With --json, prints an object. A share is {"answers", "recalled", "expected"}, the latter two
    from 0 to 1; times are those of the answers. It has "today"; "done_today": {"answers", "right",
    "graded", "again", "hard", "good", "easy", "new", "minutes"}; by date "answers" and "minutes";
    "streak", "longest_streak"; the shares "in_all", and by name "by_age", "by_topic", "by_kind",
    "by_confidence", "by_month", and "by_period" with one by age for each; "calibration": [{"from",
    …}], a share for each twentieth of what was expected, how far these are "off_by" (RMSE), and the
    "log_loss"; for answers that torch judged "sure" and "guesses": {"answers", "right"};
    "minutes_a_day" and "seconds_an_answer" of the last 30 days, "seconds_a_card" or null: what one
    usually takes on a day that asks for it, "minutes_a_card" in all; for the next 30 days
    "forecast": [COUNT]; "stabilities": {SPAN: COUNT}, "difficulties": [COUNT] from 1 to 10,
    "would_recall": how many cards today; "beliefs": {IDEA: {"shown", "chances", "last", "cards",
    "is_held"}}, last when one was last shown and refuted; "hardest_cards":
    [{"card", "lapses", "reviews", "difficulty", "stability"}]; "cards", "seen", "learnt",
    "new_a_day" over the last "pace_days", "path": [{"topic", "cards", "seen", "learnt", "mature",
    "ends"}], and "ends": DATE or null, when all will have been begun at that pace.
    """
    from quizapp.commands.stats import show_statistics

    show_statistics(as_json=as_json)


@click.command()
@JSON
def path(as_json: bool) -> None:
    """The course: the topics in order, what is learnt, and what waits for what.

    A line is a topic, with its place in the order, below the last one that it comes after: its
    cards seen of all, how much of it you would recall today, and which first things are to be
    learnt before it opens. It also opens by a drill: `quiz --topic NAME`.

    With --json, prints a list of {"topic", "title", "after": [TOPIC], "aliases": [NAME], "cards",
    "seen", "learnt", "mastery": from 0 to 1, "open", "waits_for": {TOPIC: CARDS}}.
    """
    from quizapp.commands.path import show_path

    show_path(as_json=as_json)


@click.command("list", context_settings={"ignore_unknown_options": True})
@click.argument("query", nargs=-1, metavar="[QUERY]", shell_complete=completed_query)
@TOPIC
@click.option("--due", is_flag=True, help="Only the cards due today.")
@click.option("--decks", is_flag=True, help="The decks, with what their authors say of them.")
@JSON
def list_cards(
    query: tuple[str, ...], topics: tuple[str, ...], due: bool, decks: bool, as_json: bool
) -> None:
    """The cards, each with its state and due date; with a QUERY, those that it finds.

    \b
    A query holds words that are looked for in the cards, and fields:
      topic:amp  tag:keepdim  kind:write  level:3  idea:NAME  card:ID
      is:new is:learning is:learnt is:due is:buried is:suspended
      is:known is:leech is:flagged is:noted  note:WORDS
      prop:r<0.8    chance of recall now; s is the stability in days,
                    d the difficulty, due in days, reviews, lapses
      prop:due<=0   is:due, and also what is set aside or not for this machine
      rated:7       answered in the last 7 days; rated:7:1 with Again
      introduced:7  answered for the first time in the last 7 days
      added:30      first there in the last 30 days, on any of your machines
    All have to hold; `or`, parentheses, and `-` for what must not. * in a
    name stands for anything, "quotation marks" keep words together.

    With --json, prints a list of {"card", "level", "state": "new" | "learning" | "learnt",
    "due": DATE or null, "once_more": whether it was missed today and not right since, "added":
    DATE, "reviews", "lapses", "stability": in days, "difficulty": from 1 to 10, "recall": the
    chance of it now, these three null where it is new, and the chance also while it is to be asked
    once more, "prompt", "trust": "shipped" | "trusted" | "changed" | "unknown",
    "standing": ["suspended" | "buried" | "known" | "flagged"], "note"}; with --decks of
    {"topic", "title", "cards", "version", "author", "license", "about", "path"}.
    """
    from quizapp.commands.listing import list_cards, list_decks

    for word in query:
        if word.startswith("--"):
            raise click.NoSuchOption(word)
    if decks and (due or query):
        raise click.UsageError(tr("--due and a query are about cards, and --decks lists none"))
    if decks:
        list_decks(topics=topics, as_json=as_json)
        return
    list_cards(query=" ".join(query), topics=topics, due_only=due, as_json=as_json)
