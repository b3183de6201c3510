"""Some decks that stay as they are, in place of those that come with the app."""

from __future__ import annotations

from pathlib import Path

COURSE = {
    "tensor-ops": "title: Tensors and operations",
    "dtypes": "title: Dtypes\nafter: tensor-ops",
    "shape-ops": "title: {en: Shapes and views, zh: 形状与视图}\nafter: tensor-ops",
    "autograd": "title: Autograd\nafter: [shape-ops, dtypes]",
}


def write_course(folder: Path) -> None:
    """Decks that stay as they are, for the place of those that come with the app."""
    for topic, head in COURSE.items():
        cards = "".join(f"  - {{id: c{n}, prompt: Why?, back: So.}}\n" for n in range(12))
        (folder / f"{topic}.yaml").write_text(f"{head}\ncards:\n{cards}", encoding="utf-8")
