"""Commands of the `nuggets` app."""
