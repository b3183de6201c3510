"""The form that a kind of card is answered in: a file for each that is answered."""
