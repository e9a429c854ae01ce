"""What kinds of label decide, on plain values."""
