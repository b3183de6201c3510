"""Where the parts of a card stand, by the width there is and by whether it has been answered."""

from __future__ import annotations

from textual.geometry import Offset, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.layouts.horizontal import HorizontalLayout
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget

from quizapp.tui.widgets.code_view import CodeView

BROAD = 150
"""Cells from which on the pages stand beside the code, not below it."""
LEAST, MOST = 45, 55
"""What the left one of two columns takes of the width, in percent."""
LEAST_OF_THE_CODE = 30
"""What it keeps of the height, in percent, where the prompt has not enough."""


class CardLayout(Layout):
    """One below the other on a narrow screen; on a wide one the code beside what is asked.

    Below each other the prompt and the code share what rows the fields leave, the prompt first.
    On a broad screen, once it is answered, the code and what is asked stand in the left column,
    and the verdict and its pages in the right one.
    """

    name = "card"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        stack, beside = VerticalLayout().arrange, HorizontalLayout().arrange
        if not parent.screen.has_class("-wide"):
            stacked = stack(parent, children, size)
            has_rest = not (parent.has_class("revealed") or parent.has_class("writing"))
            return _with_the_rest(parent, stacked, size) if has_rest else stacked
        if parent.has_class("broad") and parent.has_class("revealed"):
            code, asked, right = _parted(children, "code-pane", "asked")
            width = _left_width(parent, size.width)
            below = stack(parent, asked, Size(width, size.height))
            rest = Size(width, max(size.height - _height(below), 0))
            above = stack(parent, code, rest)
            column = stack(parent, right, Size(size.width - width, size.height))
            return [*above, *_moved(below, 0, _height(above)), *_moved(column, width, 0)]
        code, question, pages = _parted(children, "code-pane", "question")
        row = beside(parent, [*code, *question], size)
        rest = Size(size.width, max(size.height - _height(row), 0))
        return [*row, *_moved(stack(parent, pages, rest), 0, _height(row))]


def _with_the_rest(parent: Widget, placements: ArrangeResult, size: Size) -> ArrangeResult:
    """What the fields do not need of their rows goes to the prompt, and then to the code.

    What the prompt still lacks then, the code gives, down to LEAST_OF_THE_CODE.
    """
    places = {placed.widget.id: placed.region for placed in placements}

    def lacking(name: str) -> int:
        if name not in places:
            return 0
        pane = parent.get_child_by_id(name)
        width = places[name].width - pane.gutter.width
        needed = pane.get_content_height(size, parent.screen.size, width) + pane.gutter.height
        return needed - places[name].height

    rest, prompt, code = max(-lacking("question"), 0), max(lacking("asked"), 0), 0
    if prompt <= rest:
        code = min(max(lacking("code-pane"), 0), rest - prompt)
    elif "code-pane" in places:
        spare = places["code-pane"].height - size.height * LEAST_OF_THE_CODE // 100
        code = -min(prompt - rest, max(spare, 0))
    prompt = min(prompt, rest - code)
    more = {"asked": prompt, "code-pane": code, "question": -prompt - code}
    moved = []
    down = 0
    for placed in placements:
        taller = more.get(placed.widget.id or "", 0)
        x, y, width, height = placed.region
        moved.append(placed._replace(region=Region(x, y + down, width, height + taller)))
        down += taller
    return moved


def _parted(children: list[Widget], *ids: str) -> list[list[Widget]]:
    """Those of the first id, of the second, and so on, and all others."""
    named = [[child for child in children if child.id == each] for each in ids]
    return [*named, [child for child in children if child.id not in ids]]


def _height(placements: ArrangeResult) -> int:
    return max((placed.region.grow(placed.margin).bottom for placed in placements), default=0)


def _moved(placements: ArrangeResult, across: int, down: int) -> ArrangeResult:
    return WidgetPlacement.translate(placements, Offset(across, down))


def _left_width(parent: Widget, width: int) -> int:
    """As much as the code needs, within bounds."""
    frame = parent.query_one("#code-pane").gutter.width + 1  # it may get a scrollbar
    needed = parent.query_one(CodeView).widest + frame
    return min(max(needed, width * LEAST // 100), width * MOST // 100)
