"""Archives: a whole track in one file, and its import elsewhere."""
