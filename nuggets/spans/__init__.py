"""Span nuggets: passages' words that people mark, exact to the code point."""
