"""Holds output that stands in notes against what was printed or shown."""

from __future__ import annotations

import ast
import re

from quizapp.drafting.judging.found import Found, Run
from quizapp.drafting.judging.likeness import (
    NO,
    UNSURE,
    YES,
    Likeness,
    all_of,
    like_text,
)
from quizapp.drafting.judging.of_a_line import failed_instead, raises_as_stated
from quizapp.drafting.judging.things import on_thing
from quizapp.drafting.running.seen import Seen
from quizapp.drafting.stating.comments import Claim
from quizapp.drafting.stating.read_stated import read_stated
from quizapp.drafting.stating.stated import ANY_ERROR, Stated
from quizapp.text.language import tr

_ELSEWHERE = re.compile(r"\b(?:cuda|mps|xpu)\b")


def judge_text(claim: Claim, seen: Seen, run: Run) -> Found:
    assert claim.text is not None
    text = claim.text.strip("\n")
    if claim.is_of_block:
        return _printed_by_block(text, seen, run, claim)
    text = text.strip()
    if text.startswith("Traceback (most recent call last)") or (
        seen.raised and re.match(r"[\w.]+(?:Error|Exception)\b", text)
    ):
        last = text.splitlines()[-1]
        kind = re.match(r"(?:\w+\.)*(\w+)", last)
        stated = Stated(aspect="raises", says=last, what=kind[1] if kind else ANY_ERROR)
        return raises_as_stated(stated, seen, claim)
    if seen.raised is not None:
        return failed_instead(seen.raised)
    last_thing = seen.things[-1] if seen.things else None
    shown = seen.printed.rstrip("\n")
    if (
        not claim.place.is_print
        and last_thing is not None
        and isinstance(claim.place.node, ast.Expr)
        and last_thing.text != "None"
    ):
        shown = "\n".join(filter(None, [shown, last_thing.text]))
    found = like_text(text, shown)
    if _ELSEWHERE.search(text) and not _ELSEWHERE.search(shown):
        return Found(likeness=UNSURE, torch=shown, why=tr("it needs a GPU"))
    if found is YES:
        return Found(likeness=YES, torch=shown)
    earlier = [*run.before.get(claim.place.number, ()), shown + "\n"]
    for count in range(2, len(earlier) + 1):
        joined = "".join(earlier[-count:]).rstrip("\n")
        if like_text(text, joined) is YES:
            return Found(likeness=YES, torch=joined)
        if len(joined.splitlines()) == len(text.splitlines()) > len(shown.splitlines()):
            return Found(likeness=_line_by_line(text, joined), torch=joined)
    if not shown:
        return Found(likeness=UNSURE, torch="", why=tr("the line shows nothing"))
    stated_all = read_stated(text)
    if (
        len(stated_all) == 1
        and not stated_all[0].tail.strip()
        and last_thing is not None
        and stated_all[0].about is None
    ):
        by_value = on_thing(stated_all[0], last_thing, seen, claim)
        if by_value.likeness is not UNSURE:
            return by_value
    if found is NO and len(text.splitlines()) != len(shown.splitlines()):
        found = UNSURE
    return Found(likeness=found, torch=shown, why=tr("the text is of another kind"))


def _printed_by_block(text: str, seen: Seen, run: Run, claim: Claim) -> Found:
    """What stands below a block, against all that it printed."""
    shown = "".join([*run.before.get(claim.place.number, ()), seen.printed]).strip("\n")
    last = seen.things[-1] if seen.things else None
    if not shown and last is not None and not claim.place.is_print:
        shown = last.text
    if like_text(text, shown) is YES:
        return Found(likeness=YES, torch=shown)
    if len(text.splitlines()) != len(shown.splitlines()):
        return Found(likeness=UNSURE, torch=shown, why=tr("it is not line by line what is printed"))
    return Found(
        likeness=_line_by_line(text, shown), torch=shown, why=tr("the text is of another kind")
    )


def _line_by_line(text: str, shown: str) -> Likeness:
    pairs = zip(text.splitlines(), shown.splitlines(), strict=True)
    found = []
    for says, got in pairs:
        like = like_text(says, got)
        mine, theirs = read_stated(says), read_stated(got)
        same_kind = [one.aspect for one in mine] == [one.aspect for one in theirs] and mine
        found.append(UNSURE if like is NO and not same_kind else like)
    return all_of(found)
