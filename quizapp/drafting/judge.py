"""Judges what notes state: it holds, it does not, or why that cannot be said."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.circumstances import circumstance
from quizapp.drafting.comments import Claim
from quizapp.drafting.likeness import (
    NO,
    UNSURE,
    YES,
    Likeness,
    all_of,
    like_number,
    like_summary,
    like_text,
    like_value,
    same_words,
)
from quizapp.drafting.seen import Error, Facts, Seen, Thing, Warned
from quizapp.drafting.stated import ANY_ERROR, Stated, read_stated
from quizapp.drafting.written import Ellipsed, Rounded, Written, WrittenTensor
from quizapp.text.visible import visible
from quizapp.values.truth import Listing, Opaque, Plain, Tensor, Truth

LONGEST = 240

Sizes = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A result that is stated, with what torch says of it."""

    line: int
    says: str
    torch: str
    holds: bool | None
    """None where it cannot be said."""
    why: str = ""
    stated: Stated | None = None
    claim: Claim | None = None


@dataclass(frozen=True, kw_only=True)
class _Found:
    likeness: Likeness
    torch: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Run:
    """One run of a block: what was seen of each statement, by its number."""

    seen: dict[int, Seen]
    warned: Sequence[Warned] = ()
    before: dict[int, Sequence[str]]
    """What the statements just before each have printed, in their order."""


def judge(claim: Claim, runs: Sequence[Run]) -> list[Judged]:
    """Judge a claim by runs that differ in their seeds only.

    What differs from run to run owes to chance, and is not judged unless it is as stated in the
    first, which has the seeds of the notes.
    """
    if claim.other is not None:
        below = judge(replace(claim, place=claim.other, other=None), runs)
        if below and all(one.holds for one in below):
            return below
    by_run = [list(_judge_once(claim, run)) for run in runs]
    out: list[Judged] = []
    for number, (stated, says, first) in enumerate(by_run[0]):
        if first.likeness is UNSURE and stated is not None and _is_of_names(stated.what):
            continue  # `(values, indices)`, `(batch, features)`: words, and no result
        others = [found[number][2] for found in by_run[1:] if len(found) > number]
        holds: bool | None = {YES: True, NO: False, UNSURE: None}[first.likeness]
        why = first.why
        if any(one.torch != first.torch for one in others):
            if first.likeness is not YES or {one.likeness for one in others} != {YES}:
                holds, why = None, "it depends on chance, time or memory"
        elif holds is False and not claim.may_be_wrong:
            holds, why = None, "it is open which line this speaks of"
        elif holds is False and stated is not None and not stated.is_sure:
            holds, why = None, "it is open what this speaks of"
        elif holds is False and claim.is_hedged:
            holds, why = None, "it speaks of other circumstances"
        out.append(
            Judged(
                line=claim.line,
                says=_short(says),
                torch=_short(first.torch),
                holds=holds,
                why=why if holds is None else "",
                stated=stated,
                claim=claim,
            )
        )
    return out


_OF_THE_MACHINE = re.compile(
    r"\b(?:cuda|mps|xpu|is_available|device_count|get_num_threads|cpu_count|__version__|version|environ"
    r"|getenv|time|perf_counter|datetime|memory_allocated|getsizeof|gethostname|getpid|platform)\b"
)
_ADDRESS = re.compile(r"\b(?:id|hash|data_ptr)\b")


def depends_on_the_machine(code: str) -> bool:
    """Whether code asks for what is other on another machine, or at another time."""
    return bool(_OF_THE_MACHINE.search(code) or _ADDRESS.search(code))


def _judge_once(claim: Claim, run: Run) -> Iterator[tuple[Stated | None, str, _Found]]:
    code = ast.unparse(claim.place.node)
    for stated, says, found in _judge_here(claim, run):
        # Two addresses may be compared: that they are the same is no matter of the machine.
        by_address = _ADDRESS.search(code) and found.torch not in ("True", "False")
        if found.likeness is NO and (by_address or _OF_THE_MACHINE.search(code)):
            found = replace(found, likeness=UNSURE, why="it depends on the machine")
        yield stated, says, found


