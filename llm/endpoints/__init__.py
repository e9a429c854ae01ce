"""Endpoints that superusers set up in the browser."""
