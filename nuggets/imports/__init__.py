"""Banks and assignments coming in."""
