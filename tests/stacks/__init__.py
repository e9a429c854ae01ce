"""Servers, workers and browsers that the tests start themselves."""
