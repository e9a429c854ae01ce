"""What a model's reply may be, on plain values."""
