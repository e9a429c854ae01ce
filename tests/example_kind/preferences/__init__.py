"""Preferences: which of two responses to a topic is the better one."""
