"""Cards that notes are good for, and the deck that they make."""
