"""The nugget method: banks, drafting, post-editing, assignment, its measures."""
