"""What would change if the questions of a bank were others."""
