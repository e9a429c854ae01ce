"""Decisions of matching in files: by pairs, by responses, between gold nuggets."""
