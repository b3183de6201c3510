"""What a field of a deck is for that is not of a single kind of card, as an editor shows it."""

from __future__ import annotations

WORDS = {
    # The deck
    "format": "The version of this format: 1.",
    "topic": "The deck's id, in lower-case letters, digits and hyphens. Else the file's name.",
    "HeadForm.title": "The deck's name for people, in a line.",
    "HeadForm.after": "Topics whose first things are to be learnt before this deck's cards come.",
    "aliases": "Other names of the topic, for `quiz --topic`.",
    "about": "What the deck is about, in a sentence or two.",
    "author": "Who wrote the deck.",
    "license": "Under which license others may use it, such as CC-BY-4.0.",
    "version": "The deck's own version, such as 1.2.",
    "ideas": "Wrong models that several cards meet: a name, and a sentence for each.",
    "setup": "Python that runs before every card's code; shown on demand.",
    "cards": "The cards, in any order: `level` and `after` say which come first.",
    # Every card
    "id": "Stable, and unique in the deck: the learner's history hangs on it.",
    "prompt": "The question, in one sentence. Texts are Markdown: `code` in backticks.",
    "explain": "Why it is so; shown after the answer. Lists, tables and code go under `|`.",
    "hint": "Shown on request; at most Hard is proposed as its rating then.",
    "proof": 'Assertions of what the texts claim; `raises(Error, "code")` is given to them.',
    "level": "1 first things, 2 working knowledge, 3 traps and internals. New cards come so.",
    "after": "Ids of cards to be learnt before this one.",
    "tags": "Words to search by.",
    "see": "Links to the official documentation.",
    "source": "Where the card comes from, such as notes.md:41, or a link; shown after the answer.",
    "was": "Former ids, so that history follows a card that was renamed.",
    # Cards that run code
    "code": "Python that the learner reads, and that runs.",
    "vary": "What is drawn anew: names with values, a list or {from: 2, to: 6}; or a list of rows.",
    "where": "A condition on what is drawn: draws that fail it are left out.",
    "needs": "What must be there: numpy, torch>=2.5, compiler, workers. Else the card is skipped.",
    "ranks": "On how many torch.distributed ranks the code runs; `rank` and `world_size` are set.",
    "on_rank": "The rank on which expressions are looked at, 0 unless said.",
    "device": "`cuda`: the card is skipped where there is none. Other code may use `device`.",
    "timeout": "Seconds that the code may take: 5 unless said, 60 at most.",
    # What several kinds of card have
    "say": "What is said to a learner who answered this.",
    "idea": "The name of the wrong model, from `ideas`, that this comes of.",
    "tests": "Python that runs after the learner's code: assertions with messages to the learner.",
    # Texts and ranges
    "en": "In English.",
    "zh": "In Chinese.",
    "from": "The first whole number.",
    "to": "The last whole number, included.",
}
