"""Words and characters, for whoever shows them: knows nothing of decks."""
