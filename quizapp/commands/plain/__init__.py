"""`quiz review --plain`: sittings in lines of text, for screen readers and pipes."""
