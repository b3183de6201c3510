"""Who waits for snippets and gives each a process: the zygote, or the pool where none can fork."""
