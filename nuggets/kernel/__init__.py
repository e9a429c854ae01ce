"""Computations of the nugget method, on plain values."""
