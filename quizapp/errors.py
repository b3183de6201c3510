"""What may go wrong through no fault of the program."""

from __future__ import annotations


class UserError(Exception):
    """Something the user can mend; the message is one sentence that says what and how."""
