"""Span nuggets: words of a passage, marked by people, exact to the code point."""
