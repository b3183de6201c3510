"""Storages that the runner's own code would hardly draw."""

from __future__ import annotations

from quizapp.inside.spans import plain
from quizapp.pictures.moments import Moment
from quizapp.pictures.storage import storage_lines
from runner.protocol.anatomy import Portrait, Sighting, Step


def sighting(name: str, offset: int) -> Sighting:
    return Sighting(
        name=name,
        shape=(10,),
        dtype="float32",
        device="cpu",
        requires_grad=False,
        grad_fn=None,
        is_leaf=True,
        is_view=bool(offset),
        storage="A",
        shares_with=(),
        strides=(1,),
        version=0,
        value=None,
        grad=None,
        portrait=Portrait("strided", offset, 100, None, None),
    )


def test_of_a_view_that_begins_behind_its_storage_the_end_of_that_is_drawn() -> None:
    seen = {name: sighting(name, offset) for name, offset in (("x", 0), ("beyond", 150))}
    lines = [plain(line) for line in storage_lines(Moment(Step("<code>", 1, ()), seen), width=80)]
    assert "… after 98 cells" in lines  # of 100
