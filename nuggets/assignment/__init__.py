"""Assignment: which nuggets a response contains."""
