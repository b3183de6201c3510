"""Who waits for snippets and gives each a process: a server with a zygote that forks, or a pool."""
