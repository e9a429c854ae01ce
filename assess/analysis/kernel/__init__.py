"""What analysis computes, on plain values."""
