"""Exercises run on live torch: what may run here, and what came of it."""
