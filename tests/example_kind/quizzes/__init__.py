"""Quiz grades: how well a response answers each question of its topic."""
