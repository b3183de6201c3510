"""What is stated held against what was seen."""
