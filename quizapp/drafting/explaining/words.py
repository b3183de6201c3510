"""What the rules are told in."""

Words = tuple[str, str]
"""In English and in Chinese."""
