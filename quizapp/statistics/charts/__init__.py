"""Charts as lines of text, by blocks and dots; readable without colour."""
