"""What the log tells of months: what was remembered, and what it costs."""
