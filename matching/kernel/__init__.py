"""Pure computation of the matching of nuggets."""
