"""Nuggets of responses: spans found in them, imported or by a machine."""
