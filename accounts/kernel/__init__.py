"""How people like to read and type, in plain values."""
