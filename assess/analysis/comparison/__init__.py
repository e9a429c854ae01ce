"""Conditions of all families and imported boards compared with one of them."""
