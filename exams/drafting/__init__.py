"""Drafting: questions or key facts written by a model, topic by topic."""