def _judge_here(claim: Claim, run: Run) -> Iterator[tuple[Stated | None, str, _Found]]:
    seen = run.seen.get(claim.place.number)
    if seen is None:
        nothing = _Found(likeness=UNSURE, torch="", why="the block could not be run")
        for stated in claim.stated or [None]:
            yield stated, stated.says if stated else claim.says, nothing
        return
    if claim.is_guess:
        shown = seen.printed.strip() or (seen.things[-1].text if seen.things else "")
        if claim.text and same_words(claim.text, shown):
            yield None, claim.text, _Found(likeness=like_text(claim.text, shown), torch=shown)
        return
    if claim.place.is_print and like_text(claim.says, seen.printed) is YES:
        for stated in claim.stated or [None]:
            yield stated, claim.says, _Found(likeness=YES, torch=seen.printed.strip())
        return
    if claim.text is not None:
        found = _judge_text(claim, seen, run)
        if found.likeness is YES or not claim.stated:
            yield None, claim.text, found
            return
    yield from _judge_stated(claim, seen, run)


# Text, as it was printed or shown


def _judge_text(claim: Claim, seen: Seen, run: Run) -> _Found:
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
        return _raises(stated, seen, claim)
    if seen.raised is not None:
        return _failed(seen.raised)
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
    if found is YES:
        return _Found(likeness=YES, torch=shown)
    earlier = [*run.before.get(claim.place.number, ()), shown + "\n"]
    for count in range(2, len(earlier) + 1):
        joined = "".join(earlier[-count:]).rstrip("\n")
        if like_text(text, joined) is YES:
            return _Found(likeness=YES, torch=joined)
        if len(joined.splitlines()) == len(text.splitlines()) > len(shown.splitlines()):
            return _Found(likeness=_line_by_line(text, joined), torch=joined)
    if not shown:
        return _Found(likeness=UNSURE, torch="", why="the line shows nothing")
    stated_all = read_stated(text)
    if (
        len(stated_all) == 1
        and not stated_all[0].tail.strip()
        and last_thing is not None
        and stated_all[0].about is None
    ):
        by_value = _on_thing(stated_all[0], last_thing, seen, claim)
        if by_value.likeness is not UNSURE:
            return by_value
    if found is NO and len(text.splitlines()) != len(shown.splitlines()):
        found = UNSURE
    return _Found(likeness=found, torch=shown, why="the text is of another kind")


def _printed_by_block(text: str, seen: Seen, run: Run, claim: Claim) -> _Found:
    """What stands below a block, against all that it printed."""
    shown = "".join([*run.before.get(claim.place.number, ()), seen.printed]).strip("\n")
    last = seen.things[-1] if seen.things else None
    if not shown and last is not None and not claim.place.is_print:
        shown = last.text
    if like_text(text, shown) is YES:
        return _Found(likeness=YES, torch=shown)
    if len(text.splitlines()) != len(shown.splitlines()):
        return _Found(likeness=UNSURE, torch=shown, why="it is not line by line what is printed")
    return _Found(
        likeness=_line_by_line(text, shown), torch=shown, why="the text is of another kind"
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


# What was read


def _judge_stated(
    claim: Claim, seen: Seen, run: Run
) -> Iterator[tuple[Stated | None, str, _Found]]:
    plain = [one for one in claim.stated if one.about is None]
    for number, found in enumerate(_all_about_the_line(plain, claim, seen, run)):
        yield plain[number], plain[number].says, found
    for stated in claim.stated:
        if stated.about is not None:
            yield stated, _named(stated), _about(stated, claim, seen, run)


def _named(stated: Stated) -> str:
    return stated.says if stated.aspect != "value" else f"{stated.about} = {stated.says}"


def _about(stated: Stated, claim: Claim, seen: Seen, run: Run) -> _Found:
    assert stated.about is not None
    if stated.aspect in ("raises", "fine", "warns"):
        return next(iter(_all_about_the_line([stated], claim, seen, run)))
    answers = seen.answers.get(stated.about, ())
    if not answers:
        if seen.raised is not None:
            return _failed(seen.raised)
        return _Found(likeness=UNSURE, torch="", why="the line is not run")
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
                    found, likeness=UNSURE, why=(f"`{stated.about}` is no name of the notes")
                )
            )
        assert raised is not None
        why = circumstance(raised) or f"`{stated.about}` cannot be looked at: {raised.message}"
        return _Found(likeness=UNSURE, torch="", why=why)
    return _of_all_runs([_on_thing(stated, one, seen, claim) for one in answers])


