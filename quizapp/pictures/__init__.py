"""Tensors as one would draw them on a whiteboard, in lines of text."""
