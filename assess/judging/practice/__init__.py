"""Practice: three items with answers before a person's first work of a kind."""
