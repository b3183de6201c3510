"""All of the config file, each with its meaning and what it comes to."""
