"""Decisions about jobs, on plain values."""
