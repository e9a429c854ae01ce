"""Conditions: what scores rest on, named, edited and dropped, with a trail."""
