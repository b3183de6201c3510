"""A file for each kind of card of which more can be wrong than `quizapp.checking.examine` sees."""
