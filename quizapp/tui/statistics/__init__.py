"""Statistics: figures and charts, a page each."""
