"""The statements of notes: what each binds, uses and changes, and which it needs."""
