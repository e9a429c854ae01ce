"""Rounds of support compared with each other, and their third judges."""
