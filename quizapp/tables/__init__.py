"""A room with a file for each kind of something is a table of these kinds."""
