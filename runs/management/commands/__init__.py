"""Commands of the `runs` app."""
