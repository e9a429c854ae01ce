"""Assignment: which nuggets a response holds."""
