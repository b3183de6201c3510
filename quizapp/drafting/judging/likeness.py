"""Whether a result as written is the one that torch gave: yes, no, or not to be told."""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator
from enum import Enum

from quizapp.drafting.stating.written import Ellipsed, Rounded, Written, WrittenTensor
from quizapp.values.truth import Data, Listing, Mapped, Opaque, Plain, Scalar, Tensor, Truth

NOISE = {"float16": 2e-3, "bfloat16": 1.6e-2, "float64": 1e-9, "complex128": 1e-9}
TINY = 1e-6
USUAL_NOISE = 2e-5  # relative, of the dtypes that have some seven digits


class Likeness(Enum):
    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


YES, NO, UNSURE = Likeness


def all_of(parts: list[Likeness]) -> Likeness:
    """NO where any part says so, YES where all do."""
    if NO in parts:
        return NO
    return UNSURE if UNSURE in parts else YES


def like_value(written: Written, truth: Truth, *, roughly: bool = False) -> Likeness:
    """Compare a value; UNSURE where the two are of kinds that people write for one another."""
    match truth:
        case Tensor():
            return _like_tensor(written, truth, roughly)
        case Plain(value=value):
            return _like_plain(written, value, roughly)
        case Listing(items=items):
            if isinstance(written, list | tuple):
                return _like_items(written, items, roughly)
            return UNSURE
        case Mapped(items=pairs):
            if isinstance(written, dict):
                if len(written) != len(pairs):
                    return NO
                return all_of(
                    [
                        like_value(w, v, roughly=roughly)
                        for w, (_, v) in zip(written.values(), pairs, strict=True)
                    ]
                )
            return UNSURE
        case Opaque(text=text):
            if isinstance(written, str):
                return like_text(written.strip("'\""), text)
            return UNSURE


def _like_items(
    written: list[Written] | tuple[Written, ...], items: tuple[Truth, ...], roughly: bool
) -> Likeness:
    if any(isinstance(one, Ellipsed) for one in written):
        at = next(i for i, one in enumerate(written) if isinstance(one, Ellipsed))
        head, tail = written[:at], written[at + 1 :]
        if len(head) + len(tail) > len(items):
            return NO
        pairs = [*zip(head, items, strict=False)]
        pairs += list(zip(tail, items[len(items) - len(tail) :], strict=True))
        found = all_of([like_value(w, t, roughly=roughly) for w, t in pairs])
        return found if head or tail else UNSURE
    if len(written) != len(items):
        return NO
    return all_of([like_value(w, t, roughly=roughly) for w, t in zip(written, items, strict=True)])


def _like_plain(written: Written, value: Scalar | str | None, roughly: bool) -> Likeness:
    if isinstance(written, list | tuple | dict):
        return NO if value is not None else UNSURE
    if isinstance(written, WrittenTensor):
        inner = _like_plain(written.elements, value, roughly)
        return NO if inner in (YES, NO) and value is not None else UNSURE
    if value is None or written is None:
        if written is None and value is None:
            return YES
        return NO if written is None or isinstance(written, bool) else UNSURE
    if isinstance(value, str):
        if not isinstance(written, str):
            return YES if str(written) == value else UNSURE
        return like_text(written[1:-1] if written[:1] in "'\"" else written, value)
    if isinstance(value, bool) or isinstance(written, bool):
        if isinstance(value, bool) and isinstance(written, bool):
            return YES if value is written else NO
        return UNSURE
    if isinstance(written, Rounded) and isinstance(value, int):
        # `6.0` for 6: of the right size, and yet not what Python writes.
        return UNSURE if written.value == value else NO
    if not isinstance(written, int | complex | Rounded):
        return UNSURE
    return like_number(written, value, "float64", roughly=roughly)


