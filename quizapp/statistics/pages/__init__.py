"""What is told of the figures, page by page, for the app and the command alike."""
