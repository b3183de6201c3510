"""A learner's day and its sittings, without a terminal."""
