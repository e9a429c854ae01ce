"""A track's report: one page to print, from what the other pages show."""
