"""Lists of sub-narratives as files: their import and their export."""
