"""What can be asked of code: how each kind of ask is looked at, answered, compared and shown."""
