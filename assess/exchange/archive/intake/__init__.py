"""The import of an archive: check, compare, write."""
