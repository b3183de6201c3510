"""Children that wait, warmed up, for a snippet of their profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from runner.protocol.profile import Profile
from runner.protocol.wire import Hello
from runner.server.forked import Forked
from runner.server.orders import Death

USUAL = 2
MOST_LOST = 5


class Spares:
    """Some for usual snippets, and one for whatever was last asked for besides.

    No more are wanted where one after the other dies before it is needed, until a snippet has
    come to its end.
    """

    def __init__(self, hello: Hello, bury: Callable[[Forked], None]) -> None:
        self._bury = bury
        self._spares: list[Forked] = []
        self._usual = Counter({Profile(): USUAL})
        if hello.devices[-1].startswith("cuda"):
            self._usual[Profile("cuda")] = 1
        self._unusual: Profile | None = None
        self._lost = 0

    def lacking(self) -> Profile | None:
        """Of what profile there are too few."""
        if self._lost >= MOST_LOST:
            return None
        wanted = self._usual + Counter([self._unusual] if self._unusual else [])
        return next(iter(wanted - Counter(spare.profile for spare in self._spares)), None)

    def add(self, spare: Forked) -> None:
        self._spares.append(spare)

    def take(self, profile: Profile) -> Forked | None:
        """One that waits for just such a snippet; another like it is likely to come."""
        if profile not in self._usual and profile != self._unusual:
            self._bury_those_for(self._unusual)
            self._unusual = profile
        spare = next((spare for spare in self._spares if spare.profile == profile), None)
        if spare is not None:
            self._spares.remove(spare)
        return spare

    def lose(self, deaths: Mapping[int, Death], now: float) -> None:
        """Give up those that have died; deaths are given by pid."""
        for spare in [spare for spare in self._spares if spare.pid in deaths]:
            spare.die(deaths[spare.pid], now)
            self._spares.remove(spare)
            self._bury(spare)
            self.miss_one()

    def miss_one(self) -> None:
        """One has died, or could not be started."""
        self._lost += 1

    def trust_again(self) -> None:
        """A snippet has come to its end, as it should."""
        self._lost = 0

    def bury_all(self) -> None:
        for profile in {spare.profile for spare in self._spares}:
            self._bury_those_for(profile)

    def _bury_those_for(self, profile: Profile | None) -> None:
        for spare in [spare for spare in self._spares if spare.profile == profile]:
            self._spares.remove(spare)
            self._bury(spare)
