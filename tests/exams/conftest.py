"""Fixtures of exams: a fake model."""

from tests.machines import fake

__all__ = ["fake"]
