"""What files are held to, and the findings that come of it."""
