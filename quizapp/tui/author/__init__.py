"""The live preview of a deck for who writes it."""
