"""Pages of the nugget method."""
