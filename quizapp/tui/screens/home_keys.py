"""The keys of home; which of them act when, the screen knows."""

from __future__ import annotations

from textual.binding import Binding

from quizapp.tui.keys.help_key import HELP_KEY

KEYS: list[Binding] = [
    Binding(
        "enter",
        "review('all')",
        "review all",
        key_display="enter",
        tooltip="Review all that is due and new today",
        priority=True,
    ),
    Binding(
        "enter",
        "review('topic')",
        "review topic",
        key_display="enter",
        tooltip="Review what is due and new today in the topic under the cursor",
        priority=True,
    ),
    Binding(
        "enter,m",
        "more('next')",
        "more today",
        key_display="enter",
        tooltip="Where nothing is due or new: see what more there is to do",
        priority=True,
    ),
    Binding(
        "m",
        "more('too')",
        "more today",
        tooltip="More new cards, reviews ahead of their day, today's misses again",
    ),
    Binding("d", "drill", "drill", tooltip="What is due and new there, then practice"),
    Binding("b", "browse", "browse", tooltip="All cards: search, sort, decide about many"),
    Binding("slash", "search", "search", show=False, tooltip="All cards: type a query"),
    Binding("comma", "settings", "settings", key_display=",", tooltip="All settings, explained"),
    Binding("s", "statistics", "stats", tooltip="What you remember, and what is to come"),
    Binding(
        "a", "away", "away", show=False, tooltip="Be away for some days: nothing falls due then"
    ),
    Binding("u", "undo", "undo", show=False, tooltip="Take back the last answer or act of today"),
    Binding(
        "p",
        "place",
        "what do I know?",
        tooltip="Find out what you know already, where that is offered",
    ),
    Binding(
        "n",
        "decline",
        "from the start",
        tooltip="No placement, where one is offered: begin at the beginning",
    ),
    Binding(
        "q,escape",
        "call_off",
        "wait no more",
        tooltip="While a sitting waits for torch: wait no more",
    ),
    Binding("q", "quit", "quit", tooltip="Leave; everything answered is kept"),
    HELP_KEY,
]
