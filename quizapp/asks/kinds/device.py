"""The device that a tensor lies on."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from quizapp.asks.kind import AskKind
from quizapp.asks.spelt import show_as_it_is
from quizapp.text.language import mark
from quizapp.values.compare import RIGHT, WRONG, Comparison
from quizapp.values.prediction import Unreadable
from runner.protocol.wire import Look

_DEVICE = re.compile(
    r"""(?:torch\.)?(?:device\s*\(\s*)?(?:type\s*=\s*)?
        ['"]?(?P<type>cpu|cuda|gpu|mps|xpu|xla|hpu|mtia|meta)
        (?:(?:['"]?\s*,\s*(?:index\s*=\s*)?|:)(?P<index>\d{1,4}))?['"]?\s*\)?""",
    re.VERBOSE,
)


def read_device(text: str) -> str:
    """The device, without its index where that is 0. Raises Unreadable."""
    device = _DEVICE.fullmatch(text.strip().lower())
    if device is None:
        raise Unreadable
    kind = device["type"].replace("gpu", "cuda")
    index = int(device["index"] or 0)
    return f"{kind}:{index}" if index else kind


def _compare(reading: str, data: Any, digits: int | None) -> Comparison:
    try:
        return RIGHT if reading == read_device(data) else WRONG
    except Unreadable:  # a device that has no name here
        return WRONG


KIND = AskKind[str](
    meaning=("The device of a tensor, answered like cpu."),
    example=mark("like cpu or cuda:0"),
    hint=mark("A device looks like cpu or cuda:0."),
    label=mark("device of {expression}"),
    look=partial(Look, "device"),
    read=read_device,
    compare=_compare,
    show=show_as_it_is,
)