def _of_all_runs(found: Sequence[_Found]) -> _Found:
    """Of a line that ran several times: what is the same in all."""
    kinds = {one.likeness for one in found}
    if len(kinds) == 1:
        return found[-1]
    return _Found(
        likeness=UNSURE,
        torch=found[-1].torch,
        why="the line runs several times, with other results",
    )


def _all_about_the_line(
    stated: Sequence[Stated], claim: Claim, seen: Seen, run: Run
) -> list[_Found]:
    if not stated:
        return []
    special = [_of_the_run(one, claim, seen, run) for one in stated]
    if all(one is not None for one in special):
        return [one for one in special if one is not None]
    if not seen.things:
        if seen.raised is not None:
            failed = _failed(seen.raised)
            return [one or failed for one in special]
        nothing = _Found(likeness=UNSURE, torch="", why="the line gives nothing, or is not run")
        return [one or nothing for one in special]
    if len(stated) == len(seen.things) > 1 and len({one.aspect for one in stated}) == 1:
        # Of a line in a loop, each time another result.
        pairs = zip(stated, seen.things, strict=True)
        return [_on_parts([one], thing, seen, claim)[0] for one, thing in pairs]
    per_run = [_on_parts(stated, thing, seen, claim) for thing in seen.things]
    merged = [_of_all_runs([found[i] for found in per_run]) for i in range(len(stated))]
    return [special[i] or merged[i] for i in range(len(stated))]


def _of_the_run(stated: Stated, claim: Claim, seen: Seen, run: Run) -> _Found | None:
    match stated.aspect:
        case "raises":
            return _raises(stated, seen, claim)
        case "fine":
            if seen.raised is not None:
                return _failed(seen.raised)
            return _Found(likeness=YES if seen.has_run else UNSURE, torch="raises nothing")
        case "warns":
            kinds = {one.category for one in run.warned if one.number == claim.place.number}
            if stated.what in kinds:
                return _Found(likeness=YES, torch=f"warns: {stated.what}")
            return _Found(likeness=UNSURE, torch="", why="warnings are given once, or not at all")
    return None


def _raises(stated: Stated, seen: Seen, claim: Claim) -> _Found:
    raised = seen.raised
    if raised is None:
        if claim.place.is_print and str(stated.what) in seen.printed:
            return _Found(likeness=YES, torch=seen.printed.strip())
        if not seen.has_run:
            return _Found(likeness=UNSURE, torch="", why="the line is not run")
        return _Found(likeness=NO, torch="raises nothing")
    told = _error(raised)
    if stated.what == raised.type or stated.what in raised.bases[:-2]:
        return _Found(likeness=YES, torch=told)
    if why := circumstance(raised):
        return _Found(likeness=UNSURE, torch=told, why=why)
    if stated.what == ANY_ERROR or stated.what in raised.bases:
        return _Found(likeness=YES, torch=told)
    return _Found(likeness=NO, torch=told)


def _error(raised: Error) -> str:
    return f"raises {raised.type}: {raised.message.splitlines()[0] if raised.message else ''}"


def _failed(raised: Error) -> _Found:
    why = circumstance(raised)
    return _Found(likeness=UNSURE if why else NO, torch=_error(raised), why=why or "")


