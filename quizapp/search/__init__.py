"""The language in which cards are searched, the same wherever one can search."""
