"""Spaced-repetition flashcards for PyTorch, graded by what torch really does."""
