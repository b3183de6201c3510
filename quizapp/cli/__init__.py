"""The `quiz` command: a file for subcommands that belong together."""
