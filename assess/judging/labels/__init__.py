"""Writing and reading labels of every kind."""
