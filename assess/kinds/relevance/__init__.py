"""Relevance: how far a segment answers a topic."""
