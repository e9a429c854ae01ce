"""Middleware and views that concern every request."""
