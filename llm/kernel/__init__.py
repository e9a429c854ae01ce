"""Prompts, replies and prices, on plain values."""
