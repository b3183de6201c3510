"""Why a line gives what it does, where the rule is known from its form."""
