"""The results that remarks and prose state, read from their words."""
