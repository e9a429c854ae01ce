"""The checks of files, and their findings."""
