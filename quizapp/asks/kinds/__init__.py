"""One kind of ask a file, by the name that decks call it: its `KIND` is all there is to it."""
