"""What a snippet may touch: one layer a file, and what the kernel here grants of them."""
