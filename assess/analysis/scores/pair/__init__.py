"""A run beside another: measures, topics, and both responses to a topic."""
