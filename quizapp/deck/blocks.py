"""The lines of an order card: each with the deeper-indented lines that follow it."""

from __future__ import annotations


def blocks(text: str) -> tuple[str, ...]:
    """What is moved as one, in the order written; blank lines are left out."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    found: list[list[str]] = []
    for line in lines:
        if found and line.startswith((" ", "\t")):
            found[-1].append(line)
        else:
            found.append([line])
    return tuple("\n".join(block) for block in found)


def joined(parts: tuple[str, ...]) -> str:
    """Blocks as code again."""
    return "".join(f"{part}\n" for part in parts)
