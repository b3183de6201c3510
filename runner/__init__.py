"""Runs a snippet of PyTorch and says what happened. Knows no cards."""
