"""Holds what is stated against one thing that was seen: its value, shape, dtype and the like."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from quizapp.drafting.judging.found import Found
from quizapp.drafting.judging.likeness import (
    NO,
    UNSURE,
    YES,
    Likeness,
    all_of,
    is_another_element,
    like_summary,
    like_text,
    like_value,
)
from quizapp.drafting.running.seen import Facts, Seen, Thing
from quizapp.drafting.stating.comments import Claim
from quizapp.drafting.stating.stated import Stated
from quizapp.drafting.stating.written import Ellipsed, Written, WrittenTensor
from quizapp.text.language import tr
from quizapp.values.truth import Listing, Opaque, Plain, Tensor, Truth

Sizes = tuple[int, ...]


def on_thing(stated: Stated, thing: Thing, seen: Seen, claim: Claim) -> Found:
    match stated.aspect:
        case "value":
            return _value(stated, thing, seen, claim)
        case "shape":
            return _shape(stated, thing, seen)
        case "dtype":
            return _dtype(stated, thing)
        case "device":
            return _device(stated, thing)
        case "shares":
            return _shares(stated, thing, claim)
        case "family":
            return _family(stated, thing)
    return _fact(stated, thing)


def _value(stated: Stated, thing: Thing, seen: Seen, claim: Claim) -> Found:
    truth, what = thing.value, stated.what
    torch = thing.text or text_of(truth)
    is_seen = isinstance(truth, Tensor | Opaque) or thing.type == "Size"
    if is_seen and not stated.is_plain and _may_be_shape(what):
        return _shape_or_values(stated, thing, seen)
    if isinstance(truth, Opaque) and thing.facts is not None:
        # A tensor that is too large to be sent: what torch prints of it is what can be compared.
        like = like_summary(stated.says, thing.text) if stated.is_plain else UNSURE
        return Found(likeness=like, torch=torch, why=tr("it is too large"))
    like = like_value(what, truth, roughly=stated.is_about)
    if (
        like is UNSURE
        and isinstance(what, str)
        and thing.text
        and like_text(what, thing.text) is YES
    ):
        like = YES
    if like is UNSURE and stated.is_plain and is_another_element(what, truth):
        like = NO
    if isinstance(what, WrittenTensor):
        if "cuda" in what.options.get("device", ""):
            return Found(likeness=UNSURE, torch=torch, why=tr("it needs a GPU"))
        if thing.facts is not None and like is not UNSURE:
            like = all_of([like, *_options(what, thing.facts)])
        elif isinstance(truth, Plain) and truth.value is None and _is_looked_up(claim, stated):
            like = NO
    elif what is None and not isinstance(truth, Plain):
        like = NO
    return Found(likeness=like, torch=torch, why=tr("it is of another kind than what is stated"))


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


def _shape_or_values(stated: Stated, thing: Thing, seen: Seen) -> Found:
    """`(2, 3)` beside a tensor: most often its shape, but it may be its elements."""
    by_shape = _shape(stated, thing, seen)
    if by_shape.likeness is YES:
        return by_shape
    truth = thing.value
    by_value = like_value(stated.what, truth)
    if by_value is YES:
        return Found(likeness=YES, torch=thing.text)
    named = isinstance(stated.what, list | tuple) and any(
        isinstance(one, str) for one in stated.what
    )
    if isinstance(stated.what, tuple) or named:
        return by_shape
    sizes = _sizes_of(thing)
    if sizes is None or not isinstance(stated.what, list):
        return Found(likeness=UNSURE, torch=thing.text, why=tr("it may be a shape or a value"))
    could_be_values = len(sizes) == 1 and sizes[0] > 0
    could_be_sizes = len(sizes) == len(stated.what)
    if could_be_values and not could_be_sizes:
        return Found(likeness=by_value, torch=thing.text)
    if could_be_sizes and not could_be_values:
        return by_shape
    if could_be_values:
        return Found(likeness=NO if by_value is NO else UNSURE, torch=thing.text)
    return Found(likeness=UNSURE, torch=thing.text, why=tr("it may be a shape or a value"))


def _sizes_of(thing: Thing) -> Sizes | None:
    match thing.value:
        case _ if thing.facts is not None:
            return thing.facts.shape
        case _ if re.fullmatch(r"(?:u?int|float|complex)\d+|bool_?", thing.type):
            return ()  # a scalar, of NumPy's or of Python's
        case Tensor(shape=shape):
            return shape
        case Listing(items=items) if thing.type in ("Size", "tuple", "list", ""):
            sizes = [one.value for one in items if isinstance(one, Plain)]
            whole = [one for one in sizes if isinstance(one, int) and not isinstance(one, bool)]
            return tuple(whole) if len(whole) == len(items) else None
    return None


def _shape(stated: Stated, thing: Thing, seen: Seen) -> Found:
    sizes = _sizes_of(thing)
    if sizes is None:
        return Found(likeness=UNSURE, torch=thing.text, why=tr("the result has no shape"))
    torch = str(tuple(sizes))
    says = stated.what
    if not isinstance(says, list | tuple):
        return Found(likeness=UNSURE, torch=torch)
    dims = [_dimension(one, seen) for one in says]
    found = _same_sizes(dims, sizes)
    if not stated.is_plain and stated.aspect == "shape" and len(dims) != len(sizes):
        found = UNSURE  # `2x3` in words that need not be of this tensor
    return Found(likeness=found, torch=torch, why=tr("it gives the sizes by names only"))


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


def _dtype(stated: Stated, thing: Thing) -> Found:
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
            return Found(likeness=YES, torch=stated.says)
        case _:
            return Found(likeness=UNSURE, torch=thing.text, why=tr("the result has no dtype"))
    if not stated.is_plain and got != stated.what:
        # `float` or `int` may mean a family of dtypes.
        family = str(stated.says).strip("'\"")
        if got.startswith(family) or family in ("float", "int", "bool", "long", "short", "double"):
            return Found(
                likeness=YES if got.startswith(family) else UNSURE,
                torch=got,
                why=tr("'{family}' may mean several dtypes", family=family),
            )
    return Found(likeness=YES if got == stated.what else NO, torch=got)


def _family(stated: Stated, thing: Thing) -> Found:
    got = thing.facts.dtype if thing.facts else thing.text.removeprefix("torch.")
    family = re.match(r"int|uint|float|bfloat|bool|complex", got)
    if family is None:
        return Found(likeness=UNSURE, torch=thing.text, why=tr("the result has no dtype"))
    names = {"uint": "int", "bfloat": "float"}
    same = names.get(family[0], family[0]) == stated.what
    return Found(likeness=YES if same else NO, torch=got)


def _shares(stated: Stated, thing: Thing, claim: Claim) -> Found:
    """A view, or a copy, of what the line reads."""
    if isinstance(thing.value, Plain) and isinstance(thing.value.value, bool):
        return Found(likeness=UNSURE, torch=thing.text, why=tr("the line itself says yes or no"))
    named = [name for name in thing.shared if name == stated.partner]
    itself = ast.unparse(claim.place.node)
    others = named or [name for name in thing.shared if name != itself]
    if not others:
        return Found(
            likeness=UNSURE, torch="", why=tr("it is open with what it would share memory")
        )
    sharing = sorted(name for name in others if thing.shared[name])
    torch = (
        tr("shares memory with {others}", others=sharing[0]) if sharing else tr("memory of its own")
    )
    return Found(likeness=YES if bool(sharing) is stated.what else NO, torch=torch)


def _device(stated: Stated, thing: Thing) -> Found:
    if thing.facts is not None:
        got = thing.facts.device
    elif (match := re.match(r"device\(type='(\w+)'(?:, index=(\d+))?\)", thing.text)) is not None:
        got = match[1] + (f":{match[2]}" if match[2] else "")
    elif isinstance(thing.value, Plain) and isinstance(thing.value.value, str):
        got = thing.value.value
    else:
        return Found(likeness=UNSURE, torch=thing.text, why=tr("the result has no device"))
    if stated.what == got:
        return Found(likeness=YES, torch=got)
    if str(stated.what).partition(":")[0] in ("cuda", "mps", "xpu"):
        return Found(likeness=UNSURE, torch=got, why=tr("it needs a GPU"))
    return Found(likeness=NO, torch=got)


def _fact(stated: Stated, thing: Thing) -> Found:
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
        return Found(likeness=UNSURE, torch=thing.text, why=tr("the result has no such thing"))
    torch = str(known) or "None"
    if stated.aspect == "grad_fn":
        same = stated.what == known or _same_node(str(stated.what), str(known))
        return Found(likeness=YES if same else NO, torch=torch)
    if isinstance(known, tuple):
        says = tuple(stated.what) if isinstance(stated.what, list | tuple) else None
        return Found(likeness=YES if says == known else NO, torch=torch)
    return Found(likeness=YES if stated.what == known else NO, torch=torch)


def text_of(truth: Truth) -> str:
    match truth:
        case Plain(value=value):
            return repr(value)
        case Tensor(text=text) | Opaque(text=text):
            return text
    return ""
