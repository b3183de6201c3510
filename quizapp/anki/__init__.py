"""Anki's packages: decks of ours as notes, and notes as cards of ours."""
