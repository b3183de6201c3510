"""What goes on in the process that runs a snippet, from its birth to its report."""
