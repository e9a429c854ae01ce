"""Everything that can happen in judging, one function each."""
