"""Blocks of notes in the runner, and what was seen of them there."""
