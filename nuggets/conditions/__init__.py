"""Conditions: named bases of scores, edited and deleted, with a history."""
