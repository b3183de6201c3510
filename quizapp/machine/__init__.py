"""The machine at hand: the learner's files, settings, editor and git, and how far it isolates."""
