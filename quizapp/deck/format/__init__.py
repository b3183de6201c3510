"""The YAML of a deck, read into its model; every problem with its line and column."""
