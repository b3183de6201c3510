"""All cards: searched, sorted, looked at, and decided about many at once."""
