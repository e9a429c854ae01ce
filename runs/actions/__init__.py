"""Changes of imported data, one function each."""