def _like_tensor(written: Written, truth: Tensor, roughly: bool) -> Likeness:
    told = isinstance(written, WrittenTensor)
    if isinstance(written, WrittenTensor):
        if (dtype := written.options.get("dtype")) and _short(dtype) != truth.dtype:
            return NO
        size = re.findall(r"\d+", written.options.get("size", ""))
        if size and tuple(map(int, size)) != truth.shape:
            return NO
        written = written.elements
    if truth.data is None:
        return UNSURE
    if isinstance(written, bool) and truth.dtype != "bool" and truth.shape == ():
        return NO if told else UNSURE
    if not isinstance(written, list | tuple | bool | int | complex | Rounded):
        return UNSURE
    if not told and not isinstance(written, list | tuple) and truth.shape:
        if math.prod(truth.shape) != 1:
            return UNSURE
        found = _of_one_element(written, truth, roughly)
        return found if found is YES else UNSURE
    if told and (found := _like_literals(written, truth.dtype)) is NO:
        return found
    return _like_data(written, truth.data, truth.dtype, told, roughly)


def _of_one_element(written: Written, truth: Tensor, roughly: bool) -> Likeness:
    """A bare number of a tensor such as `tensor([0.7])`."""
    data = truth.data
    while isinstance(data, list):
        data = data[0]
    return _like_data(written, data, truth.dtype, False, roughly) if data is not None else UNSURE


def is_another_element(written: Written, truth: Truth) -> bool:
    """Whether a bare number is said of a tensor of one element, and that is another."""
    return (
        isinstance(truth, Tensor)
        and isinstance(written, int | float | Rounded)
        and not isinstance(written, bool)
        and math.prod(truth.shape) == 1
        and truth.data is not None
        and _of_one_element(written, truth, False) is NO
    )


def _short(dtype: str) -> str:
    return dtype.strip("'\"").removeprefix("torch.")


def _like_literals(written: Written, dtype: str) -> Likeness:
    """Whether numbers within `tensor(…)` are written as this dtype is printed: `2.` or `2`."""
    leaves = list(_leaves(written))
    numbers = [
        one for one in leaves if isinstance(one, int | Rounded) and not isinstance(one, bool)
    ]
    if not numbers:
        return YES
    is_float = dtype.startswith(("float", "bfloat"))
    is_int = dtype.startswith(("int", "uint"))
    if is_float and all(isinstance(one, int) for one in numbers):
        return NO
    if is_int and any(isinstance(one, Rounded) for one in numbers):
        return NO
    if dtype == "bool":
        return NO
    return YES


def _leaves(written: Written) -> Iterator[Written]:
    if isinstance(written, list | tuple):
        for one in written:
            yield from _leaves(one)
    else:
        yield written


def _like_data(written: Written, data: Data, dtype: str, told: bool, roughly: bool) -> Likeness:
    if isinstance(written, Ellipsed):
        return YES
    if isinstance(data, list):
        if not isinstance(written, list | tuple):
            return NO if told else UNSURE
        if any(isinstance(one, Ellipsed) for one in written):
            at = next(i for i, one in enumerate(written) if isinstance(one, Ellipsed))
            head, tail = list(written[:at]), list(written[at + 1 :])
            if len(head) + len(tail) > len(data):
                return NO
            if not head and not tail:
                return UNSURE
            pairs = list(zip(head, data, strict=False))
            pairs += list(zip(tail, data[len(data) - len(tail) :], strict=True))
        elif len(written) != len(data):
            return NO
        else:
            pairs = list(zip(written, data, strict=True))
        return all_of([_like_data(w, d, dtype, told, roughly) for w, d in pairs])
    if isinstance(written, list | tuple):
        return NO
    if isinstance(data, bool) or isinstance(written, bool):
        if isinstance(data, bool) and isinstance(written, bool):
            return YES if data is written else NO
        if isinstance(data, bool) and written in (0, 1) and not told:
            return YES if bool(written) is data else NO
        return NO if told else UNSURE
    if isinstance(data, int) and isinstance(written, Rounded):
        if written.value == data:
            return UNSURE
        return NO
    if not isinstance(written, int | complex | Rounded):
        return UNSURE
    return like_number(written, data, dtype, roughly=roughly)


