"""The app in a browser: textual-serve, behind a token."""
