"""People: sign-in, sessions and reading preferences."""
