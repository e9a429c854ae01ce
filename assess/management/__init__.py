"""Commands of the `assess` app."""
