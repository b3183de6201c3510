"""Holds what is stated beside a line against all that the line gave."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizapp.drafting.judging.found import Found, Run
from quizapp.drafting.judging.likeness import (
    NO,
    UNSURE,
    YES,
    Likeness,
    like_number,
    like_text,
    like_value,
)
from quizapp.drafting.judging.things import on_thing
from quizapp.drafting.running.circumstances import circumstance
from quizapp.drafting.running.seen import Error, Seen, Thing
from quizapp.drafting.stating.comments import Claim
from quizapp.drafting.stating.read_stated import read_stated
from quizapp.drafting.stating.stated import ANY_ERROR, Stated
from quizapp.drafting.stating.written import Rounded, Written
from quizapp.text.language import tr
from quizapp.values.truth import Listing, Opaque, Plain, Tensor, Truth


def judge_stated(claim: Claim, seen: Seen, run: Run) -> Iterator[tuple[Stated | None, str, Found]]:
    plain = [one for one in claim.stated if one.about is None]
    for number, found in enumerate(_all_about_the_line(plain, claim, seen, run)):
        yield plain[number], plain[number].says, found
    for stated in claim.stated:
        if stated.about is not None:
            yield stated, _named(stated), _about(stated, claim, seen, run)


def _named(stated: Stated) -> str:
    return stated.says if stated.aspect != "value" else f"{stated.about} = {stated.says}"


def _about(stated: Stated, claim: Claim, seen: Seen, run: Run) -> Found:
    assert stated.about is not None
    if stated.aspect in ("raises", "fine", "warns"):
        return next(iter(_all_about_the_line([stated], claim, seen, run)))
    answers = seen.answers.get(stated.about, ())
    if not answers:
        if seen.raised is not None:
            return failed_instead(seen.raised)
        return Found(likeness=UNSURE, torch="", why=tr("the line is not run"))
    raised = next((one.raised for one in answers if one.raised), None)
    if raised is not None or stated.about in vars(builtins):
        if stated.about.isidentifier() and (raised is None or raised.type == "NameError"):
            # A label, such as `out: (2, 3)`, and no name of the notes.
            label = replace(stated, about=None)
            found = next(iter(_all_about_the_line([label], claim, seen, run)))
            return (
                found
                if found.likeness is not NO
                else replace(
                    found,
                    likeness=UNSURE,
                    why=tr("`{name}` is no name of the notes", name=stated.about),
                )
            )
        assert raised is not None
        why = circumstance(raised) or tr(
            "`{name}` cannot be looked at: {message}", name=stated.about, message=raised.message
        )
        return Found(likeness=UNSURE, torch="", why=why)
    return _of_all_runs([on_thing(stated, one, seen, claim) for one in answers])


def _of_all_runs(found: Sequence[Found]) -> Found:
    """Of a line that ran several times: what is the same in all."""
    kinds = {one.likeness for one in found}
    if len(kinds) == 1:
        return found[-1]
    return Found(
        likeness=UNSURE,
        torch=found[-1].torch,
        why=tr("the line runs several times, with other results"),
    )


def _all_about_the_line(
    stated: Sequence[Stated], claim: Claim, seen: Seen, run: Run
) -> list[Found]:
    if not stated:
        return []
    special = [_of_the_run(one, claim, seen, run) for one in stated]
    if all(one is not None for one in special):
        return [one for one in special if one is not None]
    if not seen.things:
        if seen.raised is not None:
            failed = failed_instead(seen.raised)
            return [one or failed for one in special]
        nothing = Found(likeness=UNSURE, torch="", why=tr("the line gives nothing, or is not run"))
        return [one or nothing for one in special]
    plain = [one for one, of_run in zip(stated, special, strict=True) if of_run is None]
    found = iter(_all_about_the_things(plain, claim, seen))
    return [one or next(found) for one in special]


def _all_about_the_things(stated: Sequence[Stated], claim: Claim, seen: Seen) -> list[Found]:
    if len(stated) == len(seen.things) > 1 and len({one.aspect for one in stated}) == 1:
        # Of a line in a loop, each time another result.
        pairs = zip(stated, seen.things, strict=True)
        return [_on_parts([one], thing, seen, claim)[0] for one, thing in pairs]
    per_run = [_on_parts(stated, thing, seen, claim) for thing in seen.things]
    return [_of_all_runs([found[i] for found in per_run]) for i in range(len(stated))]


def _of_the_run(stated: Stated, claim: Claim, seen: Seen, run: Run) -> Found | None:
    match stated.aspect:
        case "raises":
            return raises_as_stated(stated, seen, claim)
        case "fine":
            if seen.raised is not None:
                return failed_instead(seen.raised)
            return Found(likeness=YES if seen.has_run else UNSURE, torch=tr("raises nothing"))
        case "warns":
            kinds = {one.category for one in run.warned if one.number == claim.place.number}
            if stated.what in kinds:
                return Found(likeness=YES, torch=tr("warns: {what}", what=stated.what))
            return Found(
                likeness=UNSURE, torch="", why=tr("warnings are given once, or not at all")
            )
    return None


def raises_as_stated(stated: Stated, seen: Seen, claim: Claim) -> Found:
    raised = seen.raised
    if raised is None:
        if claim.place.is_print and str(stated.what) in seen.printed:
            return Found(likeness=YES, torch=seen.printed.strip())
        if not seen.has_run:
            return Found(likeness=UNSURE, torch="", why=tr("the line is not run"))
        return Found(likeness=NO, torch=tr("raises nothing"))
    told = _error(raised)
    if stated.what == raised.type or stated.what in raised.bases[:-2]:
        return Found(likeness=YES, torch=told)
    if why := circumstance(raised):
        return Found(likeness=UNSURE, torch=told, why=why)
    if stated.what == ANY_ERROR or stated.what in raised.bases:
        return Found(likeness=YES, torch=told)
    return Found(likeness=NO, torch=told)


def _error(raised: Error) -> str:
    message = raised.message.splitlines()[0] if raised.message else ""
    return tr("raises {raised}", raised=f"{raised.type}: {message}")


def failed_instead(raised: Error) -> Found:
    why = circumstance(raised)
    return Found(likeness=UNSURE if why else NO, torch=_error(raised), why=why or "")


def _on_parts(stated: Sequence[Stated], thing: Thing, seen: Seen, claim: Claim) -> list[Found]:
    """Of several things that are printed, or given as a tuple, each its own."""
    if not isinstance(thing.value, Listing) or claim.place.prints == 1:
        numbers = [one.what for one in stated if one.aspect == "value"]
        if thing.facts is not None and thing.facts.shape == (len(stated),) and len(numbers) > 1:
            # `0, 1, 4` beside a tensor of three.
            together = like_value(numbers, thing.value) if len(numbers) == len(stated) else UNSURE
            if together is not UNSURE and not any(isinstance(one, list) for one in numbers):
                return [Found(likeness=together, torch=thing.text) for _ in stated]
        whole = [on_thing(one, thing, seen, claim) for one in stated]
        kinds = [one.aspect for one in stated]
        if len(set(kinds)) < len(kinds) and thing.facts is None:
            # `6 6.0` beside one result: not every one can be that.
            return [
                replace(one, likeness=UNSURE, why=tr("several results are stated of one"))
                if one.likeness is NO
                else one
                for one in whole
            ]
        if (
            claim.place.is_print
            and isinstance(thing.value, Plain)
            and isinstance(thing.value.value, str)
        ):
            return [
                _in_text(one, seen.printed, found, claim)
                for one, found in zip(stated, whole, strict=True)
            ]
        if len(stated) > 1:
            return [
                replace(one, likeness=UNSURE, why=tr("several results are stated of one"))
                if one.likeness is NO and kinds.count(kinds[i]) > 1
                else one
                for i, one in enumerate(whole)
            ]
        return whole
    parts = list(thing.value.items)
    if claim.place.is_print:
        if like_text(claim.says, seen.printed) is YES:
            return [Found(likeness=YES, torch=seen.printed.strip()) for _ in stated]
        words = [one for one in parts if isinstance(one, Plain) and isinstance(one.value, str)]
        rest = [one for one in parts if one not in words]
        if len(stated) != len(parts) and len(rest) == len(stated):
            parts = rest
    is_size = thing.type == "Size"
    if len(stated) == len(parts) and not is_size and (len(parts) > 1 or claim.place.is_print):
        return [
            on_thing(one, _part(part), seen, claim) for one, part in zip(stated, parts, strict=True)
        ]
    found = [on_thing(one, thing, seen, claim) for one in stated]
    out = []
    for one, was in zip(stated, found, strict=True):
        if was.likeness is YES or is_size:
            out.append(was)
            continue
        each = [on_thing(one, _part(part), seen, claim) for part in parts]
        if each and all(part.likeness is YES for part in each):
            out.append(each[0])
        elif claim.place.is_print or one.aspect != "value" or len(stated) > 1:
            out.append(
                Found(likeness=UNSURE, torch=thing.text, why=tr("the line gives several results"))
            )
        else:
            out.append(was)
    return out


def _part(truth: Truth) -> Thing:
    kind = {Plain: "", Tensor: "Tensor"}.get(type(truth), "")
    text = truth.text if isinstance(truth, Tensor | Opaque) else ""
    if isinstance(truth, Plain):
        text, kind = repr(truth.value), type(truth.value).__name__
    return Thing(value=truth, type=kind, text=text, inputs={})


def _in_text(stated: Stated, printed: str, found: Found, claim: Claim) -> Found:
    """Of a text that is printed, as from an f-string: the result is somewhere in it."""
    shown = printed.strip()
    if like_text(claim.says, shown) is YES or _squeezed(stated.says.strip("'\"")) in _squeezed(
        shown
    ):
        return Found(likeness=YES, torch=shown)
    inside = [one for one in read_stated(shown) if one.aspect == stated.aspect]
    if len(inside) == 1 and len(claim.stated) == 1:
        like = _same_written(stated.what, inside[0].what)
        return Found(likeness=like, torch=shown)
    return replace(found, likeness=UNSURE, torch=shown, why=tr("the text is of another kind"))


def is_of_names(what: Written) -> bool:
    return (
        isinstance(what, list | tuple)
        and bool(what)
        and all(isinstance(one, str) and one.isidentifier() for one in what)
    )


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _same_written(says: Written, got: Written) -> Likeness:
    if says == got:
        return YES
    if isinstance(says, int | Rounded) and isinstance(got, int | Rounded):
        number = got.value if isinstance(got, Rounded) else got
        return like_number(says, number, "float32")
    return NO if type(says) is type(got) else UNSURE
