"""The graph that autograd has recorded, from the tensors that a snippet has names for."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, TypeAlias

import torch
from torch.autograd.function import BackwardCFunction

from runner.observed import observe
from runner.observed.tensors import attempt, named_tensors, own, shape_of, shortened, unnoticed
from runner.protocol.anatomy import (
    CHANGED,
    FREED,
    MOST_NAMES,
    MOST_NODES,
    PACKED,
    Graph,
    Node,
    Saved,
)

MOST_WALKED = 2_000  # nodes, to find out which of them no other one leads to
RAW = "_raw_saved_"  # what torch puts before the name of a place for a saved tensor

Recorded: TypeAlias = torch.autograd.graph.Node
Walked: TypeAlias = dict[Recorded, tuple[Recorded | None, ...] | None]


def graph_of(names: Mapping[str, Any]) -> Graph:
    """What was recorded of how the tensors of a namespace were made.

    Its roots made those of the tensors that no other one was made from.
    """
    try:
        return _graph(names)
    except Exception:  # code that tampers with torch itself has facts and no graph
        return Graph((), (), is_whole=False)


def _graph(names: Mapping[str, Any]) -> Graph:
    with unnoticed():
        tensors, _ = named_tensors(names)
        named = _Named(tensors)
        further_on = _walk(named.makers, MOST_WALKED).values()
        within = {node for inputs in further_on for node in inputs or ()}
        roots = [maker for maker in named.makers if maker not in within]
        walked = _walk(roots, MOST_NODES)
        indices = {node: index for index, node in enumerate(walked)}
        nodes = tuple(
            Node(
                name=_name(node),
                tensors=named.at(node),
                saved=_saved(node, named),
                inputs=tuple(None if to is None else indices[to] for to in inputs or ()),
            )
            for node, inputs in walked.items()
        )
        return Graph(
            roots=tuple(indices[root] for root in roots),
            nodes=nodes,
            is_whole=None not in walked.values(),
        )


def _walk(starts: Iterable[Recorded], most: int) -> Walked:
    """The nodes that gradients come to, near ones first, each with those it passes them to.

    It goes on from a node only while there are not too many: the others have None.
    """
    walked: Walked = dict.fromkeys(starts)
    todo = deque(walked)
    while todo:
        node = todo.popleft()
        inputs = tuple(to for to, _ in node.next_functions)
        fresh = dict.fromkeys(to for to in inputs if to is not None and to not in walked)
        if len(inputs) > most or len(walked) + len(fresh) > most:
            break
        walked[node] = inputs
        walked.update(fresh)
        todo.extend(fresh)
    return walked


class _Named:
    """The names of tensors, by what the graph knows of them."""

    def __init__(self, tensors: Mapping[str, torch.Tensor]) -> None:
        self._names: dict[int, list[str]] = {}
        self._made: dict[Recorded, list[str]] = {}
        self._outputs: dict[tuple[Recorded, int], str] = {}
        for name, tensor in tensors.items():
            self._names.setdefault(id(tensor), []).append(name)
            maker = attempt(own, tensor, "grad_fn")
            if maker is not None:
                self._made.setdefault(maker, []).append(name)
                self._outputs.setdefault((maker, own(tensor, "output_nr")), name)

    @property
    def makers(self) -> tuple[Recorded, ...]:
        """The nodes that made named tensors, in the order of the names."""
        return tuple(self._made)

    def at(self, node: Recorded) -> tuple[str, ...]:
        """The tensors that a node made, or whose grad it fills."""
        if _name(node) == "AccumulateGrad":
            names = self._names.get(id(node.variable), [])  # type: ignore[attr-defined]
        else:
            names = self._made.get(node, [])
        return tuple(names[:MOST_NAMES])

    def describe(self, tensor: torch.Tensor) -> str:
        """A saved tensor by its name, or else by its shape."""
        # What a node made comes back from it as another object.
        output = (own(tensor, "grad_fn"), own(tensor, "output_nr"))
        names = self._names.get(id(tensor), [])
        return names[0] if names else self._outputs.get(output, str(shape_of(tensor)))


def _name(node: Recorded) -> str:
    return shortened(str(observe.grad_fn(node)))


def _saved(node: Recorded, named: _Named) -> tuple[Saved, ...]:
    places = [place for place in dir(type(node)) if place.startswith(RAW)]
    saved = (each for place in places for each in _saved_at(node, place, named))
    return tuple(islice(saved, MOST_NAMES))


def _saved_at(node: Recorded, place: str, named: _Named) -> Iterable[Saved]:
    of_python = isinstance(node, BackwardCFunction)
    name = "saved_tensors" if of_python else place.removeprefix(RAW)
    try:
        raw = getattr(node, place)
        packed = raw if isinstance(raw, tuple) else (raw,)
        # To unpack what a hook has packed would run code of the snippet's own, and an older
        # torch does not tell whether there is one.
        if not all(hasattr(part, "unpack_hook") for part in packed):
            return []
        if any(part.unpack_hook is not None for part in packed):
            return [Saved(name, PACKED)]
        held = getattr(node, name if of_python else f"_saved_{name}")
    except RuntimeError as error:
        return [Saved(name, CHANGED if "inplace" in str(error) else FREED)]
    if isinstance(held, torch.Tensor):
        return [Saved(name, named.describe(held))]
    return (
        Saved(f"{name}[{index}]", named.describe(tensor))
        for index, tensor in enumerate(held or ())
        if tensor is not None
    )
