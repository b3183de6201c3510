"""What can be predicted of a value: read as it is typed, compared, and shown as torch prints it."""
