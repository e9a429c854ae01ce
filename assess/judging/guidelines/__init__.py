"""Guidelines, by version, and the people who have read them."""
