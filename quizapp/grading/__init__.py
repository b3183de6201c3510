"""Was the answer right: reading what was typed, comparing it with what torch did."""
