"""Allocations: work handed out to people."""
