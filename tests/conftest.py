"""What holds for every test."""

import hypothesis
import pytest

# torch's first calls are slow, and no wall clock is asserted outside the benchmarks.
hypothesis.settings.register_profile("no deadline", deadline=None)
hypothesis.settings.load_profile("no deadline")

GREEDY = {
    "test_faults.py",
    "test_hostile.py",
    "test_pool.py",
    "test_ranks.py",
    "test_sandbox_bombs.py",
    "test_sandbox_hostile.py",
    "test_soak.py",
}
"""Files whose snippets take all the memory and processes that they get: never two at once."""

FIRST = ("greedy", "test_shipped_decks", "tui", "cli")
"""What takes long is begun first, so that nobody is left alone with it at the end."""


@pytest.hookimpl(tryfirst=True)  # before the groups are looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a file together, where several processes share them."""
    for item in items:
        group = "greedy" if item.path.name in GREEDY else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    group = "greedy" if item.path.name in GREEDY else None
    ours = (group, item.path.stem, item.path.parent.name)
    return next((at for at, name in enumerate(FIRST) if name in ours), len(FIRST))
