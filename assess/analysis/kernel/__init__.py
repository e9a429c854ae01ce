"""Computations of analysis, on plain values."""
