"""The formats of imported and exported files."""
