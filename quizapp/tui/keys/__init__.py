"""The keys that the learner has moved: which acts there are, and what may not be."""