def like_number(
    written: int | complex | Rounded,
    truth: int | float | complex,
    dtype: str,
    *,
    roughly: bool = False,
) -> Likeness:
    """Whether a number, as precise as written, is the true one.

    Rounding and cutting off are both taken for right from three digits or decimals on.
    """
    value = written.value if isinstance(written, Rounded) else written
    if isinstance(truth, int) and isinstance(value, int):
        return YES if value == truth else NO
    if cmath.isnan(truth) or cmath.isnan(value):
        return YES if cmath.isnan(truth) and cmath.isnan(value) else NO
    if cmath.isinf(truth) or cmath.isinf(value):
        return YES if value == truth else NO
    error = abs(value - truth)
    noise = NOISE.get(dtype, USUAL_NOISE) * max(abs(truth), abs(value))
    if error <= noise or error < 1e-12:
        return YES
    if isinstance(value, complex) or isinstance(truth, complex):
        return YES if error <= 1e-3 * abs(truth) else NO
    if not value and abs(truth) < TINY:
        return UNSURE  # what rounding leaves is other on another machine
    unit = written.unit if isinstance(written, Rounded) else 1.0
    if isinstance(written, Rounded) and (written.digits >= 3 or written.decimals >= 3):
        if error <= unit * 0.5 + noise:
            return YES
        if error <= unit + noise:
            return YES if abs(value) < abs(truth) else UNSURE
        return UNSURE if roughly and error <= 0.05 * abs(truth) else NO
    if roughly:
        return YES if error <= unit else UNSURE if error <= 3 * unit else NO
    if not isinstance(written, Rounded):
        return NO if error > 0.01 * max(1.0, abs(truth)) else UNSURE
    if written.decimals == 0 or error > unit:
        return NO if error > noise * 10 else UNSURE
    return YES if written.decimals >= 2 and error <= unit * 0.5 + noise else UNSURE


def like_summary(written: str, shown: str) -> Likeness:
    """Compare a tensor that torch prints with `...` by the numbers on both sides of it."""
    if like_text(written, shown) is YES:
        return YES
    if "..." not in shown:
        return UNSURE
    if "..." not in written and "…" not in written:
        return NO if len(_NUMBERS.findall(written)) < len(_NUMBERS.findall(shown)) else UNSURE
    mine, theirs = (_NUMBERS.findall(re.split(r"\.{3}|…", text)[0]) for text in (written, shown))
    first = [float(a) == float(b) for a, b in zip(mine, theirs, strict=False)]
    return NO if first and not first[0] else UNSURE


_ADDRESS = re.compile(r"\s+at 0x[0-9a-fA-F]+|0x[0-9a-fA-F]{6,}")
_NUMBERS = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)


def like_text(written: str, got: str) -> Likeness:
    """Compare what was printed; numbers in it may be rounded, addresses are left out."""
    one, other = _plain_text(written), _plain_text(got)
    if one == other or one.replace(" ", "") == other.replace(" ", ""):
        return YES
    if "..." in one or "…" in one:
        parts = [re.escape(part.strip()) for part in re.split(r"\.{3,}|…", one)]
        return YES if re.fullmatch(r".*?".join(parts), other, re.DOTALL) else UNSURE
    mine, theirs = _NUMBERS.findall(one), _NUMBERS.findall(other)
    if _NUMBERS.sub("#", one).replace(" ", "") != _NUMBERS.sub("#", other).replace(" ", ""):
        return NO if len(one.splitlines()) == 1 and len(other.splitlines()) == 1 else UNSURE
    parts_like = []
    for a, b in zip(mine, theirs, strict=True):
        if "." not in a and "." not in b and "e" not in (a + b).lower():
            parts_like.append(YES if int(a) == int(b) else NO)
            continue
        if ("." in a) != ("." in b) and float(a) == float(b):
            parts_like.append(UNSURE)
            continue
        digits = len(re.sub(r"[eE].*|\D", "", a).lstrip("0"))
        decimals = len(a.partition(".")[2].lower().partition("e")[0])
        rounded = Rounded(float(a), digits, decimals, 10.0**-decimals)
        parts_like.append(like_number(rounded, float(b), "float32"))
    return all_of(parts_like)


def same_words(written: str, got: str) -> bool:
    """Whether two texts differ in their numbers at most."""
    one, other = (_NUMBERS.sub("#", _plain_text(text)).replace(" ", "") for text in (written, got))
    return one == other and any(sign.isalpha() for sign in one)


def _plain_text(text: str) -> str:
    return " ".join(_ADDRESS.sub("", text).replace("\u00a0", " ").split())
