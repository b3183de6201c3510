"""Which decks there are, where they come from, and which of them may run."""
