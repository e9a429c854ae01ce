"""What kind of file something looks like."""
