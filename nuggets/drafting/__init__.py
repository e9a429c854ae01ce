"""Drafting: a topic's nuggets from its relevant segments, by model or by baseline."""
