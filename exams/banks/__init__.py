"""Question banks: their versions, import and export, pages."""
