"""What the runner says went wrong, in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from quizapp.running.faults import words_of
from quizapp.text.language import speak
from runner.protocol import faults
from runner.protocol.wire import Fault, Look, Snippet, Source

SNIPPET = Snippet((Source("x = 1", "deck.yaml"),), (Look("value", "x"),), timeout=1)


@pytest.fixture
def chinese() -> Iterator[None]:
    speak("zh")
    yield
    speak("en")


def every_fault() -> Iterator[Fault]:
    at_its_limit = faults.timeout(SNIPPET)
    assert isinstance(at_its_limit, Fault)
    yield at_its_limit
    yield faults.on_rank(1, at_its_limit)
    yield from (faults.memory(), faults.threads(), faults.processes(), faults.descriptors())
    yield from (faults.output(b""), faults.ended(3), faults.ended(-9), faults.runner_killed())
    yield from (faults.no_room_on_the_way(), faults.cannot_pass_on(), faults.too_busy())
    yield from (faults.refused("…"), faults.unusable("cuda", "…"), faults.internal("…"))
    yield from (faults.lost("…"), faults.cannot_start("…"), faults.not_running())


def test_each_is_told_in_chinese(chinese: None) -> None:
    for fault in every_fault():
        assert re.findall(r"[a-z]+ [a-z]+", words_of(fault)) == [], fault
    said = words_of(faults.on_rank(1, faults.internal("it reports more than can be passed on")))
    assert said == "rank 1：运行器无法观察这段代码：它报告的内容太多，无法传送。"
    assert words_of(Fault("internal", "No saying of ours.")) == "No saying of ours."


def test_each_is_told_as_it_came_in_english() -> None:
    for fault in every_fault():
        assert words_of(fault) == fault.message
