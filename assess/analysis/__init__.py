"""Analysis: what labels are worth, and what follows from them."""
