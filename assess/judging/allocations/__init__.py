"""Allocations: work handed to people, and who has what."""
