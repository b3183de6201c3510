"""What is told in passing can be read, whatever lies beneath it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.tui.learner import learner


def test_a_notice_keeps_each_wide_glyph_over_edges_of_what_lies_beneath(
    home: Path, shipped: None
) -> None:
    told = "字" * 60

    async def main() -> None:
        async with learner((80, 24)) as someone:
            await someone.sees("All topics")
            await someone.press("b")
            await someone.sees("card", "state")
            for blank in ("", " "):
                someone.app.clear_notifications()
                someone.app.notify(blank + told)
                await someone.finds(lambda: len(someone.app._notifications), 1)
                text = await someone.sees("字")
                assert text.count("字") == len(told)

    asyncio.run(main())
