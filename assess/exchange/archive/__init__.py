"""The archive: a whole track in one file, and that file brought in elsewhere."""
