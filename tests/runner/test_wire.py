"""Messages and their framing, under any cutting and any garbage."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.protocol.framing import HEADER, Frames, WireError, frame, parse
from runner.protocol.handing import handed, taken
from runner.protocol.wire import (
    Fact,
    Fault,
    Hello,
    Look,
    Outcome,
    Raised,
    Snippet,
    Source,
    decode_fault,
    decode_hello,
    decode_outcome,
    decode_snippet,
)

numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"]))
jsons = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=20,
)
seconds = st.floats(0, 1e6)
sources = st.builds(Source, texts, texts, st.integers(1))
raised = st.builds(
    Raised,
    type=texts,
    bases=st.lists(texts).map(tuple),
    message=texts,
    path=st.none() | texts,
    line=st.none() | st.integers(1),
    traceback=texts,
)
facts = st.builds(Fact, kind=st.sampled_from(["shape", "value", "text"]), data=jsons)
outcomes = st.builds(
    Outcome,
    facts=st.lists(facts | raised).map(tuple),
    stdout=texts,
    stderr=texts,
    raised=st.none() | raised,
    seconds=seconds,
)
snippets = st.builds(
    Snippet,
    sources=st.lists(sources).map(tuple),
    looks=st.lists(st.builds(Look, st.sampled_from(["shape", "bool"]), texts)).map(tuple),
    timeout=seconds,
    seed=st.integers(0, 2**63),
)


def over_the_wire(message: Any) -> Any:
    (received,) = Frames().feed(frame(message))
    return received


@settings(max_examples=40)
@given(st.lists(jsons), st.randoms(use_true_random=False))
def test_messages_arrive_whole_and_in_order_however_the_stream_is_cut(
    messages: list[Any], rng: Any
) -> None:
    stream = b"".join(map(frame, messages))
    frames = Frames()
    received: list[Any] = []
    while stream:
        size = rng.randint(1, len(stream))
        received += frames.feed(stream[:size])
        stream = stream[size:]
    assert received == messages


@given(snippets)
def test_a_snippet_survives_the_wire(snippet: Snippet) -> None:
    assert decode_snippet(over_the_wire(snippet)) == snippet


@given(snippets)
def test_a_snippet_is_taken_as_it_is_handed_over(snippet: Snippet) -> None:
    whole = handed(snippet)
    assert HEADER.unpack_from(whole) == (len(whole) - HEADER.size,)
    assert taken(whole[HEADER.size :]) == snippet


@given(outcomes)
def test_an_outcome_survives_the_wire(outcome: Outcome) -> None:
    assert decode_outcome(over_the_wire(outcome)) == outcome


def test_a_fault_and_a_hello_survive_the_wire() -> None:
    fault, hello = (
        Fault("output", "Too much.", printed="and more"),
        Hello("2.13.0", "3.11.7", ("cpu", "cuda:0"), ("seccomp",)),
    )
    assert decode_fault(over_the_wire(fault)) == fault
    assert decode_hello(over_the_wire(hello)) == hello


@given(st.binary())
def test_garbage_is_refused_and_nothing_worse(garbage: bytes) -> None:
    with contextlib.suppress(WireError):
        list(Frames(largest=1 << 10).feed(garbage))


@given(jsons)
def test_json_of_another_form_is_no_outcome(data: Any) -> None:
    with pytest.raises(WireError):
        decode_outcome(data)


@pytest.mark.parametrize("other", [{"more": 1}, {"seconds": 10**400}, {"stdout": None}])
def test_an_outcome_but_for_one_thing_is_no_outcome(other: dict[str, Any]) -> None:
    outcome = over_the_wire(Outcome((), "", "", None, 0.0))
    with pytest.raises(WireError):
        decode_outcome(outcome | other)


def test_a_frame_as_large_as_the_limit_is_taken() -> None:
    stream = frame("x" * 1022)
    assert list(Frames(largest=1024).feed(stream)) == ["x" * 1022]


def test_a_frame_beyond_the_limit_is_refused_before_it_has_come() -> None:
    with pytest.raises(WireError, match="1025 bytes"):
        list(Frames(largest=1024).feed(HEADER.pack(1025)))


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_only_strict_json_is_accepted(constant: str) -> None:
    with pytest.raises(WireError):
        parse(constant.encode())


def test_as_deep_as_a_value_can_be_is_not_too_deep() -> None:
    assert parse(b"[" * 150 + b"]" * 150)


@pytest.mark.parametrize("depth", [151, 100_000])
def test_deep_json_is_refused(depth: int) -> None:
    with pytest.raises(WireError):
        parse(b"[" * depth + b"]" * depth)


def test_a_lone_surrogate_cannot_get_through() -> None:
    escaped = json.dumps({"text": "a\ud800b"}).encode()
    (received,) = Frames().feed(frame(parse(escaped)))
    assert received == {"text": "a?b"}


def test_true_is_not_an_integer() -> None:
    data = asdict(Source("x = 1"))
    with pytest.raises(WireError):
        decode_snippet({**over_the_wire(Snippet(())), "sources": [data | {"line": True}]})
