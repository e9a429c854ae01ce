"""Relevance: how well a segment answers a topic."""
