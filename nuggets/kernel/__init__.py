"""What the nugget method decides, on plain values."""
