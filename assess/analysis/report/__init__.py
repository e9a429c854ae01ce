"""A track's report: one page to print, with the content of the other pages."""
