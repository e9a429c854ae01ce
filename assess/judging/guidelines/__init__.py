"""Guidelines, by version, and who has read them."""