def _on_parts(stated: Sequence[Stated], thing: Thing, seen: Seen, claim: Claim) -> list[_Found]:
    """Of several things that are printed, or given as a tuple, each its own."""
    if not isinstance(thing.value, Listing) or claim.place.prints == 1:
        numbers = [one.what for one in stated if one.aspect == "value"]
        if thing.facts is not None and thing.facts.shape == (len(stated),) and len(numbers) > 1:
            # `0, 1, 4` beside a tensor of three.
            together = like_value(numbers, thing.value) if len(numbers) == len(stated) else UNSURE
            if together is not UNSURE and not any(isinstance(one, list) for one in numbers):
                return [_Found(likeness=together, torch=thing.text) for _ in stated]
        whole = [_on_thing(one, thing, seen, claim) for one in stated]
        kinds = [one.aspect for one in stated]
        if len(set(kinds)) < len(kinds) and thing.facts is None:
            # `6 6.0` beside one result: not every one can be that.
            return [
                replace(one, likeness=UNSURE, why="several results are stated of one")
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
                replace(one, likeness=UNSURE, why="several results are stated of one")
                if one.likeness is NO and kinds.count(kinds[i]) > 1
                else one
                for i, one in enumerate(whole)
            ]
        return whole
    parts = list(thing.value.items)
    if claim.place.is_print:
        if like_text(claim.says, seen.printed) is YES:
            return [_Found(likeness=YES, torch=seen.printed.strip()) for _ in stated]
        words = [one for one in parts if isinstance(one, Plain) and isinstance(one.value, str)]
        rest = [one for one in parts if one not in words]
        if len(stated) != len(parts) and len(rest) == len(stated):
            parts = rest
    is_size = thing.type == "Size"
    if len(stated) == len(parts) and not is_size and (len(parts) > 1 or claim.place.is_print):
        return [
            _on_thing(one, _part(part), seen, claim)
            for one, part in zip(stated, parts, strict=True)
        ]
    found = [_on_thing(one, thing, seen, claim) for one in stated]
    out = []
    for one, was in zip(stated, found, strict=True):
        if was.likeness is YES or is_size:
            out.append(was)
            continue
        each = [_on_thing(one, _part(part), seen, claim) for part in parts]
        if each and all(part.likeness is YES for part in each):
            out.append(each[0])
        elif claim.place.is_print or one.aspect != "value" or len(stated) > 1:
            out.append(
                _Found(likeness=UNSURE, torch=thing.text, why="the line gives several results")
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


def _in_text(stated: Stated, printed: str, found: _Found, claim: Claim) -> _Found:
    """Of a text that is printed, as from an f-string: the result is somewhere in it."""
    shown = printed.strip()
    if like_text(claim.says, shown) is YES or _squeezed(stated.says.strip("'\"")) in _squeezed(
        shown
    ):
        return _Found(likeness=YES, torch=shown)
    inside = [one for one in read_stated(shown) if one.aspect == stated.aspect]
    if len(inside) == 1 and len(claim.stated) == 1:
        like = _same_written(stated.what, inside[0].what)
        return _Found(likeness=like, torch=shown)
    return replace(found, likeness=UNSURE, torch=shown, why="the text is of another kind")


def _is_of_names(what: Written) -> bool:
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


# One thing


def _on_thing(stated: Stated, thing: Thing, seen: Seen, claim: Claim) -> _Found:
    match stated.aspect:
        case "value":
            return _value(stated, thing, seen, claim)
        case "shape":
            return _shape(stated, thing, seen)
        case "dtype":
            return _dtype(stated, thing)
        case "device":
            return _device(stated, thing)
    return _fact(stated, thing)


def _value(stated: Stated, thing: Thing, seen: Seen, claim: Claim) -> _Found:
    truth, what = thing.value, stated.what
    torch = thing.text or _text_of(truth)
    if isinstance(truth, Tensor | Opaque) and not stated.is_plain and _may_be_shape(what):
        return _shape_or_values(stated, thing, seen)
    if isinstance(truth, Opaque) and thing.facts is not None:
        # A tensor that is too large to be sent: what torch prints of it is what can be compared.
        like = like_summary(stated.says, thing.text) if stated.is_plain else UNSURE
        return _Found(likeness=like, torch=torch, why="it is too large")
    like = like_value(what, truth, roughly=stated.is_about)
    if (
        like is UNSURE
        and isinstance(what, str)
        and thing.text
        and like_text(what, thing.text) is YES
    ):
        like = YES
    if isinstance(what, WrittenTensor):
        if "cuda" in what.options.get("device", ""):
            return _Found(likeness=UNSURE, torch=torch, why="it needs a GPU")
        if thing.facts is not None and like is not UNSURE:
            like = all_of([like, *_options(what, thing.facts)])
        elif isinstance(truth, Plain) and truth.value is None and _is_looked_up(claim, stated):
            like = NO
    elif what is None and not isinstance(truth, Plain):
        like = NO
    return _Found(likeness=like, torch=torch, why="it is of another kind than what is stated")


def _is_looked_up(claim: Claim, stated: Stated) -> bool:
    """Whether the line, or what is named, is a mere look at a thing, such as `x.grad`."""
    if stated.about is not None:
        return True
    match claim.place.node:
        case ast.Expr(value=ast.Name() | ast.Attribute()):
            return True
    return claim.place.is_print


def _options(written: WrittenTensor, facts: Facts) -> Iterator[Likeness]:
    if "requires_grad" in written.options:
        yield YES if (written.options["requires_grad"] == "True") is facts.requires_grad else NO
    if (node := written.options.get("grad_fn", "").strip("'")) and node != "None":
        yield YES if _same_node(node, facts.grad_fn) else NO


def _same_node(says: str, name: str | None) -> bool:
    return name is not None and (says == name or says == name.rstrip("0123456789"))


def _may_be_shape(what: Written) -> bool:
    return isinstance(what, list | tuple) and all(
        isinstance(one, str | Ellipsed) or (isinstance(one, int) and not isinstance(one, bool))
        for one in what
    )


def _shape_or_values(stated: Stated, thing: Thing, seen: Seen) -> _Found:
    """`(2, 3)` beside a tensor: most often its shape, but it may be its elements."""
    by_shape = _shape(stated, thing, seen)
    if by_shape.likeness is YES:
        return by_shape
    truth = thing.value
    by_value = like_value(stated.what, truth)
    if by_value is YES:
        return _Found(likeness=YES, torch=thing.text)
    named = isinstance(stated.what, list | tuple) and any(
        isinstance(one, str) for one in stated.what
    )
    if isinstance(stated.what, tuple) or named:
        return by_shape
    sizes = _sizes_of(thing)
    if sizes is None or not isinstance(stated.what, list):
        return _Found(likeness=UNSURE, torch=thing.text, why="it may be a shape or a value")
    could_be_values = len(sizes) == 1 and sizes[0] > 0
    could_be_sizes = len(sizes) == len(stated.what)
    if could_be_values and not could_be_sizes:
        return _Found(likeness=by_value, torch=thing.text)
    if could_be_sizes and not could_be_values:
        return by_shape
    if could_be_values:
        return _Found(likeness=NO if by_value is NO else UNSURE, torch=thing.text)
    return _Found(likeness=UNSURE, torch=thing.text, why="it may be a shape or a value")


def _sizes_of(thing: Thing) -> Sizes | None:
    match thing.value:
        case _ if thing.facts is not None:
            return thing.facts.shape
        case Tensor(shape=shape):
            return shape
        case Listing(items=items) if thing.type in ("Size", "tuple", "list", ""):
            sizes = [one.value for one in items if isinstance(one, Plain)]
            whole = [one for one in sizes if isinstance(one, int) and not isinstance(one, bool)]
            return tuple(whole) if len(whole) == len(items) else None
    return None


def _shape(stated: Stated, thing: Thing, seen: Seen) -> _Found:
    sizes = _sizes_of(thing)
    if sizes is None:
        return _Found(likeness=UNSURE, torch=thing.text, why="the result has no shape")
    torch = str(tuple(sizes))
    says = stated.what
    if not isinstance(says, list | tuple):
        return _Found(likeness=UNSURE, torch=torch)
    dims = [_dimension(one, seen) for one in says]
    found = _same_sizes(dims, sizes)
    if not stated.is_plain and stated.aspect == "shape" and len(dims) != len(sizes):
        found = UNSURE  # `2x3` in words that need not be of this tensor
    return _Found(likeness=found, torch=torch, why="it gives the sizes by names only")


def _dimension(one: Written, seen: Seen) -> int | str | Ellipsed:
    if isinstance(one, str):
        for answer in seen.answers.get(one, ()):
            if isinstance(answer.value, Plain) and isinstance(answer.value.value, int):
                return answer.value.value
        return one
    if isinstance(one, int | Ellipsed):
        return one
    return "?"


def _same_sizes(says: Sequence[int | str | Ellipsed], sizes: Sizes) -> Likeness:
    known = [one for one in says if isinstance(one, int)]
    if any(isinstance(one, Ellipsed) for one in says):
        at = next(i for i, one in enumerate(says) if isinstance(one, Ellipsed))
        head, tail = says[:at], says[at + 1 :]
        if not known or len(head) + len(tail) > len(sizes):
            return UNSURE if not known else NO
        return all_of(
            [
                _same_sizes(head, sizes[: len(head)]) if head else YES,
                _same_sizes(tail, sizes[len(sizes) - len(tail) :]) if tail else YES,
            ]
        )
    if not known and says:
        return UNSURE
    if len(says) != len(sizes):
        return NO
    return (
        YES if all(a == b for a, b in zip(says, sizes, strict=True) if isinstance(a, int)) else NO
    )


_DTYPE_OBJECT = re.compile(r"(?:torch\.|dtype\(')?([a-z]+\d*\w*)(?:'\))?")


def _dtype(stated: Stated, thing: Thing) -> _Found:
    match thing.value:
        case _ if thing.facts is not None:
            got = thing.facts.dtype
        case Tensor(dtype=dtype):
            got = dtype
        case Opaque(text=text) if match := _DTYPE_OBJECT.fullmatch(text):
            got = match[1]
        case Plain(value=str() as text) if match := _DTYPE_OBJECT.fullmatch(text):
            got = match[1]
        case Plain(value=value) if type(value).__name__ == stated.says:
            return _Found(likeness=YES, torch=stated.says)
        case _:
            return _Found(likeness=UNSURE, torch=thing.text, why="the result has no dtype")
    if not stated.is_plain and got != stated.what:
        # `float` or `int` may mean a family of dtypes.
        family = str(stated.says).strip("'\"")
        if got.startswith(family) or family in ("float", "int", "bool", "long", "short", "double"):
            return _Found(
                likeness=YES if got.startswith(family) else UNSURE,
                torch=got,
                why=f"'{family}' may mean several dtypes",
            )
    return _Found(likeness=YES if got == stated.what else NO, torch=got)


def _device(stated: Stated, thing: Thing) -> _Found:
    if thing.facts is not None:
        got = thing.facts.device
    elif (match := re.match(r"device\(type='(\w+)'(?:, index=(\d+))?\)", thing.text)) is not None:
        got = match[1] + (f":{match[2]}" if match[2] else "")
    elif isinstance(thing.value, Plain) and isinstance(thing.value.value, str):
        got = thing.value.value
    else:
        return _Found(likeness=UNSURE, torch=thing.text, why="the result has no device")
    if stated.what == got:
        return _Found(likeness=YES, torch=got)
    if str(stated.what).partition(":")[0] in ("cuda", "mps", "xpu"):
        return _Found(likeness=UNSURE, torch=got, why="it needs a GPU")
    return _Found(likeness=NO, torch=got)


def _fact(stated: Stated, thing: Thing) -> _Found:
    facts = thing.facts
    known: object
    if facts is None:
        plain = thing.value.value if isinstance(thing.value, Plain) else None
        if stated.aspect == "grad_fn":
            match = re.match(r"<(\w+)", thing.text)
            known = match[1] if match else ("" if plain is None else None)
        elif stated.aspect == "strides":
            known = _sizes_of(thing)
        else:
            known = plain
    elif stated.aspect == "grad_fn":
        known = facts.grad_fn or ""
    elif stated.aspect == "ndim":
        known = len(facts.shape)
    elif stated.aspect == "numel":
        known = 1
        for size in facts.shape:
            known *= size
    else:
        known = getattr(facts, stated.aspect)
    if known is None or (isinstance(stated.what, bool) != isinstance(known, bool)):
        return _Found(likeness=UNSURE, torch=thing.text, why="the result has no such thing")
    torch = str(known) or "None"
    if stated.aspect == "grad_fn":
        same = stated.what == known or _same_node(str(stated.what), str(known))
        return _Found(likeness=YES if same else NO, torch=torch)
    if isinstance(known, tuple):
        says = tuple(stated.what) if isinstance(stated.what, list | tuple) else None
        return _Found(likeness=YES if says == known else NO, torch=torch)
    return _Found(likeness=YES if stated.what == known else NO, torch=torch)


def _text_of(truth: Truth) -> str:
    match truth:
        case Plain(value=value):
            return repr(value)
        case Tensor(text=text) | Opaque(text=text):
            return text
    return ""


def _short(text: str) -> str:
    text = " ".join(visible(text).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
