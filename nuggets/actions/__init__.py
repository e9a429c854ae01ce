"""Everything that can happen in the nugget method, one function each."""
