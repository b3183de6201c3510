"""When is it asked again: the review log, the schedule, the queue."""
