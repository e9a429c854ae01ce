"""Measurements of the automatic half, against simulated endpoints."""
