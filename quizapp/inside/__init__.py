"""What went on inside an exercise: its tensors line by line, and the autograd graph."""
