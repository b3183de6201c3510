"""A file for each kind of card: what is run, and how an answer is read and graded."""
