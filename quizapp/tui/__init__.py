"""The terminal app. The only room that imports Textual."""
