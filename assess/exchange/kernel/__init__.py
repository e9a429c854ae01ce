"""Computations of exchange, on plain values."""
