"""What is seen of a snippet: facts of tensors, exceptions, traces and graphs. Knows torch."""
