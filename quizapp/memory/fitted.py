"""Parameters of FSRS that were fitted to a log, as an act on all cards tells of them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date

from quizapp.memory.acts.act import Act
from quizapp.memory.acts.kinds.parameters import PARAMETERS

DECAY = (0.1, 0.8)
"""Between which FSRS's last parameter, how fast one forgets, may be."""

COUNT = 21
"""How many parameters FSRS-6 has."""


@dataclass(frozen=True, kw_only=True)
class Figures:
    """How far predictions were from what was recalled, later ones given more weight; less is
    better."""

    log_loss: float
    rmse_bins: float
    """The root of the mean squared error between what was expected and recalled, by bins."""


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """What came of a fit to the log."""

    reviews: int
    """Answers on a later study date than that of the one before: what there is to fit."""
    held_out: int
    """The latest of these, by which the parameters were judged and not fitted."""
    before: Figures
    after: Figures
    parameters: tuple[float, ...]
    engine: str
    """The version of the library that fitted them."""
    by_itself: bool
    """Nobody had asked for it."""

    @property
    def is_kept(self) -> bool:
        """Whether the parameters are better than those before."""
        return self.after.log_loss < self.before.log_loss

    def as_value(self) -> str:
        """The value of the act."""
        return json.dumps(asdict(self))


def fits(acts: Iterable[Act]) -> Iterator[tuple[Act, Fitted]]:
    """The fits among acts. One whose value was damaged is passed over."""
    for act in acts:
        if act.name == PARAMETERS:
            with suppress(TypeError, ValueError, KeyError, RecursionError):
                yield act, _fitted(act.value)


def latest_kept(acts: Iterable[Act]) -> tuple[Act, Fitted] | None:
    """The fit whose parameters are in force, of acts in order of time."""
    latest_first = (one for act in reversed([*acts]) for one in fits([act]))
    return next((one for one in latest_first if one[1].is_kept), None)


def told_on(acts: Iterable[Act], study_date: date) -> Fitted | None:
    """The fit that was kept without having been asked for, on a study date."""
    latest = latest_kept(acts)
    if latest is None or latest[0].study_date != study_date or not latest[1].by_itself:
        return None
    return latest[1]


def are_usable(parameters: tuple[float, ...]) -> bool:
    """Whether FSRS-6 can go by them."""
    return (
        len(parameters) == COUNT
        and all(map(math.isfinite, parameters))
        and DECAY[0] <= parameters[-1] <= DECAY[1]
    )


def _fitted(value: str) -> Fitted:
    said = json.loads(value)
    parameters = tuple(float(one) for one in said["parameters"])
    if not are_usable(parameters):
        raise ValueError(parameters)
    return Fitted(
        reviews=int(said["reviews"]),
        held_out=int(said["held_out"]),
        before=_figures(said["before"]),
        after=_figures(said["after"]),
        parameters=parameters,
        engine=str(said["engine"]),
        by_itself=bool(said["by_itself"]),
    )


def _figures(said: dict[str, float]) -> Figures:
    return Figures(log_loss=float(said["log_loss"]), rmse_bins=float(said["rmse_bins"]))
