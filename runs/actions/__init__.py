"""Everything that can happen to what comes in, one function each."""
