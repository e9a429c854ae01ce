"""What jobs decide, on plain values."""
