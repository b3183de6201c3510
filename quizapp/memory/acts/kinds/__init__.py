"""A file for each kind of act; see `quizapp.memory.acts.act`."""
