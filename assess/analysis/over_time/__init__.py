"""How the labels asked of people came in over time."""
