"""Duplicates among gold nuggets: banks without them."""
