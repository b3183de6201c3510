"""What each subcommand of `quiz` does."""
