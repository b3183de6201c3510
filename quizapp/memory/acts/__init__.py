"""What a learner decides about a card, such as to bury it: each kind of act is a file."""
