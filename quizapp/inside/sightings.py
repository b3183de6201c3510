"""A tensor as it was seen, in a few words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from quizapp.inside.spans import Span, in_a_line
from quizapp.text.language import tr
from runner.protocol.anatomy import Sighting

LONGEST_PART = 1_000
"""Characters."""


@dataclass(frozen=True)
class ShownTensor:
    """A tensor after a step, by its name; what the step changed stands first."""

    name: str
    parts: tuple[Span, ...]


@dataclass(frozen=True)
class _Facet:
    """What is said of some fields: ever, and where one of them has changed."""

    fields: frozenset[str]
    usual: str
    changed: str


class Teller:
    """Puts sightings into words, in the order in which they were made.

    `leaves` says that being a leaf is worth a word: where anything requires a gradient.
    """

    def __init__(self, *, leaves: bool) -> None:
        self._leaves = leaves
        self._is_view: dict[str, bool] = {}

    def tell(self, seen: Sighting) -> ShownTensor:
        """A tensor at its first appearance in full, later what has changed and what it is."""
        self._is_view[seen.name] = seen.is_view
        traits = [_type(seen), _device(seen), self._autograd(seen), self._sharing(seen)]
        traits.append(_strides(seen))
        contents = [_value(seen), _grad(seen), _version(seen)]
        if not seen.changed:
            spans = [Span(facet.usual) for facet in (*traits, *contents)]
        else:
            altered = [f for f in (*contents, *traits) if not f.fields.isdisjoint(seen.changed)]
            spans = [Span(facet.changed, "changed") for facet in altered]
            spans += [Span(facet.usual, "aside") for facet in traits if facet not in altered]
        return ShownTensor(
            in_a_line(seen.name, most=LONGEST_PART),
            tuple(
                Span(in_a_line(span.text, most=LONGEST_PART), span.role)
                for span in spans
                if span.text
            ),
        )

    def _autograd(self, seen: Sighting) -> _Facet:
        if seen.grad_fn is not None:
            text = seen.grad_fn
        elif seen.requires_grad:
            text = tr("leaf, requires_grad")
        else:
            text = tr("leaf") if self._leaves and seen.is_leaf else ""
        return _facet("grad_fn is_leaf requires_grad", text)

    def _sharing(self, seen: Sighting) -> _Facet:
        """Whose view it is, where that is known by name, and with whom it shares memory.

        Of the names that share memory, those that are no views themselves are the base.
        """
        bases = [name for name in seen.shares_with if not self._is_view.get(name, True)]
        parts = []
        if seen.is_view:
            parts.append(tr("view of {bases}", bases=", ".join(bases)) if bases else "view")
        others = [name for name in seen.shares_with if not (seen.is_view and name in bases)]
        if others:
            parts.append(tr("shares memory with {others}", others=", ".join(others)))
        text = tr(", ").join(parts)
        news = text
        if not seen.shares_with:
            news = tr("new memory") if "storage" in seen.changed else tr("shares no memory")
        return _facet("is_view shares_with storage", text, news)


def _type(seen: Sighting) -> _Facet:
    return _facet("dtype shape", f"{seen.dtype} {seen.shape}")


def _device(seen: Sighting) -> _Facet:
    return _facet("device", "" if seen.device == "cpu" else seen.device, seen.device)


def _strides(seen: Sighting) -> _Facet:
    text = f"strides {seen.strides}" if seen.strides is not None else ""
    return _facet("strides", "" if _is_contiguous(seen) else text, text)


def _is_contiguous(seen: Sighting) -> bool:
    """Whether the elements lie row by row; the stride of a single row does not matter."""
    if seen.strides is None or 0 in seen.shape:
        return True
    expected = 1
    for size, stride in zip(reversed(seen.shape), reversed(seen.strides), strict=False):
        if size != 1 and stride != expected:
            return False
        expected *= size
    return True


def _value(seen: Sighting) -> _Facet:
    if seen.value is None:  # it has too many elements
        return _facet("value", "", tr("other elements"))
    return _facet("value", f"= {_as_torch_prints(seen.value)}")


def _grad(seen: Sighting) -> _Facet:
    if seen.grad is None:
        return _facet("grad", "", ".grad = None")
    return _facet("grad", f".grad = {_as_torch_prints(seen.grad)}")


def _as_torch_prints(source: str) -> str:
    """Elements as Python source, with `2.` for `2.0`."""
    return re.sub(r"(?<=\d)\.0(?![\de])", ".", source)


def _version(seen: Sighting) -> _Facet:
    return _facet("version", "", "" if seen.version is None else f"version {seen.version}")


def _facet(fields: str, usual: str, changed: str | None = None) -> _Facet:
    return _Facet(frozenset(fields.split()), usual, usual if changed is None else changed)
