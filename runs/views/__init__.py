"""Pages of what comes in."""
