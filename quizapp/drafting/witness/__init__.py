"""What is run in the sandbox with the notes: it stands alone, and knows no torch by name."""
