"""What an app and the page that it is shown in tell each other by."""

COLOURS = "colours"
"""The kind of message that gives a page the colours of the theme."""
