"""What the nugget method gives out: banks, assignments, scores."""
