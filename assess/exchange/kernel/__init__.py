"""What exchange decides, on plain values."""
