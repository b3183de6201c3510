"""Spaced-repetition flashcards for PyTorch, graded by what torch really does."""

__version__ = "0.1.0"
